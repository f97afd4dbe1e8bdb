import { rollInitial } from '../../gazetteer/names/initials.ts';
import { bitOfWord, hashBytes } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { SHORTEST_TYPO } from '../../gazetteer/names/typo-table.ts';
import { ABBREVIATED, addHit, MISSPELT, PARTLY } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { type Marks, MOST_TOKENS, type Question } from './question.ts';
import { eachOpenRun, eachOpenSpan } from './name-spans.ts';

/** Most candidate names of a span. */
const MOST_NAMES = 24;
/** Fewest and most letters of a word that may be initials. */
const FEWEST_INITIALS = 2;
const MOST_INITIALS = 5;
/** Most letters of a shortened word. */
const SHORT_WORD = 2;
const INITIALS_QUALITY = 0.85;
/** Quality of two initials, which are ambiguous ("BĐ": bán đảo, Bạch Đằng). */
const TWO_INITIALS_QUALITY = 0.7;
const SHORTENED_QUALITY = 0.9;
const SPACE = 0x20;

const found = new Int32Array(MOST_NAMES);

/** Reports whether a name may be a hit. */
export type NameTest = (name: number) => boolean;

/** Adds hits by initials (`NTMK`) and by shortened words (`Ng. T. Minh Khai`, `Lê T Riêng`). */
export function addAbbreviated(inquiry: Inquiry, names: Names, marks: Marks, mayFit: NameTest): void {
  const { question, hits } = inquiry;
  const { start, bytes } = question;
  eachOpenSpan(question, marks, (from, to) => {
    const first = start[from];
    const end = start[to];
    if (to === from + 1) {
      if (end - first < FEWEST_INITIALS || end - first > MOST_INITIALS) return;
      const count = names.withInitials(hashBytes(bytes, first, end), found);
      const quality = end - first === FEWEST_INITIALS ? TWO_INITIALS_QUALITY : INITIALS_QUALITY;
      for (let i = 0; i < count; i += 1)
        if (mayFit(found[i])) addHit(question, names, hits, found[i], from, to, ABBREVIATED, quality);
    } else if (hasShortWord(question, from, to)) {
      let hash = 0;
      for (let i = from; i < to; i += 1) hash = rollInitial(hash, bytes, start[i], start[i + 1]);
      const count = names.withInitials(hash, found);
      for (let i = 0; i < count; i += 1) {
        const name = found[i];
        if (shortens(question, names, name, from, to) && mayFit(name))
          addHit(question, names, hits, name, from, to, ABBREVIATED, SHORTENED_QUALITY);
      }
    }
  });
}

function hasShortWord({ tokens }: Question, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (tokens[i].text.length <= SHORT_WORD) return true;
  return false;
}

/** Reports whether each token is a prefix of the word at the same index of a name. */
function shortens({ start, bytes }: Question, names: Names, name: number, from: number, to: number): boolean {
  let at = names.offset[name];
  const end = names.offset[name + 1];
  for (let token = from; token < to; token += 1) {
    for (let i = start[token]; i < start[token + 1]; i += 1, at += 1)
      if (at >= end || names.text[at] !== bytes[i]) return false;
    while (at < end && names.text[at] !== SPACE) at += 1;
    at += 1;
  }
  return at >= end;
}

/** Quality of a name with one wrong letter; lower for a short name. */
const MISSPELT_QUALITY = 0.95;
const SHORT_MISSPELT_QUALITY = 0.88;
const SHORT_KEY = 7;

/** Adds hits for names one edit away from unexplained words. */
export function addMisspelt(inquiry: Inquiry, names: Names, marks: Marks, mayFit: NameTest): void {
  const { question, hits } = inquiry;
  const { start, bytes } = question;
  eachOpenSpan(question, marks, (from, to) => {
    const length = start[to] - start[from];
    if (length < SHORTEST_TYPO) return;
    const count = names.near(bytes, start[from], start[to], found);
    const quality = length < SHORT_KEY ? SHORT_MISSPELT_QUALITY : MISSPELT_QUALITY;
    for (let i = 0; i < count; i += 1)
      if (mayFit(found[i])) addHit(question, names, hits, found[i], from, to, MISSPELT, quality);
  });
}

/** Quality of a name by the share of its words in the question: PARTLY_BASE + PARTLY_SLOPE * share. */
const PARTLY_BASE = 0.55;
const PARTLY_SLOPE = 0.42;
const LEAST_SHARE = 0.5;
/** Spaces of a long name. */
const MOST_SPACES = 9;
/** The words of a run as bits. */
const runBits = new Int32Array(MOST_TOKENS);

/** Adds hits for names in any unit that share the rarest word and most other words with the unexplained words. */
export function addPartly(inquiry: Inquiry, names: Names, marks: Marks, mayFit: NameTest): void {
  const { question, hits } = inquiry;
  eachOpenRun(question, marks, (from, to) => {
    const rarest = rarestWord(question, names, from, to);
    if (rarest < 0) return;
    const { start, bytes } = question;
    const letters = start[to] - start[from];
    for (let i = from; i < to; i += 1) runBits[i] = bitOfWord(bytes, start[i], start[i + 1]);
    const end = names.wordNameStart[rarest + 1];
    for (let i = names.wordNameStart[rarest]; i < end; i += 1) {
      const name = names.wordName[i];
      // Most names are too short or too long to share half of the letters.
      const size = names.offset[name + 1] - names.offset[name];
      if (size < LEAST_SHARE * letters || LEAST_SHARE * (size - MOST_SPACES) > letters) continue;
      // Most others have the rarest word alone, which their bits show without their text.
      const bits = names.wordBits(name);
      let common = 0;
      for (let at = from; at < to; at += 1)
        if ((bits & runBits[at]) !== 0) common += start[at + 1] - start[at];
      const own = names.lettersOf(name);
      if (common < LEAST_SHARE * Math.max(letters, own)) continue;
      // "Dang" is no part of "Bạch Đằng": one syllable inside other words says nothing.
      if ((to - from > 1 && own === size) || !mayFit(name)) continue;
      const { share, from: first, to: last } = shareWords(question, names, name, from, to, LEAST_SHARE);
      if (share >= LEAST_SHARE)
        addHit(question, names, hits, name, first, last, PARTLY, PARTLY_BASE + PARTLY_SLOPE * share);
    }
  });
}

/** Returns the word of a run that occurs in the fewest names; -1 if all words are unknown or too common. */
function rarestWord({ start, bytes }: Question, names: Names, from: number, to: number): number {
  let rarest = -1;
  for (let token = from; token < to; token += 1) {
    const first = start[token];
    const end = start[token + 1];
    const word = names.findWord(hashBytes(bytes, first, end), bytes, first, end);
    if (word < 0 || names.wordNameStart[word] === names.wordNameStart[word + 1]) continue;
    if (rarest < 0 || names.wordCount[word] < names.wordCount[rarest]) rarest = word;
  }
  return rarest;
}

/**
 * The words that a name and a run of tokens have in common, in the same order.
 *
 * Shape: `share` is the share of the letters of the longer one in common words; `from` and `to` are the bounds of the common tokens.
 */
interface SharedWords {
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
function shareWords(
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
