import { beforeAll, describe, expect, it } from 'vitest';
import { assembleTables } from '../../src/dataset/compile/assemble-tables.ts';
import type { Feature } from '../../src/dataset/features.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import { findTableFault } from './table-faults.ts';

const position = (i: number) => ({ lat: 21.03 + i / 5000, lon: 105.85 + i / 7000 });

function* features(): Generator<Feature> {
  for (let i = 0; i < 60; i += 1) {
    const { lat, lon } = position(i);
    const line = Float64Array.of(lat, lon, lat + 0.001, lon);
    yield { kind: 'street', key: `s${i}`, name: `Phố ${i % 20}`, otherNames: [`Ngõ ${i}`], line, rank: 1 };
    yield {
      kind: 'house',
      key: `h${i}`,
      number: `${60 - i}`,
      street: `Phố ${i % 7}`,
      units: {},
      position: position(i),
    };
    yield {
      ...{
        kind: 'poi',
        key: `p${i}`,
        name: `Quán ${i}`,
        otherNames: [],
        position: position(i),
        importance: 9,
      },
      ...{ categories: ['cafe'], units: {}, phone: '024', ...(i > 0 ? { parentKey: 'p0' } : {}) },
    };
  }
}

describe('findTableFault', () => {
  let tables: PlaceTables;
  beforeAll(async () => {
    tables = assembleTables({ admin: await openAdminDataset('fixtures/starter'), features: features() });
  });

  it('finds none in tables that were just built', () => {
    expect(tables.placeCount).toBeGreaterThan(150);
    expect(tables.childFeature.length).toBeGreaterThan(50);
    expect(findTableFault(tables, tables.baseWardCount)).toBeUndefined();
  });

  it('finds units that are others than those the places were numbered by', () => {
    expect(findTableFault(tables, tables.baseWardCount + 1)).toMatch(/numbered by \d+ base wards/);
  });

  it.each<[keyof PlaceTables, (array: Uint32Array, tables: PlaceTables) => void, RegExp]>([
    ['streetHouseStart', (array) => (array[0] = 1), /streetHouseStart goes from 1/],
    ['partPointStart', (array) => (array[1] = array[2]! + 1), /partPointStart does not ascend at 2/],
    [
      'featureSpelling',
      (array, { spellingOffset }) => (array[3] = spellingOffset.length),
      /thingSpelling\[3\] is/,
    ],
    ['houseLat', (array) => (array[2] = 910_000_000), /houseLat\[2\] is 910000000, outside/],
    ['poiCategory', (array) => (array[0] = 9999), /poiCategory\[0\]/],
    ['aliasFeature', (array) => array.reverse(), /aliasThing does not ascend/],
    ['recordPlace', (array) => (array[1] = array[0]!), /recordPlace does not ascend at 1/],
    [
      'featureBaseWard',
      (array, { baseWardCount }) => (array[0] = baseWardCount),
      /feature 0 is listed in base ward/,
    ],
    ['housePath', (array) => array.reverse(), /house \d+ of street \d+ is not in order/],
    ['pathUpTo', (array) => (array[9] = 1), /range of house path 9 goes backwards/],
    ['childFeature', (array) => (array[0] = array[1]!), /listed as a child twice/],
    [
      'childFeature',
      (array, { childParent }) => (array[0] = childParent[0]!),
      /listed as a child of \d+, but its parent is -1/,
    ],
    ['poiParent', (array) => (array[array.length - 1] = -1), /child/],
    ['keyOrder', (array) => (array[1] = array[0]!), /listed by its key twice/],
    ['placeKeyHigh', (array) => array.reverse(), /keyOrder does not ascend/],
    ['recordBlocks', (array) => array.fill(7), /record of place \d+ cannot be read/],
  ])('finds a fault in %s', (name, damage, message) => {
    const copy = (tables[name] as Uint32Array).slice();
    damage(copy, tables);
    expect(findTableFault({ ...tables, [name]: copy }, tables.baseWardCount)).toMatch(message);
  });
});
