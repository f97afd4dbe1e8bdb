import { NO_NAME, type Names } from '../names/names.ts';
import type { Ranges } from '../search/ranges.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { addHit, MISSPELT, PARTLY, type Hits } from './hits.ts';
import { isHardGap, WORD, type Question } from './question.ts';

/** Streets that are compared one by one. */
const MOST_STREETS = 4000;
/** Edits that a name may be away, and letters that it has at least for each. */
const MOST_EDITS = 3;
const LETTERS_AN_EDIT = 4;
const LONGEST = 40;
/** How sure a name is, by its edits. */
const QUALITY = [1, 0.93, 0.88, 0.82];
/** A name of which words are missing, by how many of its letters are there. */
const PARTLY_BASE = 0.6;
const PARTLY_SLOPE = 0.38;
const LEAST_PART = 0.5;

/** Compares the words that nothing explains (`marks` 0) with the names of the streets in a recognised unit: several letters may be wrong, or words missing. */
export function addScanned(
  question: Question,
  names: Names,
  tables: PlaceTables,
  hits: Hits,
  marks: Uint8Array,
  ranges: Ranges,
): void {
  const { role, count, start } = question;
  for (let from = 0; from < count; from += 1) {
    if (role[from] !== WORD || marks[from] === 2) continue;
    let open = marks[from] === 0;
    let to = from + 1;
    while (to < count && role[to] === WORD && marks[to] !== 2 && !isHardGap(question, to)) {
      if (marks[to] === 0) open = true;
      to += 1;
    }
    const length = (start[to] as number) - (start[from] as number);
    if (open && length >= LETTERS_AN_EDIT && length <= LONGEST)
      scanRun(question, names, tables, hits, ranges, from, to);
    from = to - 1;
  }
}

function scanRun(
  question: Question,
  names: Names,
  tables: PlaceTables,
  hits: Hits,
  ranges: Ranges,
  from: number,
  to: number,
): void {
  let looked = 0;
  let last = NO_NAME;
  for (let range = 0; range < ranges.length; range += 2) {
    const end = tables.pieceStreetStart[ranges[range + 1] as number] as number;
    for (let street = tables.pieceStreetStart[ranges[range] as number] as number; street < end; street += 1) {
      if (looked === MOST_STREETS) return;
      looked += 1;
      const name = names.thingName[street] as number;
      if (name === NO_NAME || name === last) continue;
      last = name;
      const quality = compare(question, names, name, from, to);
      if (quality > 0)
        addHit(
          question,
          names,
          hits,
          name,
          from,
          to,
          quality > (QUALITY[MOST_EDITS] as number) ? MISSPELT : PARTLY,
          quality,
        );
    }
  }
}

const letters = new Uint8Array(LONGEST + MOST_EDITS + 1);

/** Rates how well a name fits a run of words; 0 where it does not. */
function compare(question: Question, names: Names, name: number, from: number, to: number): number {
  const { bytes, start } = question;
  const first = start[from] as number;
  const length = (start[to] as number) - first;
  const textStart = names.offset[name] as number;
  const textEnd = names.offset[name + 1] as number;
  if (textEnd - textStart > 2 * LONGEST) return 0;
  let size = 0;
  for (let i = textStart; i < textEnd && size < letters.length; i += 1)
    if (names.text[i] !== SPACE) letters[size++] = names.text[i] as number;
  const allowed = Math.min(MOST_EDITS, Math.floor(Math.max(size, length) / LETTERS_AN_EDIT));
  if (Math.abs(size - length) <= allowed) {
    const edits = boundedDistance(letters, size, bytes, first, length, allowed);
    if (edits <= allowed) return QUALITY[edits] as number;
  }
  const part = sharedWords(question, names, name, from, to);
  return part >= LEAST_PART ? PARTLY_BASE + PARTLY_SLOPE * part : 0;
}

const SPACE = 0x20;
const rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/** Counts edits (swaps of neighbours are one) up to a bound; more than the bound says only that there are more. */
function boundedDistance(
  a: Uint8Array,
  aLength: number,
  b: Uint8Array,
  bStart: number,
  bLength: number,
  bound: number,
): number {
  let [before, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= bLength; j += 1) previous[j] = j;
  for (let i = 1; i <= aLength; i += 1) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= bLength; j += 1) {
      const same = a[i - 1] === b[bStart + j - 1];
      let cost = Math.min(
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
        (previous[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[bStart + j - 2] && a[i - 2] === b[bStart + j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[bLength] as number;
}

/** Returns which share of the letters of a name and of a run are words of both, in the same order. */
function sharedWords(
  { bytes, start }: Question,
  names: Names,
  name: number,
  from: number,
  to: number,
): number {
  const end = names.offset[name + 1] as number;
  let token = from;
  let shared = 0;
  let total = 0;
  for (let at = names.offset[name] as number; at < end; at += 1) {
    let wordEnd = at;
    while (wordEnd < end && names.text[wordEnd] !== SPACE) wordEnd += 1;
    const length = wordEnd - at;
    total += length;
    for (let t = token; t < to; t += 1) {
      const first = start[t] as number;
      if ((start[t + 1] as number) - first !== length) continue;
      let same = 0;
      while (same < length && bytes[first + same] === names.text[at + same]) same += 1;
      if (same < length) continue;
      shared += length;
      token = t + 1;
      break;
    }
    at = wordEnd;
  }
  return shared / Math.max(total, (start[to] as number) - (start[from] as number));
}
