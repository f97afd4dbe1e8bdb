import { editDistance } from '../../text/edit-distance.ts';
import { SPACE, type RankRange, type Rotations } from './rotations.ts';

/** Steps that one word may take while it is parted. */
const MOST_STEPS = 600;

/** Steps that are left to one question while it looks for misspelt words. */
export interface StepBudget {
  left: number;
}

/** Ways to write a misspelt word that are followed. */
const MOST_FOUND = 24;

/** Ranks in front of which a misspelt word is looked for. */
const MOST_BEFORE = 300;

/** Ranks whose first `depth` bytes are alike. */
export interface Node extends RankRange {
  depth: number;
}

/** Finds the ranks that go on with a word misspelt by one letter (one too many, too few or wrong, two swapped) and then end it. */
export function findMisspelt(rotations: Rotations, from: Node, word: string, budget: StepBudget): Node[] {
  const found: Node[] = [];
  const { depth: base } = from;
  const byteOf = (at: number): number => word.charCodeAt(at);
  const step = (node: Node, byte: number): Node | undefined => {
    budget.left -= 1;
    const { from: start, to } = rotations.child(node, node.depth, byte);
    return start < to ? { from: start, to, depth: node.depth + 1 } : undefined;
  };
  /** Goes on letter by letter, without a further edit. */
  const follow = (start: Node | undefined, at: number): void => {
    let node = start;
    for (let i = at; node !== undefined && i < word.length; i += 1) node = step(node, byteOf(i));
    if (node === undefined || found.length >= MOST_FOUND) return;
    const to = rotations.past(node, node.depth, SPACE);
    if (node.from < to) found.push({ from: node.from, to, depth: node.depth });
  };
  let node: Node | undefined = from;
  for (let at = 0; node !== undefined && at <= word.length && budget.left > 0; at += 1) {
    const here: Node = node;
    // One letter too many.
    if (at < word.length) follow(here, at + 1);
    // Two letters swapped.
    if (at + 1 < word.length && byteOf(at) !== byteOf(at + 1)) {
      const second = step(here, byteOf(at + 1));
      if (second !== undefined) follow(step(second, byteOf(at)), at + 2);
    }
    // Another letter, or one more.
    for (let rank = rotations.past(here, here.depth, SPACE); rank < here.to;) {
      const byte = rotations.byteAt(rank, here.depth);
      const end = rotations.past({ from: rank, to: here.to }, here.depth, byte);
      budget.left -= 1;
      const other: Node = { from: rank, to: end, depth: here.depth + 1 };
      if (at < word.length && byte !== byteOf(at)) follow(other, at + 1);
      if (at === word.length || byte !== byteOf(at)) follow(other, at);
      rank = end;
    }
    node = at < word.length ? step(here, byteOf(at)) : undefined;
  }
  return found.filter(({ depth }) => depth > base);
}

/** Lists the words one edit away from a misspelt one that stand in front of some ranks; at most MOST_FOUND, of the first MOST_BEFORE ranks. */
export function findMisspeltBefore(rotations: Rotations, { from, to }: RankRange, word: string): string[] {
  const found = new Set<string>();
  const end = Math.min(to, from + MOST_BEFORE);
  for (let rank = from; rank < end && found.size < MOST_FOUND; rank += 1) {
    const before = rotations.wordBefore(rank);
    if (before !== '' && before !== word && editDistance(before, word, 1) === 1) found.add(before);
  }
  return [...found];
}

/** Parts a word that was typed without spaces as a name does: the reading with the longest words first. */
export function partWord(rotations: Rotations, word: string, isUnfinished: boolean): string[] | undefined {
  let steps = 0;
  const walk = (node: Node, at: number): Node | undefined => {
    if (at === word.length) {
      const to = isUnfinished ? node.to : rotations.past(node, node.depth, SPACE);
      return node.from < to ? node : undefined;
    }
    for (const byte of [word.charCodeAt(at), SPACE]) {
      if (steps >= MOST_STEPS || (byte === SPACE && at === 0)) continue;
      steps += 1;
      const next = rotations.child(node, node.depth, byte);
      if (next.from === next.to) continue;
      const deeper = { ...next, depth: node.depth + 1 };
      const end = byte === SPACE ? letterBehind(deeper, at) : walk(deeper, at + 1);
      if (end !== undefined) return end;
    }
    return undefined;
  };
  /** A space is followed by a letter, so that spaces do not follow each other. */
  const letterBehind = (node: Node, at: number): Node | undefined => {
    steps += 1;
    const next = rotations.child(node, node.depth, word.charCodeAt(at));
    return next.from < next.to ? walk({ ...next, depth: node.depth + 1 }, at + 1) : undefined;
  };
  const found = walk({ from: 0, to: rotations.count, depth: 0 }, 0);
  if (found === undefined) return undefined;
  const words = rotations.textAt(found.from, found.depth).split(' ');
  return words.length > 1 ? words : undefined;
}
