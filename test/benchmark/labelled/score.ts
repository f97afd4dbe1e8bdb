import { percent, whole, type Table } from '../../bench/table.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { LabelledText } from './labelled-text.ts';

/**
 * Counts of one class of texts.
 *
 * Shape: `right` and `listed` count decidable texts whose right ward is the answer, or among the candidates; `flagged` counts undecidable texts
 * that the engine reports as ambiguous, or whose candidates contain the right ward beside others.
 */
export interface Score {
  texts: number;
  decidable: number;
  right: number;
  listed: number;
  empty: number;
  flagged: number;
}

/** Counts the answers of an engine by class, in the order in which the classes first occur. */
export function scoreAnswers(
  texts: readonly LabelledText[],
  answers: readonly EngineAnswer[],
): Map<string, Score> {
  const scores = new Map<string, Score>();
  texts.forEach(({ group, ward, decidable }, at) => {
    const score = scores.get(group) ?? {
      texts: 0,
      decidable: 0,
      right: 0,
      listed: 0,
      empty: 0,
      flagged: 0,
    };
    scores.set(group, score);
    const answer = answers[at] as EngineAnswer;
    score.texts += 1;
    if (!decidable) {
      if (answer.ambiguous || answer.candidates.length > 1) score.flagged += 1;
      return;
    }
    score.decidable += 1;
    if (answer.ward === ward) score.right += 1;
    if (answer.candidates.includes(ward)) score.listed += 1;
    if (answer.ward === '') score.empty += 1;
  });
  return scores;
}

/** Returns the scores of several engines as a table, a class a row. */
export function scoreTable(
  title: string,
  engines: readonly { name: string; scores: ReadonlyMap<string, Score> }[],
): Table {
  const first = engines[0];
  const groups = [...(first?.scores.keys() ?? [])];
  const share = (count: number, of: number): string => (of === 0 ? '' : percent(count / of));
  const rows = groups.map((group) => {
    const own = first?.scores.get(group) as Score;
    return [
      group,
      whole(own.texts),
      share(own.decidable, own.texts),
      share(own.flagged, own.texts - own.decidable),
      share(own.listed, own.decidable),
      share(own.empty, own.decidable),
      ...engines.map(({ scores }) => {
        const { right, decidable } = scores.get(group) as Score;
        return share(right, decidable);
      }),
    ];
  });
  const columns = ['class', 'texts', 'decidable', 'flagged', 'listed', 'empty'];
  return { title, columns: [...columns, ...engines.map(({ name }) => name)], rows };
}
