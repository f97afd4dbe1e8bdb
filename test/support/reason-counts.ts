import { englishText } from '../../src/base/messages/message.ts';
import type { SkippedCounts } from '../../src/dataset/features.ts';
import type { SkippedRows } from '../../src/dataset/sources/source-report.ts';

/** Returns the numbers of objects by the reason in English. */
export const countsOf = (counts: SkippedCounts): Record<string, number> =>
  Object.fromEntries([...counts.values()].map(({ reason, count }) => [englishText(reason), count]));

/** Returns the numbers of rows, with the first ones, by the reason in English. */
export const rowsOf = (counts: SkippedCounts<SkippedRows>): Record<string, object> =>
  Object.fromEntries(
    [...counts.values()].map(({ reason, count, rows }) => [englishText(reason), { count, rows }]),
  );
