import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { distanceMeters } from '../../base/geo/distance.ts';
import { toDegrees } from '../../base/geo/e7.ts';
import type { Position } from '../../base/geo/position.ts';
import { loadDataset } from '../gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../gazetteer/open-dataset.ts';
import { createEngine, type Engine, type Suggestions } from './engine.ts';

let dataset: OpenDataset;
let engine: Engine;
let suggest: Suggestions;

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
  dataset = openDataset(await loadDataset(folder));
  engine = createEngine(dataset);
  suggest = await engine.openSuggestions();
});

const answer = (text: string) => engine.forward(text, { size: 1, units: 'new' })[0];

describe('a text that states a position', () => {
  it('is answered there, with units from the point and the street of the words', () => {
    const place = answer('12 Lê Lợi, Bến Nghé, Quận 1 (10.7769, 106.7009)');
    expect(place).toMatchObject({
      level: 'position',
      position: { lat: 10.7769, lon: 106.7009 },
      street: 'Lê Lợi',
      parts: { ward: 'Phường Sài Gòn', province: 'Thành phố Hồ Chí Minh' },
      extension: { accuracy_radius_meters: 10, confidence: 0.99, parts: { ward: 'confirmed' } },
    });
    expect(answer('10.7769, 106.7009')?.extension).toMatchObject({
      confidence: 0.98,
      parts: { ward: 'completed' },
    });
  });

  it('is answered at a short Plus Code beside its units, and in the area inside of its province', () => {
    const place = answer('63H6+G3C, xã Khánh An, U Minh, Cà Mau');
    expect(place).toMatchObject({ level: 'position', name: '63H6+G3C', parts: { ward: 'Xã Khánh An' } });
    expect(place?.position.lat).toBeCloseTo(9.22881, 4);
    // The nearest area of this code is in Thanh Hóa.
    expect(answer('HWP8+P5 Tỉnh Phú Thọ')?.parts.province).toBe('Tỉnh Phú Thọ');
    expect(answer('63H6+G3C')?.level).not.toBe('position');
    // No place of this code is near the ward.
    expect(answer('CMFG+5Q 23 Hồ Chí Minh, Xã An Nghĩa, Phú Thọ')?.parts.ward).toBe('Xã An Nghĩa');
    const focus = { lat: 9.3, lon: 105 };
    expect(suggest('63H6+G3C', { focus }, { size: 5, units: 'new' })).toMatchObject([{ level: 'position' }]);
  });

  it('contradicts a ward and a province of the words that the point is not in', () => {
    const ward = answer('10.7769, 106.7009, phường Xuân Hòa, TP.HCM');
    expect(ward?.extension).toMatchObject({
      confidence: 0.7,
      parts: { ward: 'contradicted', province: 'confirmed' },
    });
    expect(ward?.parts.ward).toBe('Phường Sài Gòn');
    const province = answer('10.7769, 106.7009, Cầu Giấy, Hà Nội');
    expect(province?.extension).toMatchObject({ confidence: 0.4, parts: { province: 'contradicted' } });
  });
});

const DIGITS = '23456789CFGHJMPQRVWX';

/** Encodes a position as a Plus Code of ten digits, without the first four. */
function shortCodeOf({ lat, lon }: Position): string {
  let [y, x] = [Math.floor((lat + 90) * 8000), Math.floor((lon + 180) * 8000)];
  let code = '';
  for (let pair = 0; pair < 5; pair += 1) {
    code = `${DIGITS.charAt(y % 20)}${DIGITS.charAt(x % 20)}${code}`;
    [y, x] = [Math.floor(y / 20), Math.floor(x / 20)];
  }
  return `${code.slice(4, 8)}+${code.slice(8)}`;
}

it('finds 1,000 short Plus Codes beside their ward and province, but those of figures only', () => {
  const { admin, tables } = dataset;
  if (tables === undefined) throw new Error('the starter dataset has streets');
  const { featureLat, featureLon, streetCount } = tables;
  const streets = fc
    .sample(fc.nat({ max: streetCount - 1 }), { seed: 52, numRuns: 600 })
    .map((street) => ({ lat: toDegrees(featureLat[street] ?? 0), lon: toDegrees(featureLon[street] ?? 0) }));
  const anywhere = fc.record({
    lat: fc.integer({ min: 85_000, max: 233_000 }),
    lon: fc.integer({ min: 1_022_000, max: 1_094_000 }),
  });
  const points = fc
    .sample(anywhere, { seed: 52, numRuns: 3000 })
    .map(({ lat, lon }) => ({ lat: lat / 10_000, lon: lon / 10_000 }));
  const positions = [...streets, ...points].filter((position) => admin.wardAt(position) >= 0).slice(0, 1000);
  expect(positions).toHaveLength(1000);
  let contradicted = 0;
  let figures = 0;
  for (const position of positions) {
    const ward = admin.wards[admin.wardAt(position)];
    const code = shortCodeOf(position);
    const units = `${ward?.fullName ?? ''}, ${admin.provinces[ward?.province ?? 0]?.fullName ?? ''}`;
    expect(answer(units)?.level, units).not.toBe('position');
    const place = answer(`${code}, ${units}`);
    // "3636+94" may be a number with an extension.
    if (!/[A-Z]/.test(code)) {
      figures += 1;
      expect(place?.level, code).toBe('ward');
      continue;
    }
    expect(place?.level, `${code}, ${units}`).toBe('position');
    expect(distanceMeters(place?.position ?? { lat: 0, lon: 0 }, position)).toBeLessThan(15);
    if (place?.extension.parts?.ward === 'contradicted') contradicted += 1;
  }
  expect(figures).toBeLessThan(10);
  // At a border the middle of a code may be in the ward beside.
  expect(contradicted).toBeLessThan(15);
});
