import { acceptable, type Stated } from '../../../tools/calibration/measure.ts';
import { qualityOf } from '../../../tools/calibration/report.ts';
import { percent, whole, type Table } from '../../bench/table.ts';
import type { FormReader } from './answer-forms.ts';

/** Share of right wards from which a user may accept rows unseen. */
const ACCEPTED = 0.99;

/** Collects the confidences of wards with whether the ward is the one that the text was written for. */
export interface ConfidenceReader {
  read: FormReader;
  /** Returns the answers with a ward and a confidence: to all texts, to decidable ones and to the others. */
  stated: () => { all: Stated[]; decidable: Stated[]; undecidable: Stated[] };
}

/** Creates a reader of confidences. Cost: a counter for each confidence that occurs, not for each text. */
export function createConfidenceReader(): ConfidenceReader {
  const [decidable, undecidable] = [createCounts(), createCounts()];
  return {
    read(_group, forms, answers) {
      forms.forEach((form, at) => {
        const { ward = '', confidence } = answers[at] ?? {};
        if (ward === '' || confidence === undefined) return;
        const counts = form.decidable ? decidable : undecidable;
        counts.add(confidence, ward === form.writtenFor);
      });
      return Promise.resolve();
    },
    stated() {
      const [sure, unsure] = [decidable.list(), undecidable.list()];
      return { all: [...sure, ...unsure], decidable: sure, undecidable: unsure };
    },
  };
}

function createCounts(): { add(p: number, isRight: boolean): void; list(): Stated[] } {
  const counts = { right: new Map<number, number>(), wrong: new Map<number, number>() };
  const listOf = (byP: ReadonlyMap<number, number>, isRight: boolean): Stated[] =>
    [...byP].flatMap(([p, count]) => Array.from({ length: count }, () => ({ p, isRight })));
  return {
    add(p, isRight) {
      const byP = isRight ? counts.right : counts.wrong;
      byP.set(p, (byP.get(p) ?? 0) + 1);
    },
    list: () => [...listOf(counts.right, true), ...listOf(counts.wrong, false)],
  };
}

/** Returns how good the confidences are as a table; undefined if the engine states none. */
export function confidenceTable(title: string, { stated }: ConfidenceReader): Table | undefined {
  const sets = Object.entries(stated()).filter(([, answers]) => answers.length > 0);
  if (sets.length === 0) return undefined;
  const rows = sets.map(([name, answers]) => {
    const { right, ece, brier, auc } = qualityOf(answers);
    const digits = [ece, brier, auc].map((value) => value.toFixed(3));
    return [
      name,
      whole(answers.length),
      percent(right),
      ...digits,
      percent(acceptable(answers, ACCEPTED).share),
    ];
  });
  return {
    title,
    columns: ['texts', 'with ward', 'right', 'ECE', 'Brier', 'AUC', 'acceptable at 99 %'],
    rows,
  };
}
