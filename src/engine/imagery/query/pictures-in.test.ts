import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { picturesIn, type Part } from './pictures-in.ts';
import { createRandom } from '../../../../test/bench/random.ts';
import { generateItems, indexOf } from '../../../../test/support/generated-pictures.ts';
import { dearGeometries } from '../../../../test/support/dear-imagery.ts';
import { searchImagery } from '../search-imagery.ts';

/** Units of 1e-7 degrees: so few that pictures are on corners and edges all the time. */
const REACH = 40;
const random = createRandom(5);
const drawn = () => Math.floor((2 * random() - 1) * REACH);
const index = indexOf(
  Array.from({ length: 400 }, (_, at) => ({
    ...{ type: 'Feature', id: `picture-${at}`, collection: 'one', assets: {} },
    geometry: { type: 'Point', coordinates: [drawn() / 1e7, drawn() / 1e7] },
    properties: { datetime: '2024-05-01T00:00:00Z' },
  })),
);

const ordinate = fc.integer({ min: -REACH - 5, max: REACH + 5 });
const corners = fc.array(fc.tuple(ordinate, ordinate), { minLength: 3, maxLength: 60 });
const part = fc.tuple(corners, fc.boolean()).map(([points, isArea]): Part => {
  const ends = isArea ? [...points, points[0]!] : points;
  return { isArea, edges: Float64Array.from(ends.slice(1).flatMap((end, at) => [...ends[at]!, ...end])) };
});

/** Compares a position with each edge, as the even-odd rule is written down. */
function isIn({ edges, isArea }: Part, x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [ax, ay, bx, by] = edges.subarray(at, at + 4) as unknown as [number, number, number, number];
    const isBetween =
      x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
    if (isBetween && (bx - ax) * (y - ay) === (by - ay) * (x - ax)) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isArea && isInside;
}

describe('the pictures in a geometry', () => {
  it('are those that a test of each one finds', () => {
    const { pictureLat, pictureLon } = index.tables;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const pictures = picturesIn(index, parts);
        const expected = Array.from(pictureLat, (lat, picture) =>
          Number(parts.some((each) => isIn(each, pictureLon[picture]!, lat))),
        );
        expect([...pictures]).toEqual(expected);
      }),
      { numRuns: 500, seed: 20_261_129 },
    );
  });
});

/** Counts the positions that a search for a page compares with a geometry or a distance. */
function positionsRead(count: number, geometry: object): number {
  const whole = indexOf(generateItems(count, 7));
  let read = 0;
  const treeCoordinates = new Proxy(whole.tables.treeCoordinates, {
    get: (numbers, at) => {
      read += 1;
      return Reflect.get(numbers, at) as number;
    },
  });
  const index = { ...whole, tables: { ...whole.tables, treeCoordinates } };
  const { features } = searchImagery(index, { intersects: JSON.stringify(geometry), limit: 10 });
  expect(features).toHaveLength(10);
  return read;
}

describe('a page of pictures in a small geometry', () => {
  it.each(['a zigzag', 'a slanted zigzag'])('costs the same for four times the pictures: %s', (name) => {
    const geometry = dearGeometries(10)[name]!;
    const few = positionsRead(5000, geometry);
    expect(few).toBeGreaterThan(20);
    expect(positionsRead(20_000, geometry)).toBeLessThan(2 * few);
  });
});
