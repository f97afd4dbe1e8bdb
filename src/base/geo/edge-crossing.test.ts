import { describe, expect, it } from 'vitest';
import { crossesEdge } from './edge-crossing.ts';

describe('crossesEdge', () => {
  it('puts each point of a grid into one of four squares that share edges and corners', () => {
    const squares = [0, 1].flatMap((west) =>
      [0, 1].map((south) => [
        [west, south],
        [west + 1, south],
        [west + 1, south + 1],
        [west, south + 1],
        [west, south],
      ]),
    );
    const containing = (x: number, y: number) =>
      squares.filter((ring) => {
        const crossed = ring
          .slice(1)
          .filter(([bx, by], at) => crossesEdge(ring[at]![0]!, ring[at]![1]!, bx!, by!, x, y));
        return crossed.length % 2 === 1;
      });
    for (const x of [0.25, 0.5, 1, 1.5])
      for (const y of [0.25, 0.5, 1, 1.5]) expect(containing(x, y)).toHaveLength(1);
    expect(containing(2.5, 1)).toHaveLength(0);
    expect(containing(-0.5, 1)).toHaveLength(0);
  });
});
