import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Explainer } from './explain.ts';
import type { Inquiry } from './inquiry.ts';
import { BESIDE_UNIT, type Marks, MOST_TOKENS, OPEN, OUTSIDE_UNIT } from './question.ts';
import {
  fitOf,
  isShownName,
  NEAR_SHARE,
  preferenceOf,
  qualityOf,
  spellingOf,
  typedBonus,
} from './quality.ts';
import { TIE } from './rank-places.ts';
import { moveToFront, type Result, sortResults } from './results.ts';

/** Results below this share of the best score are not compared by spelling. */
const WORTH_SPELLING = 0.7;

/**
 * Creates the function that scores the results of a question by all of its words, and sorts them.
 *
 * Shape: a score is the share of the question's weight that a result explains, times the quality of the match and its fit in the question.
 */
export function createRanker(tables: PlaceTables, explainer: Explainer): (inquiry: Inquiry) => void {
  const marks: Marks = new Uint8Array(MOST_TOKENS);

  const rate = (inquiry: Inquiry, result: Result): number => {
    const { question, hits, focus } = inquiry;
    explainer.explain(inquiry, result, marks);
    const doubts = explainer.doubt(inquiry, result, marks);
    if (doubts === 0) return 0;
    let weight = 0;
    for (let i = 0; i < question.count; i += 1) {
      const mark = marks[i];
      if (mark === OPEN || mark === OUTSIDE_UNIT) continue;
      weight += question.weight[i] * (mark === BESIDE_UNIT ? NEAR_SHARE : 1);
    }
    const { hit, feature, kind } = result;
    const quality = hits.quality[hit] * qualityOf(tables, feature, kind, hits.taken[hit]);
    const share = weight / question.weightBefore[question.count];
    return (
      share * quality * doubts * fitOf(tables, inquiry, result, marks) +
      preferenceOf(tables, feature, focus) +
      typedBonus(inquiry, result)
    );
  };

  return (inquiry) => {
    const { results } = inquiry;
    let best = 0;
    for (let i = 0; i < results.count; i += 1) {
      const result = results.items[i];
      result.score = rate(inquiry, result);
      best = Math.max(best, result.score);
    }
    for (let i = 0; i < results.count; i += 1) {
      const result = results.items[i];
      if (result.score >= best * WORTH_SPELLING) result.score *= spellingOf(tables, inquiry, result);
    }
    sortResults(results);
    while (results.count > 0 && results.items[results.count - 1].score === 0) results.count -= 1;
    preferShown(inquiry);
  };

  /** Moves a place whose shown name is written before its equals: "Trường THCS Nguyễn Huệ" before "THCS Nguyễn Huệ", though both are names of either. */
  function preferShown(inquiry: Inquiry): void {
    const { results } = inquiry;
    const least = results.count < 2 ? Infinity : results.items[0].score - TIE;
    for (let i = 0; i < results.count && results.items[i].score >= least; i += 1)
      if (isShownName(tables, inquiry, results.items[i])) {
        moveToFront(results, i);
        return;
      }
  }
}
