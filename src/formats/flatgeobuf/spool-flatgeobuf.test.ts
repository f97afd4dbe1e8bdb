import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { buildHeader } from 'flatgeobuf/lib/mjs/generic/featurecollection.js';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { describe, expect, it } from 'vitest';
import { createColumnCollector } from '../columns.ts';
import { flatGeobufInput } from '../flatgeobuf-input.ts';
import { readProperties } from './read-properties.ts';
import { spoolFlatGeobuf } from './spool-flatgeobuf.ts';

const FEATURES = [
  {
    geometry: { type: 'Point', coordinates: [106.7, 10.77] },
    properties: { ten: 'Chợ', so: 12.5, mo: true },
  },
  {
    geometry: { type: 'Point', coordinates: [105.85, 21.03, 7] },
    properties: { ten: 'Hồ "Gươm"', so: null, mo: false },
  },
  {
    geometry: {
      type: 'LineString',
      coordinates: [
        [105.8, 21],
        [105.9, 21.1],
      ],
    },
    properties: { ten: '', so: -1, mo: true },
  },
] as const;

const FILE = Buffer.from(
  serialize({
    type: 'FeatureCollection',
    features: FEATURES.map((feature) => ({ type: 'Feature', ...feature })),
  } as unknown as Parameters<typeof serialize>[0]),
);

async function read(bytes: Buffer, blockBytes = 7) {
  async function* blocks() {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
    await Promise.resolve();
  }
  const collector = createColumnCollector();
  let text = '';
  await spoolFlatGeobuf(
    blocks(),
    collector,
    (block) => Promise.resolve(void (text += Buffer.from(block).toString())),
    {
      sheet: undefined,
      table: undefined,
      report: () => undefined,
    },
  );
  const rows = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
  return { columns: collector.columns(), rows };
}

describe('a FlatGeobuf file of the reference implementation', () => {
  it('is read in blocks of any size: points as lon and lat, other shapes as GeoJSON', async () => {
    const expected = {
      columns: ['ten', 'so', 'mo', 'lon', 'lat', 'geometry'],
      rows: [
        { ten: 'Chợ', so: 12.5, mo: true, lon: 106.7, lat: 10.77 },
        { ten: 'Hồ "Gươm"', mo: false, lon: 105.85, lat: 21.03, geometry: FEATURES[1].geometry },
        { ten: '', so: -1, mo: true, geometry: FEATURES[2].geometry },
      ],
    };
    for (const size of [1, 7, 1 << 20]) expect(await read(FILE, size)).toEqual(expected);
    expect(flatGeobufInput.binary?.isDetected(FILE)).toBe(true);
  });

  it('is refused where it is cut off or damaged, with the feature', async () => {
    await expect(read(FILE.subarray(0, FILE.length - 3))).rejects.toThrow('it ends within feature 3');
    await expect(read(FILE.subarray(0, 40))).rejects.toThrow('it ends within the header');
    const large = Buffer.from(FILE);
    large.writeUInt32LE(0xfffffff0, 8);
    await expect(read(large)).rejects.toThrow('the header has an impossible size');
  });

  it('is refused in another coordinate system', async () => {
    const header = { geometryType: 1, columns: [], featuresCount: 0 } as unknown as Parameters<
      typeof buildHeader
    >[0];
    const magic = FILE.subarray(0, 8);
    const inVn2000 = Buffer.concat([magic, buildHeader(header, 3405)]);
    await expect(read(inVn2000)).rejects.toThrow(
      'in EPSG:3405, not in WGS84. Convert it, for example: ogr2ogr',
    );
    expect(await read(Buffer.concat([magic, buildHeader(header, 4326)]))).toEqual({ columns: [], rows: [] });
  });
});

describe('readProperties', () => {
  const columns = (type: ColumnType) =>
    [{ name: 'a', type }] as unknown as Parameters<typeof readProperties>[1];
  const cell = (value: Buffer) => Buffer.concat([Buffer.from([0, 0]), value]);

  it('keeps whole numbers beyond 2^53, and the shortest form of numbers of 32 bits', () => {
    const long = Buffer.alloc(8);
    long.writeBigInt64LE(-9007199254740993n);
    expect(readProperties(cell(long), columns(ColumnType.Long)).get('a')).toBe(-9007199254740993n);
    const float = Buffer.alloc(4);
    float.writeFloatLE(10.1);
    expect(readProperties(cell(float), columns(ColumnType.Float)).get('a')).toBe(10.1);
  });

  it('reads JSON and bytes', () => {
    const text = (value: string) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(value.length);
      return cell(Buffer.concat([length, Buffer.from(value)]));
    };
    expect(readProperties(text('{"b":[1]}'), columns(ColumnType.Json)).get('a')).toEqual({ b: [1] });
    expect(readProperties(text('ab'), columns(ColumnType.Binary)).get('a')).toBe('YWI=');
    expect(() => readProperties(text('ab').subarray(0, 7), columns(ColumnType.String))).toThrow(
      'ends behind',
    );
    expect(() => readProperties(Buffer.from([9, 0]), columns(ColumnType.String))).toThrow('does not exist');
    expect(readProperties(null, []).size).toBe(0);
  });
});
