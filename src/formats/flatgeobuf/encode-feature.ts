import { Builder } from 'flatbuffers';
import { ColumnType as FgbType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { toJsonText } from '../json-text.ts';
import type { ColumnType } from '../read-features.ts';
import type { OutputRow } from '../record.ts';

/** The types of columns in FlatGeobuf. */
export const FGB_TYPES: Readonly<Record<ColumnType, FgbType>> = {
  string: FgbType.String,
  number: FgbType.Double,
  integer: FgbType.Long,
  boolean: FgbType.Bool,
};

/** Returns a function that encodes rows as features, each with its size in front; a row without a position has no geometry. */
export function createFeatureEncoder(types: readonly ColumnType[]): (row: OutputRow) => Uint8Array {
  const builder = new Builder(4096);
  return ({ values, position }) => {
    builder.clear();
    const properties = Feature.createPropertiesVector(builder, encodeProperties(values, types));
    let geometry = 0;
    if (position !== null) {
      const xy = Geometry.createXyVector(builder, [position.lon, position.lat]);
      Geometry.startGeometry(builder);
      Geometry.addXy(builder, xy);
      geometry = Geometry.endGeometry(builder);
    }
    Feature.startFeature(builder);
    if (geometry !== 0) Feature.addGeometry(builder, geometry);
    Feature.addProperties(builder, properties);
    builder.finishSizePrefixed(Feature.endFeature(builder));
    return builder.asUint8Array().slice();
  };
}

/** Encodes the values that are not null: the number of the column, then the value. */
function encodeProperties(values: readonly unknown[], types: readonly ColumnType[]): Uint8Array {
  const parts: Buffer[] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const type = types[at] ?? 'string';
    const index = Buffer.alloc(2);
    index.writeUInt16LE(at);
    parts.push(index, encodeValue(value, type));
  });
  return Buffer.concat(parts);
}

function encodeValue(value: unknown, type: ColumnType): Buffer {
  if (type === 'boolean') return Buffer.from([value === true ? 1 : 0]);
  if (type === 'string') {
    const text = Buffer.from(typeof value === 'string' ? value : toJsonText(value));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, text]);
  }
  const bytes = Buffer.alloc(8);
  if (type === 'integer') bytes.writeBigInt64LE(BigInt(value as number));
  else bytes.writeDoubleLE(value as number);
  return bytes;
}
