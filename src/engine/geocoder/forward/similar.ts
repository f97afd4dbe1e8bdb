import { type Names, NO_NAME } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addHit, MISSPELT, PARTLY } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Marks, Question } from './question.ts';
import { eachOpenRun } from './name-spans.ts';
import type { NameSketches, Sketches } from './name-sketches.ts';

const SPACE = 0x20;

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

/** Most streets that are compared one by one. */
const MOST_STREETS = 4000;
/** Most edits of a name, and the fewest letters for each edit. */
const MOST_EDITS = 3;
const LETTERS_AN_EDIT = 4;
/** Quality of a name by its edits. */
const EDITS_QUALITY = [1, 0.93, 0.88, 0.82];
/** Quality of a name with missing words by the share that is present: PARTLY_BASE + PARTLY_SLOPE * share. */
const PARTLY_BASE = 0.6;
const PARTLY_SLOPE = 0.38;
const LEAST_PART = 0.5;
const MOST_SPACES = 4;

/** Most bytes of a compared text. */
const LONGEST_COMPARED = 48;

const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST_COMPARED + 1)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Returns the number of edits between two byte ranges (a swap of neighbours is one edit), up to a bound.
 *
 * Shape: `bound + 1` or more if the distance is greater than the bound; each range has at most LONGEST_COMPARED bytes.
 * Cost: no allocation, unlike text/edit-distance; returns as soon as the bound is exceeded.
 */
export function byteDistance(
  a: Uint8Array,
  aLength: number,
  b: Uint8Array,
  bStart: number,
  bLength: number,
  bound: number,
): number {
  let [before, previous, current] = rows;
  for (let j = 0; j <= bLength; j += 1) previous[j] = j;
  for (let i = 1; i <= aLength; i += 1) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= bLength; j += 1) {
      const same = a[i - 1] === b[bStart + j - 1];
      let cost = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[bStart + j - 2] && a[i - 2] === b[bStart + j - 1])
        cost = Math.min(cost, before[j - 2] + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[bLength];
}

/**
 * Adds hits for the streets of the recognised unit whose names are similar to the unexplained words: with several wrong letters, or missing words.
 *
 * Cost: one look at each street of the unit, some 0.02 ms for a large unit.
 */
export function addSimilar(
  inquiry: Inquiry,
  names: Names,
  { baseWardStreetStart }: PlaceTables,
  marks: Marks,
  { ofStreets: sketches }: Sketches,
): void {
  const { question, hits, groups } = inquiry;
  const group = groups[0];
  // A whole province has too many similar street names.
  if (group === undefined || (group.stack.ward === undefined && group.stack.district === undefined)) return;
  const { start } = question;
  const { featureName } = names;

  const compare = (street: number, name: number, from: number, to: number): void => {
    const length = start[to] - start[from];
    const letters = sketches.bytesOf(street);
    if (letters * LEAST_PART > length + MOST_SPACES || letters < length * LEAST_PART) return;
    const edits = editsTo(question, names, street, from, to, sketches);
    if (edits <= MOST_EDITS) {
      addHit(question, names, hits, name, from, to, MISSPELT, EDITS_QUALITY[edits]);
      return;
    }
    if (!sketches.mayShare(street, LEAST_PART)) return;
    const { share } = shareWords(question, names, name, from, to, LEAST_PART);
    if (share >= LEAST_PART)
      addHit(question, names, hits, name, from, to, PARTLY, PARTLY_BASE + PARTLY_SLOPE * share);
  };

  eachOpenRun(question, marks, (from, to) => {
    const length = start[to] - start[from];
    if (length < LETTERS_AN_EDIT || length > LONGEST_COMPARED - MOST_EDITS) return;
    sketches.compareWith(question, from, to);
    let left = MOST_STREETS;
    let last = NO_NAME;
    const { ranges } = group;
    for (let range = 0; range < ranges.length && left > 0; range += 2) {
      const first = baseWardStreetStart[ranges[range]];
      const end = Math.min(baseWardStreetStart[ranges[range + 1]], first + left);
      for (let street = first; street < end; street += 1) {
        const name = featureName[street];
        if (name !== NO_NAME && name !== last) compare(street, name, from, to);
        last = name;
      }
      left -= end - first;
    }
  });
}

const unspaced = new Uint8Array(LONGEST_COMPARED);

/** Returns the number of edits between the name of a street without spaces and a run of tokens; MOST_EDITS + 1 if there are too many for the length. */
function editsTo(
  { bytes, start }: Question,
  names: Names,
  street: number,
  from: number,
  to: number,
  sketches: NameSketches,
): number {
  const length = start[to] - start[from];
  const size = sketches.sizeOf(street);
  const allowed = Math.min(MOST_EDITS, Math.floor(Math.max(size, length) / LETTERS_AN_EDIT));
  if (Math.abs(size - length) > allowed || !sketches.mayBeWithin(street, allowed)) return MOST_EDITS + 1;
  const name = names.featureName[street];
  let letters = 0;
  const end = names.offset[name + 1];
  for (let i = names.offset[name]; i < end; i += 1) {
    if (names.text[i] === SPACE) continue;
    if (letters === unspaced.length) return MOST_EDITS + 1;
    unspaced[letters++] = names.text[i];
  }
  const edits = byteDistance(unspaced, letters, bytes, start[from], length, allowed);
  return edits <= allowed ? edits : MOST_EDITS + 1;
}
