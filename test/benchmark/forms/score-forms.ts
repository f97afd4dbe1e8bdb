import { percent, whole, type Table } from '../../bench/table.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { GeneratedForm } from './generate-forms.ts';

/**
 * Counts of one class.
 *
 * Shape: `right` counts decidable texts whose ward is the answer, `doubted` decidable ones that the engine reports as ambiguous; `flagged` counts undecidable
 * texts that it reports as ambiguous, `within` undecidable ones whose answer is one of the consistent wards.
 */
export interface FormScore {
  texts: number;
  decidable: number;
  right: number;
  doubted: number;
  flagged: number;
  within: number;
}

/** Counts the answers to texts of one class. */
export function scoreForms(forms: readonly GeneratedForm[], answers: readonly EngineAnswer[]): FormScore {
  const score: FormScore = { texts: 0, decidable: 0, right: 0, doubted: 0, flagged: 0, within: 0 };
  forms.forEach((form, at) => {
    const answer = answers[at] as EngineAnswer;
    const isAmbiguous = answer.ambiguous || answer.candidates.length > 1;
    score.texts += 1;
    if (form.decidable) {
      score.decidable += 1;
      if (isRight(form, answer)) score.right += 1;
      if (isAmbiguous) score.doubted += 1;
    } else {
      if (isAmbiguous) score.flagged += 1;
      if (form.wards.includes(answer.ward)) score.within += 1;
    }
  });
  return score;
}

/** Reports whether an answer is the one ward of a decidable text. */
export function isRight({ decidable, wards }: GeneratedForm, { ward }: EngineAnswer): boolean {
  return decidable && wards[0] === ward;
}

/** Scores of an engine by class. Shape: `perSecond` are questions per CPU second, undefined where the engine is another process. */
export interface EngineScores {
  name: string;
  byClass: ReadonlyMap<string, FormScore & { perSecond?: number }>;
}

/** Returns the scores of one engine as a table, a class a row. */
export function formTable(title: string, { byClass }: EngineScores): Table {
  const columns = ['class', 'texts', 'decidable', 'right', 'doubted', 'flagged', 'within', 'per CPU s'];
  const rows = [...byClass].map(([group, score]) => [
    group,
    whole(score.texts),
    share(score.decidable, score.texts),
    share(score.right, score.decidable, 2),
    share(score.doubted, score.decidable),
    share(score.flagged, score.texts - score.decidable),
    share(score.within, score.texts - score.decidable),
    score.perSecond === undefined ? '' : whole(score.perSecond),
  ]);
  return { title, columns, rows };
}

/** Returns the share of right answers to decidable texts of several engines as a table. */
export function peerTable(title: string, engines: readonly EngineScores[]): Table {
  const groups = [...(engines[0]?.byClass.entries() ?? [])];
  const rows = groups.map(([group, { texts }]) => [
    group,
    whole(texts),
    ...engines.map(({ byClass }) => {
      const { right, decidable } = byClass.get(group) as FormScore;
      return share(right, decidable);
    }),
  ]);
  return { title, columns: ['class', 'texts', ...engines.map(({ name }) => name)], rows };
}

function share(count: number, of: number, digits = 1): string {
  return of === 0 ? '' : percent(count / of, digits);
}
