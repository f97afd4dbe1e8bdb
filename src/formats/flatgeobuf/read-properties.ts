import type { ColumnMeta } from 'flatgeobuf/lib/mjs/column-meta.js';
import { ColumnType as FgbType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { shortestFloat } from '../shortest-float.ts';

const INDEX_BYTES = 2;
const LENGTH_BYTES = 4;

type Fixed = readonly [bytes: number, read: (view: DataView, at: number) => unknown];

const FIXED: Partial<Record<FgbType, Fixed>> = {
  [FgbType.Bool]: [1, (view, at) => view.getUint8(at) !== 0],
  [FgbType.Byte]: [1, (view, at) => view.getInt8(at)],
  [FgbType.UByte]: [1, (view, at) => view.getUint8(at)],
  [FgbType.Short]: [2, (view, at) => view.getInt16(at, true)],
  [FgbType.UShort]: [2, (view, at) => view.getUint16(at, true)],
  [FgbType.Int]: [4, (view, at) => view.getInt32(at, true)],
  [FgbType.UInt]: [4, (view, at) => view.getUint32(at, true)],
  [FgbType.Long]: [8, (view, at) => view.getBigInt64(at, true)],
  [FgbType.ULong]: [8, (view, at) => view.getBigUint64(at, true)],
  [FgbType.Float]: [4, (view, at) => shortestFloat(view.getFloat32(at, true))],
  [FgbType.Double]: [8, (view, at) => view.getFloat64(at, true)],
};

/**
 * Reads the properties of a feature of FlatGeobuf. The reader of the package rounds whole numbers beyond 2^53.
 *
 * Shape: whole numbers of 64 bits as bigint, JSON parsed, other bytes as Base64; absent ones are null in the file.
 * Errors: RangeError or SyntaxError for bytes that are damaged.
 */
export function readProperties(
  bytes: Uint8Array | null,
  columns: readonly ColumnMeta[],
): Map<string, unknown> {
  const properties = new Map<string, unknown>();
  if (bytes === null) return properties;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const column = columns[view.getUint16(at, true)];
    at += INDEX_BYTES;
    if (column === undefined) throw new RangeError('a property of a column that does not exist');
    const fixed = FIXED[column.type];
    if (fixed !== undefined) {
      properties.set(column.name, fixed[1](view, at));
      at += fixed[0];
      continue;
    }
    const end = at + LENGTH_BYTES + view.getUint32(at, true);
    if (end > bytes.length) throw new RangeError('a text that ends behind its feature');
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + at + LENGTH_BYTES, end - at - LENGTH_BYTES);
    properties.set(column.name, textValue(text, column.type));
    at = end;
  }
  return properties;
}

function textValue(bytes: Buffer, type: FgbType): unknown {
  if (type === FgbType.Binary) return bytes.toString('base64');
  return type === FgbType.Json ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString();
}
