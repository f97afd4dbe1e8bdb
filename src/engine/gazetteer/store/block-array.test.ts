import { describe, expect, it } from 'vitest';
import { createBlockArray, wholeArray } from './block-array.ts';

const LENGTH = 100_000;
const HEAD_BYTES = 64;

/** An array behind some other bytes of its file, with the ranges of bytes that were needed. */
function open(length = LENGTH) {
  const bytes = new SharedArrayBuffer(HEAD_BYTES + 4 * length);
  const values = new Uint32Array(bytes, HEAD_BYTES, length).map((_, at) => at + 7);
  const needed: [number, number][] = [];
  const need = (start: number, end: number): void => {
    needed.push([start, end]);
    // As a file does: the elements are there when they were needed.
    for (let at = start; at < end; at += 4) {
      const index = (at - HEAD_BYTES) / 4;
      view[index] = values[index] as number;
    }
  };
  const view = new Uint32Array(bytes, HEAD_BYTES, length);
  return {
    array: createBlockArray(view, { bytes, need, readBytes: () => 0, close: () => undefined }),
    values,
    needed,
  };
}

describe('an array that is read by block', () => {
  it('reads the bytes of an element before it returns it', () => {
    const { array, needed } = open();
    expect(needed).toEqual([]);
    expect([array[0], array[LENGTH - 1], array[4711]]).toEqual([7, LENGTH + 6, 4718]);
    expect(needed).toEqual([
      [64, 68],
      [64 + 4 * LENGTH - 4, 64 + 4 * LENGTH],
      [64 + 4 * 4711, 64 + 4 * 4712],
    ]);
  });

  it('reads nothing for its length, nor for what is beyond its end', () => {
    const { array, needed } = open();
    expect([array.length, array.byteLength, array.byteOffset]).toEqual([LENGTH, 4 * LENGTH, HEAD_BYTES]);
    expect([array[LENGTH], array[2 ** 32], array.at(LENGTH), array.at(-LENGTH - 1)]).toEqual(
      new Array(4).fill(undefined),
    );
    expect(array.subarray(5, 5)).toHaveLength(0);
    expect(needed).toEqual([]);
  });

  it('is an array of its type', () => {
    const { array } = open();
    expect(array).toBeInstanceOf(Uint32Array);
    expect(array).not.toBeInstanceOf(Int32Array);
  });

  it('reads the range of a part', () => {
    const { array, values, needed } = open();
    expect(array.subarray(10, 20)).toEqual(values.subarray(10, 20));
    expect(array.subarray(-3)).toEqual(values.subarray(-3));
    expect(array.at(-1)).toBe(LENGTH + 6);
    expect(needed).toEqual([
      [104, 144],
      [64 + 4 * (LENGTH - 3), 64 + 4 * LENGTH],
      [64 + 4 * (LENGTH - 1), 64 + 4 * LENGTH],
    ]);
  });

  it.each<[string, (array: Uint32Array<ArrayBufferLike>) => unknown]>([
    ['a method', (array) => array.indexOf(LENGTH + 6)],
    ['a loop over elements', (array) => array.reduce((sum, each) => sum + each, 0)],
    ['its iterator', (array) => [...array].at(-1)],
    ['its memory', (array) => new Uint32Array(array.buffer, array.byteOffset, array.length).at(-1)],
    ['wholeArray', (array) => wholeArray(array).at(-1)],
  ])('reads all for %s', (_, use) => {
    const { array, values, needed } = open();
    expect(use(array)).toEqual(use(values));
    expect(needed[0]).toEqual([64, 64 + 4 * LENGTH]);
  });

  it('is read at once and free of checks if it is small', () => {
    const { array, values, needed } = open(1000);
    expect(needed).toEqual([[64, 64 + 4000]]);
    expect(array).toEqual(values);
    expect(array.indexOf(8)).toBe(1);
    expect(needed).toHaveLength(1);
  });

  it('passes the error of a block that cannot be read to the access', () => {
    const view = new Uint32Array(new SharedArrayBuffer(4 * LENGTH));
    const need = () => {
      throw new Error('damaged');
    };
    const array = createBlockArray(view, {
      bytes: view.buffer,
      need,
      readBytes: () => 0,
      close: () => undefined,
    });
    expect(() => array[3]).toThrow('damaged');
    expect(() => array.subarray(1, 2)).toThrow('damaged');
    expect(() => array.indexOf(3)).toThrow('damaged');
  });
});
