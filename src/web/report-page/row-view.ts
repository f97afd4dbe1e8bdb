import { NO_CONFIDENCE } from '../../report/data/report-facts.ts';
import type { PageRows } from './page-data.ts';

/** A column that rows are sorted by. */
export type SortColumn = 'number' | 'status' | 'level' | 'confidence';

/** What the table shows: which rows, and in which order. Shape: `found` has 1 for the rows of a search; sets are empty for all. */
export interface RowFilter {
  found?: Uint8Array | undefined;
  statuses: ReadonlySet<number>;
  levels: ReadonlySet<number>;
  sort: SortColumn;
  isDescending: boolean;
}

/** Returns the rows of a filter in its order. Cost: linear; keys are small numbers, so rows are counted into their places. */
export function filterRows(rows: PageRows, filter: RowFilter): Uint32Array {
  const { found, statuses, levels } = filter;
  const chosen = new Uint32Array(rows.count);
  let size = 0;
  for (let row = 0; row < rows.count; row += 1) {
    if (found && found[row] === 0) continue;
    if (statuses.size > 0 && !statuses.has(rows.status[row] as number)) continue;
    if (levels.size > 0 && !levels.has(rows.level[row] as number)) continue;
    chosen[size++] = row;
  }
  return sortRows(rows, chosen.subarray(0, size), filter);
}

function sortRows(rows: PageRows, chosen: Uint32Array, { sort, isDescending }: RowFilter): Uint32Array {
  if (sort === 'number') return isDescending ? chosen.reverse() : chosen;
  const keys = rows[sort];
  const starts = new Uint32Array(65_537);
  // Rows without confidence come after the least one.
  const keyOf = (row: number) =>
    ((keys[row] as number) + (sort === 'confidence' ? 1 : 0)) % (NO_CONFIDENCE + 1);
  const bucketOf = (row: number) => (isDescending ? 65_535 - keyOf(row) : keyOf(row));
  for (const row of chosen) starts[bucketOf(row) + 1] = (starts[bucketOf(row) + 1] as number) + 1;
  for (let key = 1; key < starts.length; key += 1)
    starts[key] = (starts[key] as number) + (starts[key - 1] as number);
  const sorted = new Uint32Array(chosen.length);
  for (const row of chosen) {
    const bucket = bucketOf(row);
    const place = starts[bucket] as number;
    sorted[place] = row;
    starts[bucket] = place + 1;
  }
  return sorted;
}
