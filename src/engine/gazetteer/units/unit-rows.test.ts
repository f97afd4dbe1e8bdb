import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { LAW_FILES } from '../store/admin-files.ts';
import { readUnitHistory, type LawBytes, type UnitHistory } from './unit-history.ts';
import { openUnitRows, type UnitRows } from './unit-rows.ts';

const STARTER = fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url));
let law: LawBytes;
let history: UnitHistory;
let rows: UnitRows;
beforeAll(async () => {
  const read = (name: string): Promise<Buffer> => readFile(join(STARTER, name));
  law = {
    datedUnits: await read(LAW_FILES.datedUnits),
    datedEdges: await read(LAW_FILES.datedEdges),
    decrees: await read(LAW_FILES.decrees),
  };
  history = readUnitHistory(law);
  rows = openUnitRows(law);
});

describe('the rows of dated units', () => {
  it('finds every unit that reading the whole table finds, in the order of the days', () => {
    const codes = new Set(history.units.map(({ level, code }) => `${level} ${code}`));
    expect(codes.size).toBeGreaterThan(10_000);
    const found = history.units.filter(({ level, code }) => codes.delete(`${level} ${code}`));
    const all = found.flatMap(({ level, code }) => rows.ofCode(level, code));
    expect(all).toEqual(
      history.units.map(({ level, code, fullName, parent, from, to, postalCode }) => ({
        ...{ level, code, fullName, parent, from, to, postalCode },
      })),
    );
  });

  it('finds the units of each level', () => {
    for (const level of ['province', 'district', 'ward'] as const) {
      const expected = history.units.filter((unit) => unit.level === level);
      expect(rows.ofLevel(level).map(({ code }) => code)).toEqual(expected.map(({ code }) => code));
    }
  });

  it('finds no row for a code that is unknown, or only the beginning of one', () => {
    for (const code of ['', '0', '2674', '267400', '00000', '99999', 'x'])
      expect(rows.ofCode('ward', code)).toEqual([]);
  });

  it('knows the first and the last day of all changes', () => {
    const days = history.units.flatMap(({ from, to }) => [from, to]).filter((day) => day !== '');
    expect([rows.firstDay, rows.newestDay]).toEqual([days.sort()[0], days.at(-1)]);
  });

  it('refuses a table with other columns', () => {
    let thrown: unknown;
    try {
      openUnitRows({ ...law, datedUnits: law.datedUnits.subarray(1) });
    } catch (error) {
      thrown = error;
    }
    expect(isGeomillError(thrown, 'DATASET_BAD')).toBe(true);
  });
});
