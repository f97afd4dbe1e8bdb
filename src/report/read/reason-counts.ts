import { STATUSES, type RowStatus, type StageFacts } from '../data/report-facts.ts';
import { shownText } from './shown-text.ts';

const SHOWN = 12;
/** Different reasons that are counted; later ones are left out, so that reasons with texts of the rows take no memory. */
const MOST_COUNTED = 5000;
const LIMIT = 200;

/** Counts the reasons of a stage. */
export interface ReasonCounts {
  add(reason: string, status: number): void;
  /** Returns the commonest ones. */
  list(): StageFacts['reasons'];
}

/** Starts counting. Shape: texts in quotes come from the rows and are replaced by dots. */
export function createReasonCounts(): ReasonCounts {
  const counts = new Map<string, { rows: number; status: number }>();
  return {
    add(reason, status) {
      const key = shownText(reason.replace(/"[^"]*"/g, '"…"'), LIMIT);
      const known = counts.get(key);
      if (known) known.rows += 1;
      else if (counts.size < MOST_COUNTED) counts.set(key, { rows: 1, status });
    },
    list: () =>
      Array.from(counts, ([reason, { rows, status }]) => ({
        reason,
        rows,
        status: STATUSES[status] as RowStatus,
      }))
        .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1))
        .slice(0, SHOWN),
  };
}
