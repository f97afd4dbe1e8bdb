/** Most bytes of the key of a query or name. */
export const LONGEST_TEXT = 4096;

const ZERO = 0x30;
const NINE = 0x39;

/**
 * Writes a folded word in the form in which names are compared: `y` as `i`, the `-` of numbers as `/`, numbers without leading zeros.
 *
 * Shape: UTF-8 into `bytes` from `at`; returns the end, never past the end of `bytes`.
 */
export function writeWord(word: string, bytes: Uint8Array, at: number): number {
  let end = at;
  let inNumber = false;
  for (let i = 0; i < word.length && end < bytes.length - 3; i += 1) {
    const code = word.charCodeAt(i);
    const isDigit = code >= ZERO && code <= NINE;
    if (code === ZERO && !inNumber && isDigitAt(word, i + 1)) continue;
    inNumber = isDigit;
    if (code < 0x80) bytes[end++] = code === 0x79 ? 0x69 : code === 0x2d ? 0x2f : code;
    else if (code < 0x800) {
      bytes[end++] = 0xc0 | (code >> 6);
      bytes[end++] = 0x80 | (code & 0x3f);
    } else {
      bytes[end++] = 0xe0 | (code >> 12);
      bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[end++] = 0x80 | (code & 0x3f);
    }
  }
  return end;
}

function isDigitAt(word: string, index: number): boolean {
  const code = word.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}

/** Multiplier of the rolling hash: odd, so that it has an inverse modulo 2^32. */
const BASE = 0x01000193;
const POWERS = powers(LONGEST_TEXT + 1);

function powers(count: number): Int32Array {
  const table = new Int32Array(count);
  let power = 1;
  for (let i = 0; i < count; i += 1) {
    table[i] = power;
    power = Math.imul(power, BASE);
  }
  return table;
}

/** Extends the rolling hash of some bytes by one more. */
export function rollHash(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte + 1) | 0;
}

/**
 * Returns the rolling hash of a range of bytes from the hashes of two prefixes: `whole` up to its end, `before` up to its start.
 *
 * Cost: constant, for every span of words and every key with one letter deleted.
 */
export function cutHash(whole: number, before: number, length: number): number {
  return (whole - Math.imul(before, POWERS[length])) | 0;
}

/** Returns the rolling hash of two ranges joined; `length` is that of the second. */
export function joinHash(first: number, second: number, length: number): number {
  return (Math.imul(first, POWERS[length]) + second) | 0;
}

/** Returns the rolling hash of a range of bytes. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i += 1) hash = rollHash(hash, bytes[i]);
  return hash;
}

/** Returns the bit of a word, one of 32: words of different bits are different. */
export function bitOfWord(bytes: Uint8Array, start: number, end: number): number {
  const hash = hashBytes(bytes, start, end);
  return 1 << ((hash ^ (hash >>> 15)) & 31);
}
