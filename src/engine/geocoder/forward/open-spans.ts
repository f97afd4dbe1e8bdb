import { INSIDE, OPEN, type Marks } from './marks.ts';
import { isHardGap, type Question } from './question.ts';
import { ALLEY_WORD, HOUSE_WORD, LETTER, NUMBER, WORD } from '../reader/word-classes.ts';

/** Most words of a misspelt name. */
const LONGEST = 6;

/** Visits the spans of a question that contain an unexplained word and no word of a unit, up to the province at the end. */
export function eachOpenSpan(
  question: Question,
  marks: Marks,
  visit: (from: number, to: number) => void,
): void {
  const { provinceStart: count, role } = question;
  for (let from = 0; from < count; from += 1) {
    const first = role[from];
    if (first === NUMBER || first === LETTER || first === HOUSE_WORD || first === ALLEY_WORD) continue;
    let open = false;
    for (let to = from + 1; to <= count && to <= from + LONGEST; to += 1) {
      const last = to - 1;
      if (marks[last] === INSIDE || (last > from && isHardGap(question, last))) break;
      if (marks[last] === OPEN && role[last] === WORD) open = true;
      if (open) visit(from, to);
    }
  }
}

/** Visits the longest runs of words that contain an unexplained word, and no number, comma or word of a unit, up to the province at the end. */
export function eachOpenRun(
  question: Question,
  marks: Marks,
  visit: (from: number, to: number) => void,
): void {
  const { provinceStart: count, role } = question;
  for (let from = 0; from < count; from += 1) {
    let open = false;
    let to = from;
    while (
      to < count &&
      role[to] === WORD &&
      marks[to] !== INSIDE &&
      (to === from || !isHardGap(question, to))
    ) {
      if (marks[to] === OPEN) open = true;
      to += 1;
    }
    if (open) visit(from, to);
    if (to > from) from = to - 1;
  }
}
