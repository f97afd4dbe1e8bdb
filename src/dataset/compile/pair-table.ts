import { createColumn } from '../../engine/gazetteer/store/column.ts';

/** Table of distinct pairs of integers, numbered in the order of their first use. */
export interface PairTable {
  readonly count: number;
  /** Returns the number of a pair; a new pair gets the next number. */
  add(first: number, second: number): number;
  /** Returns the number of a pair, or -1. */
  find(first: number, second: number): number;
  first(number: number): number;
  second(number: number): number;
}

/** Creates an empty table. Shape: pairs of unsigned 32-bit numbers. Cost: about 20 bytes per pair, outside of the heap. */
export function createPairTable(): PairTable {
  const firsts = createColumn('u32');
  const seconds = createColumn('u32');
  let slots = new Uint32Array(1 << 10);

  /** Returns the slot of a pair, or the free slot for it. */
  function slotOf(first: number, second: number): number {
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & (slots.length - 1);
    for (let seen = slots[slot]; seen !== 0; seen = slots[slot]) {
      if (firsts.at(seen - 1) === first && seconds.at(seen - 1) === second) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < firsts.length; number += 1)
      slots[slotOf(firsts.at(number), seconds.at(number))] = number + 1;
  }

  return {
    get count() {
      return firsts.length;
    },
    add(first, second) {
      const slot = slotOf(first, second);
      if (slots[slot] !== 0) return slots[slot] - 1;
      slots[slot] = firsts.length + 1;
      firsts.push(first);
      seconds.push(second);
      if (firsts.length * 2 > slots.length) grow();
      return firsts.length - 1;
    },
    find: (first, second) => slots[slotOf(first, second)] - 1,
    first: (number) => firsts.at(number),
    second: (number) => seconds.at(number),
  };
}
