import type { Sentence } from '../../report/data/report-facts.ts';
import type { DecisionCells, ReviewText } from '../../report/data/review-facts.ts';
import { cellsOf, type Decision, decisionOf } from './decisions.ts';

/** What `undo` takes back: a text with what was known of it before. */
interface Step {
  text: number;
  before: Decision | undefined;
  wasLater: boolean;
}

/** The review of a page: its texts by number, those of most rows first, and what is decided about them. */
export interface Review {
  texts: readonly ReviewText[];
  /** The text that is shown; undefined when nothing is left. */
  at(): number | undefined;
  open(text: number): void;
  /** Opens the text that is so many before or after. */
  move(by: number): void;
  decisionOf(text: number): Decision | undefined;
  isLater(text: number): boolean;
  /** Returns what another person decided about a text. */
  otherOf(text: number): Sentence | undefined;
  /** Keeps a decision, and opens the next text that has none. */
  decide(text: number, decision: Decision): void;
  /** Leaves a text as another person decided it. */
  leave(text: number, other: Sentence): void;
  /** Puts a text behind the others. */
  postpone(text: number): void;
  /** Returns what the next {@link undo} takes back. */
  lastStep(): Step | undefined;
  /** Takes the last step back, and opens its text. */
  undo(): void;
  counts(): { done: number; rows: number };
  /** Returns the lines of the decisions, in the order in which they were made. */
  lines(): DecisionCells[];
}

/** Starts a review, with the decisions that were kept of it. */
export function createReview(own: readonly ReviewText[], kept: readonly DecisionCells[]): Review {
  const texts = own.toSorted((one, other) => other.rows - one.rows);
  const decisions = new Map<number, Decision>();
  const later = new Set<number>();
  const others = new Map<number, Sentence>();
  const steps: Step[] = [];
  const numbers = new Map(texts.map(({ text }, number) => [text, number]));
  for (const cells of kept) {
    const [number, decision] = [numbers.get(cells.text ?? ''), decisionOf(cells)];
    if (number !== undefined && decision) decisions.set(number, decision);
  }
  const isDone = (text: number) => decisions.has(text) || others.has(text);
  const remember = (text: number) =>
    steps.push({ text, before: decisions.get(text), wasLater: later.has(text) });
  /** Returns the next text without a decision, those for later after the others. */
  const next = (after: number): number | undefined => {
    const order = texts.map((_, at) => (after + 1 + at) % texts.length);
    return order.find((text) => !isDone(text) && !later.has(text)) ?? order.find((text) => !isDone(text));
  };
  let at = next(-1);
  return {
    texts,
    at: () => at,
    open: (text) => (at = text),
    move: (by) => (at = Math.min(texts.length - 1, Math.max(0, (at ?? 0) + by))),
    decisionOf: (text) => decisions.get(text),
    isLater: (text) => later.has(text),
    otherOf: (text) => others.get(text),
    decide(text, decision) {
      remember(text);
      // The file has decisions in the order in which they were made.
      decisions.delete(text);
      decisions.set(text, decision);
      later.delete(text);
      others.delete(text);
      at = next(text);
    },
    leave(text, other) {
      decisions.delete(text);
      others.set(text, other);
      at = next(text);
    },
    postpone(text) {
      remember(text);
      later.add(text);
      at = next(text);
    },
    lastStep: () => steps.at(-1),
    undo() {
      const step = steps.pop();
      if (!step) return;
      const { text, before, wasLater } = step;
      decisions.delete(text);
      if (before) decisions.set(text, before);
      if (wasLater) later.add(text);
      else later.delete(text);
      at = text;
    },
    counts() {
      const done = texts.flatMap(({ rows }, text) => (isDone(text) ? [rows] : []));
      return { done: done.length, rows: done.reduce((sum, rows) => sum + rows, 0) };
    },
    lines: () => Array.from(decisions, ([text, decision]) => cellsOf(texts[text]!, decision)),
  };
}
