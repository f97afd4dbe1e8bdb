import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { openAdminDataset } from '../units/open-admin-dataset.ts';
import type { AdminDataset } from '../units/units.ts';
import { type NameIndex, openTypos, openUnitNames } from './names.ts';
import { members } from './ranges.ts';
import { buildUnitArrays, openUnits } from './unit-arrays.ts';
import { buildUnits, type Unit, type UnitTable } from './units.ts';
import type { Arrays } from '../store/array-types.ts';

let dataset: AdminDataset;
let table: UnitTable;
let arrays: Arrays;
let names: NameIndex;

beforeAll(async () => {
  dataset = await openAdminDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)));
  table = buildUnits(dataset);
  arrays = buildUnitArrays(table);
  names = openUnitNames(arrays);
});

describe('buildUnits', () => {
  it('gives every unit few ranges of base wards, and no two units one id', () => {
    const kinds = new Map<string, number>();
    let ranges = 0;
    for (const unit of table.units) {
      kinds.set(unit.kind, (kinds.get(unit.kind) ?? 0) + 1);
      ranges += unit.ranges.length / 2;
    }
    expect(kinds.get('province')).toBe(dataset.provinces.length);
    expect(kinds.get('ward')).toBe(dataset.wards.length);
    // With Hà Tây and Thừa Thiên Huế.
    expect(kinds.get('former-province')).toBe(65);
    expect(kinds.get('district')).toBeGreaterThan(690);
    expect(kinds.get('former-ward')).toBeGreaterThan(10_000);
    expect(ranges / table.units.length).toBeLessThan(1.5);
    expect(new Set(table.units.map((unit) => unit.id)).size).toBe(table.units.length);
  });

  it('covers the base wards once with each layer in force', () => {
    for (const kind of ['province', 'ward']) {
      const baseWards = table.units
        .filter((unit) => unit.kind === kind)
        .flatMap((unit) => [...members(unit.ranges)]);
      expect(baseWards.length).toBe(table.wardOf.length);
      expect(new Set(baseWards).size).toBe(table.wardOf.length);
    }
  });
});

describe('openUnits', () => {
  it('opens what was built', () => {
    const { units, ...others } = openUnits(dataset, arrays);
    const fields = Object.keys(table.units[0]!) as (keyof Unit)[];
    const read = units.map((unit) => Object.fromEntries(fields.map((field) => [field, unit[field]])));
    expect({ units: read, ...others }).toEqual(table);
  });
});

describe('names', () => {
  it('finds every name by key, sorted, and no other', () => {
    expect(names.count).toBeGreaterThan(6000);
    for (let i = 1; i < names.count; i += 1) {
      expect(names.keyOf(i - 1) < names.keyOf(i)).toBe(true);
      expect(names.get(names.keyOf(i))).toBe(names.at(i));
    }
    expect(names.get('badinh')?.units.length).toBeGreaterThan(1);
    expect(names.get('nosuchname')).toBeUndefined();
  });

  it('needs a type word for numbers and initials only', () => {
    expect(names.get('12')?.bare).toBe(false);
    expect(names.get('hue')?.bare).toBe(true);
    expect(names.get('gv')?.bare).toBe(false);
  });
});

describe('openTypos', () => {
  it('finds the names that a scan finds', () => {
    const typos = openTypos(names, arrays.unitTypoSlots as Int32Array);
    const all = Array.from({ length: names.count }, (_, name) => names.at(name));
    const official = all.filter(({ key, official, bare }) => official && bare && key.length >= 3);
    for (const key of ['badih', 'bdainh', 'tanlap', 'thanhxuam', 'xhongha', 'longbienn', 'zzzz']) {
      const scanned = official.filter((name) => editDistance(name.key, key, 1) === 1).map((name) => name.key);
      const found = typos.near(key).map((name) => name.key);
      expect(found.sort()).toEqual(scanned.sort());
    }
    expect(typos.near('badih').length).toBeGreaterThan(0);
    expect(typos.near('ab')).toEqual([]);
    expect(typos.near('a'.repeat(50))).toEqual([]);
  });
});
