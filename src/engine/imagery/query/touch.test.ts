import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTouchTest } from './touch.ts';

const ordinate = fc.integer({ min: -60, max: 60 });
const lines = fc.array(ordinate, { minLength: 6, maxLength: 240 }).map((list) => {
  const points = Array.from(
    { length: list.length >> 1 },
    (_, at) => [list[2 * at], list[2 * at + 1]] as number[],
  );
  return Float64Array.from(points.slice(1).flatMap((point, at) => [...(points[at] as number[]), ...point]));
});
const boxes = fc.tuple(ordinate, ordinate, ordinate, ordinate).map(([x1, x2, y1, y2]) => ({
  minLon: Math.min(x1, x2),
  maxLon: Math.max(x1, x2),
  minLat: Math.min(y1, y2),
  maxLat: Math.max(y1, y2),
}));

/** Cuts the edge to the box from each side (Liang and Barsky), in fractions of the edge. */
function meets(
  edges: Float64Array,
  box: { minLon: number; maxLon: number; minLat: number; maxLat: number },
): boolean {
  for (let at = 0; at < edges.length; at += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(at, at + 4);
    let [from, to] = [0, 1];
    const cut = (step: number, room: number) => {
      if (step === 0) {
        if (room < 0) from = 2;
      } else if (step > 0) to = Math.min(to, room / step);
      else from = Math.max(from, room / step);
    };
    cut(bx - ax, box.maxLon - ax);
    cut(ax - bx, ax - box.minLon);
    cut(by - ay, box.maxLat - ay);
    cut(ay - by, ay - box.minLat);
    if (from <= to + 1e-12) return true;
  }
  return false;
}

describe('createTouchTest', () => {
  it('is equal to cutting each edge to the box', () => {
    let touched = 0;
    fc.assert(
      fc.property(lines, boxes, (edges, box) => {
        const isTouched = createTouchTest(edges)(box);
        touched += Number(isTouched);
        expect(isTouched).toBe(meets(edges, box));
      }),
      { seed: 20_261_122, numRuns: 1500 },
    );
    expect(touched).toBeGreaterThan(100);
    expect(touched).toBeLessThan(1490);
  });

  it('touches an edge of no length, and nothing without edges', () => {
    const box = { minLon: 0, maxLon: 2, minLat: 0, maxLat: 2 };
    expect(createTouchTest(Float64Array.of(1, 1, 1, 1))(box)).toBe(true);
    expect(createTouchTest(Float64Array.of(3, 1, 3, 1))(box)).toBe(false);
    expect(createTouchTest(new Float64Array())(box)).toBe(false);
  });
});
