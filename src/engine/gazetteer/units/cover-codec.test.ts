import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { BASE_CELL_COUNT } from '../../../base/geo/h3-tree.ts';
import { baseCell, childCell, joinCell } from '../../../base/geo/h3-tree.ts';
import { findWardOfCell } from './cover.ts';
import {
  CHILD_COUNT,
  decodeCover,
  encodeCover,
  NO_WARD,
  regionOf,
  SPLIT,
  type CoverTree,
} from './cover-codec.ts';

const FINEST = 4;
const WARD_COUNT = 600;

type Node = number | Node[];

/** Lists a nested tree in preorder. */
function flatten(nodes: readonly Node[]): number[] {
  return nodes.flatMap((node) => (typeof node === 'number' ? [node] : [SPLIT, ...flatten(node)]));
}

/** Reads a decoded tree back into nested form. */
function unflatten(tree: CoverTree): Node[] {
  const read = (node: number): Node =>
    node < 0
      ? -2 - node
      : Array.from({ length: CHILD_COUNT }, (_, digit) =>
          read(tree.blocks[node * CHILD_COUNT + digit] ?? -1),
        );
  return Array.from(tree.roots, read);
}

const leaf = fc.integer({ min: NO_WARD, max: WARD_COUNT - 1 });
function nodeOfDepth(depth: number): fc.Arbitrary<Node> {
  if (depth === 0) return leaf;
  const divided = fc.array(nodeOfDepth(depth - 1), { minLength: CHILD_COUNT, maxLength: CHILD_COUNT });
  return fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: divided });
}
const roots = fc
  .array(nodeOfDepth(FINEST), { maxLength: BASE_CELL_COUNT })
  .map((some) => [...some, ...new Array<Node>(BASE_CELL_COUNT - some.length).fill(NO_WARD)]);

function encode(nodes: readonly Node[], finestResolution = FINEST): Buffer {
  return encodeCover(Int32Array.from(flatten(nodes)), finestResolution);
}

function expectRefused(bytes: Uint8Array, wardCount = WARD_COUNT): void {
  let thrown: unknown;
  try {
    decodeCover(bytes, wardCount);
  } catch (error) {
    thrown = error;
  }
  expect(isGeomillError(thrown, 'DATASET_BAD')).toBe(true);
}

const allNone = new Array<Node>(BASE_CELL_COUNT).fill(NO_WARD);

describe('the cover codec', () => {
  it('reads back every tree it writes', () => {
    fc.assert(
      fc.property(roots, (nodes) => {
        const tree = decodeCover(encode(nodes), WARD_COUNT);
        expect(tree.finestResolution).toBe(FINEST);
        expect(unflatten(tree)).toEqual(nodes);
      }),
      { numRuns: 50 },
    );
  });

  it('reads the same wards under a region alone', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: FINEST, maxLength: FINEST });
    let found = 0;
    fc.assert(
      fc.property(nodeOfDepth(FINEST), fc.integer({ min: 0, max: 20 }), digits, (node, number, path) => {
        // Wards before and behind the base cell: the region refers back to wards that are not kept.
        const nodes = allNone.map((none, i) =>
          i === number ? node : i % 3 === 0 ? [[1, 2, 3, 4, 5, 6, 7], 8, 9, 8, 7, 1, i] : none,
        );
        const bytes = encode(nodes);
        const cell = joinCell(
          path.reduce((above, digit, i) => childCell(above, i + 1, digit), baseCell(number)),
        );
        const whole = findWardOfCell(decodeCover(bytes, WARD_COUNT), cell);
        const region = decodeCover(bytes, WARD_COUNT, regionOf(cell));
        expect(findWardOfCell(region, cell)).toBe(whole);
        if (whole !== NO_WARD && Array.isArray(node)) found++;
      }),
      { numRuns: 400, seed: 20_261_122 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('keeps apart more wards than it remembers', () => {
    const blocks = Array.from({ length: 100 }, (_, block) =>
      Array.from({ length: 7 }, (_, i) => (block * 7 + i) % WARD_COUNT),
    );
    const nodes = [...blocks, ...blocks.slice(0, BASE_CELL_COUNT - blocks.length)];
    expect(unflatten(decodeCover(encode(nodes), WARD_COUNT))).toEqual(nodes);
  });

  it('writes the same bytes for the same cover', () => {
    const nodes: Node[] = [[1, 2, 3, NO_WARD, 1, 2, 3], ...allNone.slice(1)];
    expect(encode(nodes)).toEqual(encode(nodes));
  });

  it('refuses what is no cover', () => {
    expectRefused(new Uint8Array());
    expectRefused(Buffer.from('GMC1'.padEnd(40, 'x')));
    expectRefused(Buffer.concat([encode(allNone).subarray(0, 20), Buffer.from('not brotli')]));
  });

  it('refuses every truncation', () => {
    const bytes = encode([[1, 2, 3, NO_WARD, 1, 2, 3], ...allNone.slice(1)]);
    for (let length = 0; length < bytes.length; length++) expectRefused(bytes.subarray(0, length));
  });

  it('refuses a ward that the dataset does not have', () => {
    const bytes = encode([7, ...allNone.slice(1)]);
    expect(() => decodeCover(bytes, 8)).not.toThrow();
    expectRefused(bytes, 7);
  });

  it('refuses cells finer than its header says, and too few of them', () => {
    const inner: Node[] = [1, 1, 1, 1, 1, 1, 2];
    expectRefused(encode([[inner, 1, 1, 1, 1, 1, 1], ...allNone.slice(1)], 1));
    expectRefused(encode(allNone.slice(1)));
    expectRefused(encode([...allNone, 1]));
  });
});
