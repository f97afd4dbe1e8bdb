import { fold } from '../../base/text/fold.ts';
import type { TextPool } from './text-pool.ts';

/** Order of names by their folded text. Shape: equal ranks for names that fold to the same text. */
export interface NameRanks {
  rankOf: (name: number) => number;
}

/** Computes the ranks of the used names. Cost: their folded texts on the heap during the call. */
export function rankNames(names: TextPool, used: Iterable<number>): NameRanks {
  const distinct = [...new Set(used)];
  const folded = new Map(distinct.map((name) => [name, fold(names.text(name))]));
  const texts = [...new Set(folded.values())].sort();
  const rankOfText = new Map(texts.map((text, rank) => [text, rank]));
  const ranks = new Uint32Array(names.count);
  for (const [name, text] of folded) ranks[name] = rankOfText.get(text) as number;
  return { rankOf: (name) => ranks[name] };
}
