import { hashBytes } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addHit, PARTLY } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Marks } from './marks.ts';
import { eachOpenRun } from './open-spans.ts';
import type { Question } from './question.ts';
import { shareWords } from './shared-words.ts';

/** Quality of a name by the share of its words in the question: BASE + SLOPE * share. */
const BASE = 0.55;
const SLOPE = 0.42;
const LEAST_SHARE = 0.5;

/** Adds hits for names in any unit that share the rarest word and most other words with the unexplained words. */
export function addPartly(inquiry: Inquiry, names: Names, _tables: PlaceTables, marks: Marks): void {
  const { question, hits } = inquiry;
  eachOpenRun(question, marks, (from, to) => {
    const rarest = rarestWord(question, names, from, to);
    if (rarest < 0) return;
    const end = names.wordNameStart[rarest + 1];
    const least = LEAST_SHARE * (question.start[to] - question.start[from]);
    for (let i = names.wordNameStart[rarest]; i < end; i += 1) {
      const name = names.wordName[i];
      // A name with fewer letters than that cannot have enough in common.
      if (names.offset[name + 1] - names.offset[name] < least) continue;
      const { share, from: first, to: last } = shareWords(question, names, name, from, to);
      if (share >= LEAST_SHARE)
        addHit(question, names, hits, name, first, last, PARTLY, BASE + SLOPE * share);
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
