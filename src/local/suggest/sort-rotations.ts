import { typeWordLength } from './abbreviations.ts';
import { LAST_ROTATION_BYTE, packRotation } from './suggest-arrays.ts';

/** Counts the words of a key that a rotation can begin at. */
const MOST_ROTATIONS = 8;

/** How many bytes of a rotation are compared as one number. */
const HEAD = 6;

/** Holds keys as UTF-8, and their rotations sorted by text. */
export interface SortedRotations {
  keyText: Uint8Array;
  keyOffset: Uint32Array;
  rotation: Uint32Array;
}

/** Lists and sorts the rotations of keys: by their bytes, what ends first first, then by key. */
export function sortRotations(keys: readonly string[]): SortedRotations {
  const encoded = Buffer.from(keys.join(''));
  const keyText = new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length).slice();
  const keyOffset = new Uint32Array(keys.length + 1);
  const packed: number[] = [];
  keys.forEach((key, number) => {
    keyOffset[number + 1] = (keyOffset[number] as number) + Buffer.byteLength(key);
    const words = key.split(' ');
    const nameStart = typeWordLength(words);
    for (let i = 0, byte = 0; i < words.length && i < MOST_ROTATIONS && byte <= LAST_ROTATION_BYTE; i += 1) {
      const isInner = i > 0 && (i !== nameStart || /^\d+$/.test(words[i] as string));
      packed.push(packRotation(number, isInner, byte));
      byte += Buffer.byteLength(words[i] as string) + 1;
    }
  });
  return { keyText, keyOffset, rotation: sortByText(Uint32Array.from(packed), keyText, keyOffset) };
}

function sortByText(packed: Uint32Array, keyText: Uint8Array, keyOffset: Uint32Array): Uint32Array {
  const startOf = (at: number): number => (keyOffset[at >>> 7] as number) + (at & LAST_ROTATION_BYTE);
  const head = Float64Array.from(packed, (each) => {
    const start = startOf(each);
    const end = keyOffset[(each >>> 7) + 1] as number;
    let value = 0;
    for (let i = 0; i < HEAD; i += 1)
      value = value * 256 + (start + i < end ? (keyText[start + i] as number) : 0);
    return value;
  });
  const order = Uint32Array.from(packed.keys());
  order.sort((a, b) => {
    const byHead = (head[a] as number) - (head[b] as number);
    if (byHead !== 0) return byHead;
    const [x, y] = [packed[a] as number, packed[b] as number];
    const endX = keyOffset[(x >>> 7) + 1] as number;
    const endY = keyOffset[(y >>> 7) + 1] as number;
    let i = startOf(x) + HEAD;
    let j = startOf(y) + HEAD;
    for (; i < endX && j < endY; i += 1, j += 1) {
      const byByte = (keyText[i] as number) - (keyText[j] as number);
      if (byByte !== 0) return byByte;
    }
    return Math.max(0, endX - i) - Math.max(0, endY - j) || x - y;
  });
  return order.map((at) => packed[at] as number);
}
