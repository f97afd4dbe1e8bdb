import type { BlockFile } from './block-file.ts';
import type { NumberArray } from './array-types.ts';

/** Arrays up to this size are read as a whole. Units: bytes. */
const WHOLE_ARRAY_BYTES = 1 << 18;

/**
 * Returns an array over a file that is read by block: whatever uses elements of it reads their blocks before.
 *
 * Shape: `array` is a view of the bytes of the file. A small array is read at once and returned itself.
 * Errors: DATASET_BAD, thrown by the access, if a block cannot be read or is damaged.
 * Cost: about a tenth of a microsecond for an access, so this is for a few questions only. {@link wholeArray} returns an array without
 * that cost.
 */
export function createBlockArray<A extends NumberArray>(array: A, { need }: BlockFile): A {
  const { byteOffset, byteLength, length, BYTES_PER_ELEMENT: size } = array;
  const needElements = (start: number, end: number): void => {
    if (start < end) need(byteOffset + start * size, byteOffset + end * size);
  };
  if (byteLength <= WHOLE_ARRAY_BYTES) {
    needElements(0, length);
    return array;
  }
  const own: Record<string, unknown> = {
    length,
    byteOffset,
    byteLength,
    subarray(start?: number, end?: number) {
      const part = array.subarray(start, end);
      const from = (part.byteOffset - byteOffset) / size;
      needElements(from, from + part.length);
      return part;
    },
    at(index: number) {
      const at = index < 0 ? length + index : index;
      needElements(Math.max(at, 0), Math.min(at + 1, length));
      return array[at];
    },
  };
  return new Proxy(array, {
    get(_, key) {
      if (typeof key === 'string') {
        const at = isDigit(key.charCodeAt(0)) ? Number(key) : -1;
        if (at >= 0) {
          if (at < length) needElements(at, at + 1);
          return array[at];
        }
        if (Object.hasOwn(own, key)) return own[key];
      }
      // Whoever takes the memory itself, or a method such as `indexOf`, may read all of it.
      needElements(0, length);
      const value: unknown = Reflect.get(array, key, array);
      return typeof value === 'function' ? (value.bind(array) as unknown) : value;
    },
  });
}

/** Returns an array of which all is read, for whoever looks at elements all over it. Cost: none where the dataset is read as a whole. */
export function wholeArray<A extends NumberArray>(array: A): A {
  return array.subarray() as A;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
