import type { RunCounts } from '../run/pipeline/run-counts.ts';
import { formatCount, formatCounted } from './format-figures.ts';

/** Formats the number of rows by status: `1,990 ok, 8 not found, 1 error`. */
export function statusesText(statuses: RunCounts['stages'][string]): string {
  const parts = [`${formatCount(statuses.ok)} ok`];
  // Absent from runs of earlier versions.
  if ((statuses.ambiguous ?? 0) > 0) parts.push(`${formatCount(statuses.ambiguous)} ambiguous`);
  if (statuses.not_found > 0) parts.push(`${formatCount(statuses.not_found)} not found`);
  if (statuses.skipped > 0) parts.push(`${formatCount(statuses.skipped)} skipped`);
  if (statuses.error > 0) parts.push(formatCounted(statuses.error, 'error'));
  return parts.join(', ');
}
