import type { Names } from '../names/names.ts';
import { rollHash } from '../names/name-key.ts';
import { rollInitial } from '../names/initials.ts';
import { SHORTEST_TYPO } from '../names/typo-table.ts';
import { ABBREVIATED, addHit, MISSPELT, PARTLY, type Hits } from './hits.ts';
import { ALLEY_WORD, HOUSE_WORD, isHardGap, LETTER, NUMBER, WORD, type Question } from './question.ts';

/** Words that a misspelt name can have. */
const LONGEST = 6;
/** Names that one span is taken for at most. */
const MOST_NAMES = 24;
/** How sure a name is with one letter wrong, by its length: the shorter, the less. */
const TYPO_QUALITY = 0.95;
const SHORT_TYPO_QUALITY = 0.88;
const SHORT_KEY = 7;
const INITIALS_QUALITY = 0.85;
const ABBREVIATED_QUALITY = 0.9;
/** A name of which some words are missing, or some more were written. */
const PARTLY_BASE = 0.55;
const PARTLY_SLOPE = 0.42;
const LEAST_OVERLAP = 0.5;

const near = new Int32Array(MOST_NAMES);

/** Finds names one edit away from spans that touch words nothing explains (`marks` 0), without words of units (`marks` 2). */
export function addMisspelt(question: Question, names: Names, hits: Hits, marks: Uint8Array): void {
  const { start, bytes } = question;
  eachSpan(question, marks, (from, to) => {
    const length = (start[to] as number) - (start[from] as number);
    if (length < SHORTEST_TYPO) return;
    const count = names.near(bytes, start[from] as number, start[to] as number, near);
    const quality = length < SHORT_KEY ? SHORT_TYPO_QUALITY : TYPO_QUALITY;
    for (let i = 0; i < count; i += 1)
      addHit(question, names, hits, near[i] as number, from, to, MISSPELT, quality);
  });
}

/** Finds names by initials (`NTMK`) and by words cut short (`Ng. T. Minh Khai`, `Lê T Riêng`). */
export function addInitials(question: Question, names: Names, hits: Hits, marks: Uint8Array): void {
  const { start, bytes, tokens } = question;
  eachSpan(question, marks, (from, to) => {
    const first = start[from] as number;
    const end = start[to] as number;
    if (to === from + 1) {
      if (end - first < 2 || end - first > 5) return;
      let hash = 0;
      for (let i = first; i < end; i += 1) hash = rollHash(hash, bytes[i] as number);
      const count = names.withInitials(hash, near);
      for (let i = 0; i < count; i += 1)
        addHit(question, names, hits, near[i] as number, from, to, ABBREVIATED, INITIALS_QUALITY);
      return;
    }
    let short = false;
    let hash = 0;
    for (let i = from; i < to; i += 1) {
      const { text } = tokens[i] as { text: string };
      if (text.length <= 2) short = true;
      hash = rollInitial(hash, bytes, start[i] as number, start[i + 1] as number);
    }
    if (!short) return;
    const count = names.withInitials(hash, near);
    for (let i = 0; i < count; i += 1) {
      if (abbreviates(question, names, near[i] as number, from, to))
        addHit(question, names, hits, near[i] as number, from, to, ABBREVIATED, ABBREVIATED_QUALITY);
    }
  });
}

/** Tells whether each token begins the word of a name in its place. */
function abbreviates(
  { start, bytes }: Question,
  names: Names,
  name: number,
  from: number,
  to: number,
): boolean {
  let at = names.offset[name] as number;
  const end = names.offset[name + 1] as number;
  for (let token = from; token < to; token += 1) {
    for (let i = start[token] as number; i < (start[token + 1] as number); i += 1, at += 1)
      if (at >= end || names.text[at] !== bytes[i]) return false;
    while (at < end && names.text[at] !== SPACE) at += 1;
    at += 1;
  }
  return at >= end;
}

const SPACE = 0x20;

/** Finds names that share their rarest word and most others with a part of the question, in the same order. */
export function addOverlapping(question: Question, names: Names, hits: Hits, marks: Uint8Array): void {
  const { role, start, bytes, partEnd, count } = question;
  for (let token = 0; token < count; token += 1) {
    if (role[token] !== WORD || marks[token] !== 0) continue;
    const end = partEnd[token] as number;
    let to = token;
    while (to < end && role[to] === WORD && marks[to] === 0) to += 1;
    addRunOverlap(question, names, hits, token, to);
    token = to - 1;
  }
  void start;
  void bytes;
}

/** Looks for the names that hold the rarest word of a run. */
function addRunOverlap(question: Question, names: Names, hits: Hits, from: number, to: number): void {
  let rarest = -1;
  for (let token = from; token < to; token += 1) {
    const word = wordAt(question, names, token);
    if (word < 0 || names.wordNameStart[word] === names.wordNameStart[word + 1]) continue;
    if (rarest < 0 || (names.wordCount[word] as number) < (names.wordCount[rarest] as number)) rarest = word;
  }
  if (rarest < 0) return;
  const best = new Float64Array(2);
  for (
    let i = names.wordNameStart[rarest] as number;
    i < (names.wordNameStart[rarest + 1] as number);
    i += 1
  ) {
    const name = names.wordName[i] as number;
    const overlap = overlapOf(question, names, name, from, to, best);
    if (overlap >= LEAST_OVERLAP)
      addHit(
        question,
        names,
        hits,
        name,
        best[0] as number,
        best[1] as number,
        PARTLY,
        PARTLY_BASE + PARTLY_SLOPE * overlap,
      );
  }
}

/** Measures which share of the letters of a name stand in a run of tokens, in order; the tokens from first to last go to `span`. */
function overlapOf(
  { start, bytes }: Question,
  names: Names,
  name: number,
  from: number,
  to: number,
  span: Float64Array,
): number {
  const end = names.offset[name + 1] as number;
  let token = from;
  let shared = 0;
  let letters = 0;
  span[0] = to;
  span[1] = from;
  for (let at = names.offset[name] as number; at < end; at += 1) {
    let wordEnd = at;
    while (wordEnd < end && names.text[wordEnd] !== SPACE) wordEnd += 1;
    const length = wordEnd - at;
    letters += length;
    for (let t = token; t < to; t += 1) {
      const first = start[t] as number;
      if ((start[t + 1] as number) - first !== length) continue;
      let same = 0;
      while (same < length && bytes[first + same] === names.text[at + same]) same += 1;
      if (same < length) continue;
      shared += length;
      if (t < (span[0] as number)) span[0] = t;
      span[1] = t + 1;
      token = t + 1;
      break;
    }
    at = wordEnd;
  }
  return letters === 0 ? 0 : shared / letters;
}

function wordAt({ start, bytes, hash }: Question, names: Names, token: number): number {
  const from = start[token] as number;
  const to = start[token + 1] as number;
  let rolled = 0;
  for (let i = from; i < to; i += 1) rolled = rollHash(rolled, bytes[i] as number);
  void hash;
  return names.findWord(rolled, bytes, from, to);
}

/** Visits the spans of a question that hold a word without explanation. */
function eachSpan(question: Question, marks: Uint8Array, visit: (from: number, to: number) => void): void {
  const { count, role } = question;
  for (let from = 0; from < count; from += 1) {
    const first = role[from] as number;
    if (first === NUMBER || first === LETTER || first === HOUSE_WORD || first === ALLEY_WORD) continue;
    let open = false;
    for (let to = from + 1; to <= count && to <= from + LONGEST; to += 1) {
      const last = to - 1;
      if (last > from && isHardGap(question, last)) break;
      if (marks[last] === 2) break;
      if (marks[last] === 0 && role[last] === WORD) open = true;
      if (open) visit(from, to);
    }
  }
}
