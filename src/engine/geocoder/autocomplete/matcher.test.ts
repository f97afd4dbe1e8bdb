import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../../test/support/effort.ts';
import { assembleTables } from '../../../dataset/compile/assemble-tables.ts';
import type { PoiFeature } from '../../../dataset/features.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { isPlaceMatch } from '../places/place-match.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-table/units.ts';
import { nameOf, positionOf } from '../../gazetteer/store/access.ts';
import type { NumberArray } from '../../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { buildSuggestArrays } from '../../gazetteer/autocomplete/build-suggest.ts';
import { gainAt } from './criteria.ts';
import { INNER_PENALTY } from '../../gazetteer/store/suggest-arrays.ts';
import { openSuggest, type Suggest } from './suggest.ts';

/** Syllables that no unit has, so that units do not answer. */
const SYLLABLES = ['za', 'zan', 'zang', 'fo', 'fon', 'wu', 'wun', 'joz', 'jozy'];
const COUNT = effort(2000, 4000);

let admin: AdminDataset;
let table: UnitTable;
let tables: PlaceTables;
let suggest: Suggest;
let names: string[];
let state = 11;

/** Yields numbers from 0 up to 1 that depend on the seed alone. */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

beforeAll(async () => {
  admin = await openAdminDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)));
  table = buildUnits(admin);
  const features = Array.from({ length: COUNT }, (_, i): PoiFeature => {
    const words = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(SYLLABLES));
    const { position } = pick(admin.wards);
    return {
      ...{ kind: 'poi', key: `poi:${i}`, otherNames: [], categories: [], units: {} },
      name: words.join(' '),
      position: { lat: position.lat + random() * 0.01, lon: position.lon + random() * 0.01 },
      importance: Math.floor(random() ** 2 * 255),
    };
  });
  tables = assembleTables({ admin, units: table, features });
  names = Array.from({ length: tables.featureCount }, (_, feature) => nameOf(tables, feature));
  suggest = openSuggest({ tables, admin, table });
});

/** Scores what a text can become, looking at every place; names are lists of words of ASCII letters. */
function scoreAll(text: string, limit?: { focus: Position; radiusMeters: number }): Map<number, number> {
  const typed = text.replaceAll('y', 'i');
  const points = new Map<number, number>();
  for (let feature = 0; feature < tables.featureCount; feature += 1) {
    const words = (names[feature] as string).replaceAll('y', 'i').split(' ');
    let best = -Infinity;
    words.forEach((_, start) => {
      const rotation = words.slice(start).join(' ');
      if (!rotation.startsWith(typed)) return;
      const next = rotation[typed.length];
      // Only a name that is typed from its beginning to its end is whole.
      const bonus = next === undefined && start === 0 ? 40 : next === undefined || next === ' ' ? 15 : 0;
      best = Math.max(best, bonus - (start === 0 ? 0 : INNER_PENALTY));
    });
    if (best === -Infinity) continue;
    let score = best + (tables.featureImportance[feature] as number);
    if (limit !== undefined) {
      const meters = distanceMeters(limit.focus, positionOf(tables, feature));
      if (meters > limit.radiusMeters) continue;
      score += gainAt(meters);
    }
    points.set(feature, score);
  }
  return points;
}

/** The best scores, of places of one name in one ward (one line of the label) the best one. */
function bestScores(points: Map<number, number>, size: number): number[] {
  const labels = new Map<string, number>();
  for (const [feature, score] of points) {
    const ward = table.wardOf[tables.featureBaseWard[feature] as number];
    const label = `${names[feature]} ${ward}`;
    labels.set(label, Math.max(labels.get(label) ?? -Infinity, score));
  }
  return [...labels.values()].sort((a, b) => b - a).slice(0, size);
}

function typedText(): string {
  const words = pick(names).split(' ');
  const text = words.slice(Math.floor(random() * words.length)).join(' ');
  // One letter begins the name of a unit too.
  return text.slice(0, 2 + Math.floor(random() * (text.length - 1))).trimEnd();
}

const MOST_POINTS = 255 + 40 + 120 + 200;

function found(text: string, size: number, limit?: { focus: Position; radiusMeters: number }): number[] {
  const matches = suggest.suggest(text, { size, adminUnits: 'new', ...limit });
  expect(matches.every(isPlaceMatch)).toBe(true);
  return matches.map(({ score }) => score * MOST_POINTS);
}

function expectScores(actual: number[], expected: number[]): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((score, i) => expect(score).toBeCloseTo(Math.max(0, expected[i] as number), 6));
}

describe('the best of all names that begin so', () => {
  it('is what looking at every place finds', () => {
    for (let i = 0; i < 200; i += 1) {
      const text = typedText();
      const size = 1 + Math.floor(random() * 8);
      expectScores(found(text, size), bestScores(scoreAll(text), size));
    }
  });

  it.each([500, 5000, 50_000, 300_000])('is so within %i metres, too', (radiusMeters) => {
    let compared = 0;
    for (let i = 0; i < 100; i += 1) {
      const text = typedText();
      const { lat, lon } = positionOf(tables, Math.floor(random() * tables.featureCount));
      const limit = { focus: { lat: lat + random() * 0.01, lon }, radiusMeters };
      const expected = bestScores(scoreAll(text, limit), 5);
      // Where there is nothing, misspellings are looked for.
      if (expected.length === 0) continue;
      expectScores(found(text, 5, limit), expected);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('without a radius is what lies within 50 km, then what is best elsewhere', () => {
    for (let i = 0; i < 50; i += 1) {
      const text = typedText();
      const focus = positionOf(tables, Math.floor(random() * tables.featureCount));
      const near = bestScores(scoreAll(text, { focus, radiusMeters: 50_000 }), 5);
      const matches = suggest.suggest(text, { size: 5, adminUnits: 'new', focus });
      expectScores(
        matches.slice(0, near.length).map(({ score }) => score * MOST_POINTS),
        near,
      );
      const distances = matches.map(({ position }) => distanceMeters(focus, position));
      expect(distances.slice(near.length).every((meters) => meters > 50_000)).toBe(true);
      expect(matches).toHaveLength(bestScores(scoreAll(text), 5).length);
    }
  });
});

describe('the arrays', () => {
  it('are the same for the same dataset', () => {
    const [first, second] = [buildSuggestArrays(tables, admin), buildSuggestArrays(tables, admin, table)];
    expect(Object.keys(first)).toEqual(Object.keys(second));
    for (const [name, array] of Object.entries(first)) {
      const bytes = (each: NumberArray): Buffer => Buffer.from(each.buffer, each.byteOffset, each.byteLength);
      expect(bytes(array).equals(bytes(second[name] as NumberArray)), name).toBe(true);
    }
    const shared = Object.fromEntries(
      Object.entries(first).map(([name, array]) => {
        const copy = new SharedArrayBuffer(array.byteLength);
        new Uint8Array(copy).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        const View = array.constructor as new (buffer: SharedArrayBuffer) => typeof array;
        return [name, new View(copy)];
      }),
    );
    const opened = openSuggest({ arrays: shared, tables, admin, table });
    const options = { size: 5, adminUnits: 'old' } as const;
    for (const text of ['za', 'fo zan', 'zanfo', 'phuong 1']) {
      expect(opened.suggest(text, options)).toEqual(suggest.suggest(text, options));
    }
  });
});
