import type { StreetDrafts } from './assign-streets.ts';
import { NO_TEXT } from './feature-store.ts';
import { groupRows } from './locate-rows.ts';
import type { TextPool } from './text-pool.ts';
import { fold } from '../../base/text/fold.ts';

/** Names of each draft as numbers of the store: the displayed one, and all. */
export interface DraftNames {
  main: Uint32Array;
  all: (draft: number) => Uint32Array;
}

/** Chooses the name of each draft: the one of most lines, then of most houses, then the first in alphabetical order. */
export function chooseNames(
  { names, lineVotes, houseVotes, streets }: StreetDrafts,
  texts: TextPool,
): DraftNames {
  const entryDraft = new Uint32Array(names.count);
  for (let entry = 0; entry < names.count; entry += 1) entryDraft[entry] = names.first(entry);
  const { start, rows } = groupRows(entryDraft, streets.count);
  const main = new Uint32Array(streets.count).fill(NO_TEXT);
  for (let draft = 0; draft < streets.count; draft += 1) {
    let best = -1;
    for (let i = start[draft]; i < start[draft + 1]; i += 1) {
      const entry = rows[i];
      if (best < 0 || isBetter(entry, best)) best = entry;
    }
    if (best >= 0) main[draft] = names.second(best);
  }
  return {
    main,
    all: (draft) => rows.slice(start[draft], start[draft + 1]).map((entry) => names.second(entry)),
  };

  function isBetter(a: number, b: number): boolean {
    const order = lineVotes.at(a) - lineVotes.at(b) || houseVotes.at(a) - houseVotes.at(b);
    return order !== 0 ? order > 0 : texts.text(names.second(a)) < texts.text(names.second(b));
  }
}

/** Order of names by their folded text. Shape: equal ranks for names that fold to the same text. */
export interface NameRanks {
  rankOf: (name: number) => number;
}

/** Computes the ranks of the used names. Cost: their folded texts on the heap during the call, once each. */
export function rankNames(names: TextPool, used: Iterable<number>): NameRanks {
  const isUsed = new Uint8Array(names.count);
  for (const name of used) isUsed[name] = 1;
  const folded: { name: number; text: string }[] = [];
  isUsed.forEach((mark, name) => {
    if (mark === 1) folded.push({ name, text: fold(names.text(name)) });
  });
  folded.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const ranks = new Uint32Array(names.count);
  let rank = -1;
  folded.forEach(({ name, text }, at) => {
    if (at === 0 || text !== folded[at - 1].text) rank += 1;
    ranks[name] = rank;
  });
  return { rankOf: (name) => ranks[name] };
}
