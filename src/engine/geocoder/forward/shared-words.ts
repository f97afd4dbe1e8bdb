import type { Names } from '../../gazetteer/names/names.ts';
import type { Question } from './question.ts';

const SPACE = 0x20;

/**
 * The words that a name and a run of tokens have in common, in the same order.
 *
 * Shape: `share` is the share of the letters of the longer one in common words; `from` and `to` are the bounds of the common tokens.
 */
export interface SharedWords {
  share: number;
  from: number;
  to: number;
}

const shared: SharedWords = { share: 0, from: 0, to: 0 };

/**
 * Compares a name with a run of tokens word by word; the next call overwrites the returned object.
 *
 * Shape: a share below `least` may be returned as 0. Cost: reads a name only as long as it can still reach that.
 */
export function shareWords(
  { bytes, start }: Question,
  names: Names,
  name: number,
  from: number,
  to: number,
  least = 0,
): SharedWords {
  const end = names.offset[name + 1];
  // Rounding must not drop a share of exactly the least.
  const leastLetters = least * (start[to] - start[from]) - 1e-9;
  let token = from;
  let letters = 0;
  let total = 0;
  shared.from = to;
  shared.to = from;
  for (let at = names.offset[name]; at < end;) {
    let wordEnd = at;
    while (wordEnd < end && names.text[wordEnd] !== SPACE) wordEnd += 1;
    const length = wordEnd - at;
    total += length;
    let t = token;
    while (t < to && !equals(bytes, start[t], start[t + 1], names.text, at, length)) t += 1;
    if (t < to) {
      letters += length;
      shared.from = Math.min(shared.from, t);
      shared.to = t + 1;
      token = t + 1;
    }
    at = wordEnd + 1;
    if (letters + Math.max(0, end - at) < leastLetters) {
      shared.share = 0;
      return shared;
    }
  }
  shared.share = letters / Math.max(total, start[to] - start[from]);
  return shared;
}

function equals(
  bytes: Uint8Array,
  start: number,
  end: number,
  text: Uint8Array,
  at: number,
  length: number,
): boolean {
  if (end - start !== length) return false;
  for (let i = 0; i < length; i += 1) if (bytes[start + i] !== text[at + i]) return false;
  return true;
}
