import { ARRAY_TYPES, type ArrayType } from './array-types.ts';

type ArrayOf<T extends ArrayType> = InstanceType<(typeof ARRAY_TYPES)[T]>;

/** A typed array that grows value by value. */
export interface Column<T extends ArrayType> {
  readonly length: number;
  push(value: number): void;
  at(index: number): number;
  /** Replaces a value that was pushed before. */
  set(index: number, value: number): void;
  /** Returns the values so far. Shape: shares memory with the column until the next push. */
  values(): ArrayOf<T>;
  /** Gives the memory back; the column is empty then. */
  clear(): void;
}

const FIRST_CAPACITY = 64;

/** Creates an empty column. Cost: up to twice the memory of its values, three times while it grows. */
export function createColumn<T extends ArrayType>(type: T): Column<T> {
  let values = new ARRAY_TYPES[type](FIRST_CAPACITY) as ArrayOf<T>;
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const larger = new ARRAY_TYPES[type](length * 2) as ArrayOf<T>;
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    at: (index) => values[index],
    set: (index, value) => {
      values[index] = value;
    },
    values: () => values.subarray(0, length) as ArrayOf<T>,
    clear() {
      values = new ARRAY_TYPES[type](FIRST_CAPACITY) as ArrayOf<T>;
      length = 0;
    },
  };
}
