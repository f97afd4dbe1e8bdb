import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../base/seeded-random.ts';
import { CATEGORIES } from '../gazetteer/categories/categories.ts';
import { loadDataset } from '../gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../gazetteer/open-dataset.ts';
import { positionOf } from '../gazetteer/store/access.ts';
import { createEngine, type Engine } from './engine.ts';
import { BORDER_METERS } from './forward/named-units.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';

let dataset: OpenDataset;
let engine: Engine;

beforeAll(async () => {
  dataset = openDataset(
    await loadDataset(fileURLToPath(new URL('../../../fixtures/starter', import.meta.url))),
  );
  engine = createEngine(dataset);
});

const firstOf = (text: string, units: AdminUnits = 'new'): LocalPlace | undefined =>
  engine.forward(text, { size: 1, units })[0];

describe('a label just given', () => {
  it.each([
    'Trường Trung học phổ thông Đông Đô, 8 Phố Võng Thị, Phường Tây Hồ, Thành phố Hà Nội',
    'Trường Trung học cơ sở Thạch Bàn, 193 Đường Thạch Bàn, Phường Long Biên, Thành phố Hà Nội',
    'Intel Products Vietnam, I2 D1, Phường Tăng Nhơn Phú, Thành phố Hồ Chí Minh',
    'Chùa Từ Tôn, Đường Huỳnh Thúc Kháng, Phường Hải Châu, Thành phố Đà Nẵng',
  ])('%s is the place and not the house or street of its address', (label) => {
    const place = firstOf(label);
    expect(place).toMatchObject({ label, level: 'poi', extension: { parts: { street: 'confirmed' } } });
    expect(place?.extension.confidence).toBeGreaterThan(0.9);
    expect(place?.extension.accuracy_radius_meters).toBeLessThan(1000);
    expect(place?.extension.parts?.house).toBe(/\d /.test(label) ? 'confirmed' : 'missing');
  });

  it('with a number that lies between known ones is as exact as the two of them', () => {
    const place = firstOf('Ga Hà Nội, 120 Lê Duẩn, Hà Nội');
    expect(place?.label).toContain('Ga Hà Nội, 120 Đường Lê Duẩn');
    expect(place?.extension.accuracy_radius_meters).toBeLessThan(300);
    // Another number of that street is elsewhere, and says nothing of the station.
    expect(firstOf('Ga Hà Nội, 5 Lê Duẩn, Hà Nội')?.extension.accuracy_radius_meters).toBeGreaterThan(300);
  });

  it('of an address that another place has is the house', () => {
    const house = firstOf('Intel Products Vietnam, 8 Phố Võng Thị, Phường Tây Hồ, Thành phố Hà Nội');
    expect(house?.level).toBe('house');
  });

  it.each([
    // Its middle is in another ward.
    ['Phố Nguyễn Văn Ngọc, Phường Ngọc Hà, Thành phố Hà Nội', 'street'],
    // An island is farther from its province than the circle around that reaches.
    ['Hà Huy Giáp, Đặc khu Côn Đảo, Thành phố Hồ Chí Minh', 'street'],
    // A code of two characters.
    ['D3, Phường Tăng Nhơn Phú, Thành phố Hồ Chí Minh', 'street'],
  ])('%s is the %s', (label, level) => {
    expect(firstOf(label)).toMatchObject({ label, level });
  });

  it('of a street away from the point is of the ward of the street', () => {
    let away = 0;
    for (let lat = 10.76; lat < 10.8; lat += 0.004)
      for (let lon = 106.66; lon < 106.7; lon += 0.004)
        for (const { id, label, level, distanceMeters } of engine.reverse({ lat, lon }, 500, {
          size: 20,
          units: 'new',
        })) {
          if (level !== 'street' || (distanceMeters ?? 0) <= BORDER_METERS) continue;
          expect(label).toBe(engine.placeById(id, 'new')?.label);
          away += 1;
        }
    expect(away).toBeGreaterThan(300);
  });

  it('is found again in nineteen of twenty cases', () => {
    const tables = dataset.tables;
    if (tables === undefined) throw new Error('the starter dataset has places');
    const random = createSeededRandom(53);
    const categories = CATEGORIES.map((_, number) => number);
    let [found, asked] = [0, 0];
    while (asked < 600) {
      const units = asked % 2 === 0 ? 'old' : 'new';
      const { lat, lon } = positionOf(tables, random.below(tables.featureCount));
      const at = { lat: lat + (random.next() - 0.5) / 500, lon: lon + (random.next() - 0.5) / 500 };
      const places =
        asked % 4 < 2
          ? engine.reverse(at, 500, { size: 5, units })
          : (engine.nearby(at, 500, categories, { size: 5, units }) ?? []);
      for (const { id, label } of places) {
        const again = firstOf(label, units);
        asked += 1;
        if (again?.id === id || again?.label === label) found += 1;
      }
    }
    expect(found / asked).toBeGreaterThan(0.95);
  });
});
