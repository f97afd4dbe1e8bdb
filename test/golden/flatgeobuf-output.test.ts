import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OutputColumn, OutputRow } from '../../src/formats/record.ts';
import { makeDerived } from '../support/make-derived.ts';
import { seededRandom } from '../support/memory-disk.ts';

const COLUMNS: OutputColumn[] = [
  { name: 'id', type: 'string', description: 'id of the row' },
  { name: 'n', type: 'integer', description: '' },
  { name: 'share', type: 'number', description: '' },
  { name: 'ok', type: 'boolean', description: '' },
];

interface Feature {
  geometry: { coordinates: [number, number] };
  properties: Record<string, unknown>;
}

interface Rect {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

async function read(bytes: Buffer, rect?: Rect): Promise<Feature[]> {
  const features: Feature[] = [];
  for await (const feature of deserialize(new Uint8Array(bytes), rect && { rect }))
    features.push(feature as unknown as Feature);
  return features;
}

function points(count: number): OutputRow[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, (_, at) => ({
    values: [`00${at} Đà Nẵng`, at, at % 3 === 0 ? null : at / 8, at % 2 === 0],
    position: {
      lat: Math.round((8 + random() * 15) * 1e7) / 1e7,
      lon: Math.round((102 + random() * 7) * 1e7) / 1e7,
    },
  }));
}

// The reader prints each step of its search.
beforeAll(() => {
  for (const method of ['debug', 'info', 'log'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe('FlatGeobuf', () => {
  it.each([1, 16, 17, 5000])('has every one of %i rows with its values', async (count) => {
    const rows = points(count);
    const features = await read(await makeDerived('fgb', COLUMNS, rows));
    expect(features).toHaveLength(count);
    const byNumber = [...features].sort((a, b) => (a.properties.n as number) - (b.properties.n as number));
    byNumber.forEach(({ geometry, properties }, at) => {
      const { values, position } = rows[at] as OutputRow;
      expect(geometry.coordinates).toEqual([position?.lon, position?.lat]);
      expect(COLUMNS.map(({ name }) => properties[name] ?? null)).toEqual(values);
    });
  });

  it('finds the points of a box through its index, as a search of all does', async () => {
    const rows = points(5000);
    const bytes = await makeDerived('fgb', COLUMNS, rows);
    const random = seededRandom(2);
    for (let nth = 0; nth < 40; nth += 1) {
      const [minX, minY, size] = [102 + random() * 6, 8 + random() * 14, random() * 2];
      const rect = { minX, minY, maxX: minX + size, maxY: minY + size };
      const inside = rows.filter(({ position }) => {
        const { lon, lat } = position ?? { lon: NaN, lat: NaN };
        return lon >= rect.minX && lon <= rect.maxX && lat >= rect.minY && lat <= rect.maxY;
      });
      const found = await read(bytes, rect);
      expect(found.map(({ properties }) => properties.n as number).sort((a, b) => a - b)).toEqual(
        inside.map(({ values }) => values[1]),
      );
    }
  });

  it('keeps neighbours together: a small box is read from few places', async () => {
    const features = await read(await makeDerived('fgb', COLUMNS, points(5000)));
    const steps = features.slice(1).map(
      (
        {
          geometry: {
            coordinates: [lon, lat],
          },
        },
        at,
      ) => {
        const [lonBefore = 0, latBefore = 0] = features[at]?.geometry.coordinates ?? [];
        return Math.hypot(lon - lonBefore, lat - latBefore);
      },
    );
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    // In the order of the input it is about 6 degrees.
    expect(mean).toBeLessThan(0.5);
  });

  it('has no feature and no index for no rows', async () => {
    expect(await read(await makeDerived('fgb', COLUMNS, []))).toEqual([]);
  });
});
