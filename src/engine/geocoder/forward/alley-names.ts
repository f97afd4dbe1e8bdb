import { hashBytes, joinHash, LONGEST_TEXT, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { PathSteps } from './path-steps.ts';

const key = new Uint8Array(LONGEST_TEXT);
const ALLEY = writeWord('ngo', key, 0);
const ALLEY_HASH = hashBytes(key, 0, ALLEY);

/** Returns the name of an alley by the first `taken` steps of a house path: "ngõ 12 Lê Lợi" and "ngõ 12/3 Lê Lợi" for house 12/3/45 on Lê Lợi; -1 for none. */
export function findAlley(names: Names, street: number, steps: PathSteps, taken: number): number {
  writeWord('ngo', key, 0);
  let end = ALLEY;
  for (let i = 0; i < taken; i += 1) {
    if (i > 0) key[end++] = 0x2f;
    end = writeNumber(steps.number[i], end);
    if (steps.letter[i] !== 0) end = writeLetters(steps.letter[i], end);
  }
  const from = names.offset[street];
  const to = names.offset[street + 1];
  if (end + to - from > key.length) return -1;
  for (let i = from; i < to; i += 1) if (names.text[i] !== 0x20) key[end++] = names.text[i];
  return names.find(joinHash(ALLEY_HASH, hashBytes(key, ALLEY, end), end - ALLEY), key, 0, end);
}

function writeNumber(number: number, at: number): number {
  let digits = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  let rest = number;
  for (let i = at + digits - 1; i >= at; i -= 1) {
    key[i] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + digits;
}

/** Writes the letters of a step; the inverse of letterCode in path-steps. */
function writeLetters(code: number, at: number): number {
  let end = at;
  for (let power = 37 ** 5; power >= 1; power /= 37) {
    const digit = Math.floor(code / power) % 37;
    if (digit === 0) break;
    key[end++] = digit < 11 ? 0x2f + digit : 0x61 + digit - 11;
  }
  return end;
}
