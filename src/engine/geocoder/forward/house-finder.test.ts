import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { assembleTables } from '../../../dataset/compile/assemble-tables.ts';
import type { HouseFeature } from '../../../dataset/features.ts';
import { compareHousePaths, type HousePath, readHousePath } from '../../../base/text/house-path.ts';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import { houseNumberOf, pathTextOf } from '../../gazetteer/store/access.ts';
import { ALLEY, BETWEEN, EXACT, findHouse, type HouseMatch, NOWHERE } from './house-finder.ts';
import { createPathSpan, createSteps, findPathSpan, readSteps } from './path-steps.ts';
import { findNeighbours } from './locate.ts';

/** Numbers below a bound, the same ones every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = createRandom(3);
const anyNumber = (): string => {
  const letter = random(6) === 0 ? 'AB'.charAt(random(2)) : '';
  const number = `${String(1 + random(60))}${letter}`;
  if (random(8) === 0) return `${number}-${String(61 + random(9))}`;
  return random(3) === 0
    ? `${number}/${String(1 + random(5))}${random(2) === 0 ? '' : `/${String(1 + random(4))}`}`
    : number;
};

const admin = await openAdminDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)));
const numbers = [...new Set(Array.from({ length: 160 }, anyNumber))];
const tables = assembleTables({
  admin,
  features: numbers.map<HouseFeature>((number, i) => ({
    kind: 'house',
    key: `test:${number}`,
    number,
    street: i % 2 === 0 ? 'Lê Lợi' : 'Lê Lai',
    units: {},
    position: { lat: 10.77 + i * 1e-5, lon: 106.69 },
  })),
});

const read = (text: string): HousePath => readHousePath(text.toLowerCase()) as HousePath;
const numbersOf = (street: number): string[] => {
  const found: string[] = [];
  for (
    let row = tables.streetHouseStart[street] as number;
    row < (tables.streetHouseStart[street + 1] as number);
    row += 1
  )
    found.push(houseNumberOf(tables, tables.featureCount + row));
  return found;
};
// Twice: a plain number that was asked before is answered from what was kept.
const asked = [...numbers, ...Array.from({ length: 300 }, anyNumber), ...numbers];

describe('houses of a street', () => {
  it('lie among the paths where comparing with all of them says', () => {
    const paths = Array.from({ length: tables.pathNumber.length }, (_, path) =>
      read(pathTextOf(tables, path)),
    );
    for (const text of asked) {
      const steps = createSteps();
      expect(readSteps(Buffer.from(text), 0, text.length, steps), text).toBe(true);
      const path = read(text);
      expect(steps.count).toBe(path.length);
      const span = createPathSpan();
      findPathSpan(tables, steps, 0, span);
      for (let k = 1; k <= steps.count; k += 1) {
        const prefix = path.slice(0, k);
        const inside = paths.flatMap((other, i) =>
          compareHousePaths(other.slice(0, k), prefix) === 0 ? [i] : [],
        );
        expect([span.low[k], span.high[k]], `${text} ${String(k)}`).toEqual(
          inside.length === 0 ? [span.low[k], span.low[k]] : [inside[0], (inside.at(-1) as number) + 1],
        );
        const exact = inside.filter((i) => paths[i]?.length === k);
        expect((span.exact[k] as number) - (span.low[k] as number)).toBe(exact.length);
      }
    }
  });

  it('are found exactly when they are there, and their alley when only that is', () => {
    const found: HouseMatch = { kind: NOWHERE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };
    for (const text of asked) {
      const steps = createSteps();
      readSteps(Buffer.from(text), 0, text.length, steps);
      const span = createPathSpan();
      findPathSpan(tables, steps, 0, span);
      for (let street = 0; street < tables.streetCount; street += 1) {
        findHouse(tables, street, steps, 0, span, false, found);
        const paths = numbersOf(street).map(read);
        const isThere = paths.some((path) => compareHousePaths(path, read(text)) === 0);
        expect(found.kind === EXACT, text).toBe(isThere);
        if (isThere) expect(houseNumberOf(tables, tables.featureCount + found.row)).toBe(text);
        const outer = read(text).slice(0, 1);
        const hasAlley = paths.some((path) => compareHousePaths(path.slice(0, 1), outer) === 0);
        if (!isThere && read(text).length > 1) expect(found.kind !== NOWHERE, text).toBe(hasAlley);
        if (found.kind === ALLEY) expect(hasAlley || read(text).length === 1).toBe(true);
      }
    }
  });

  it('lie near a number that was not surveyed', () => {
    const more = {
      kind: 'house',
      street: 'Lê Lợi',
      units: {},
      position: { lat: 10.77, lon: 106.69 },
    } as const;
    const few = assembleTables({
      admin,
      features: [
        { ...more, key: 'a', number: '12', isInterpolated: true },
        { ...more, key: 'b', number: '14' },
      ],
    });
    const found: HouseMatch = { kind: NOWHERE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };
    const find = (number: string): object => {
      const [steps, span] = [createSteps(), createPathSpan()];
      readSteps(Buffer.from(number), 0, number.length, steps);
      findPathSpan(few, steps, 0, span);
      findHouse(few, 0, steps, 0, span, false, found);
      return { ...found };
    };
    expect(find('12')).toMatchObject({ kind: BETWEEN, row: 0, radiusMeters: 60 });
    expect(find('14')).toMatchObject({ kind: EXACT, row: 1, radiusMeters: 15 });
  });

  it('have the neighbours that comparing with all of them finds', () => {
    for (let number = 1; number <= 75; number += 1) {
      const steps = createSteps();
      readSteps(Buffer.from(String(number)), 0, String(number).length, steps);
      const span = createPathSpan();
      findPathSpan(tables, steps, 0, span);
      for (let street = 0; street < tables.streetCount; street += 1) {
        const found = { low: -1, high: -1 };
        findNeighbours(tables, street, number, span, 1, found);
        const onStreet = numbersOf(street)
          .map(read)
          .filter((path) => path.length === 1)
          .map(([step]) => step as HousePath[number]);
        const below = onStreet.filter(
          ({ number: from, upTo }) => from < number && upTo < number && (upTo - number) % 2 === 0,
        );
        const above = onStreet.filter(({ number: from }) => from > number && (from - number) % 2 === 0);
        const numberAt = (row: number): HousePath[number] =>
          read(houseNumberOf(tables, tables.featureCount + row))[0] as HousePath[number];
        if (found.low >= 0) expect(below.map(({ upTo }) => upTo)).toContain(numberAt(found.low).upTo);
        else expect(below).toEqual([]);
        if (found.high >= 0)
          expect(numberAt(found.high).number).toBe(Math.min(...above.map(({ number: from }) => from)));
        else expect(above).toEqual([]);
      }
    }
  });
});
