import type { RunCounts } from '../run/pipeline/run-counts.ts';

// Its making takes a tenth of a short command; most of those count nothing.
let counts: Intl.NumberFormat | undefined;

/** Formats a whole number with commas between thousands. */
export function formatCount(count: number): string {
  return (counts ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })).format(count);
}

/** Formats a count with its noun, in the plural if needed: `1 row`, `2,000 rows`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a rate: one decimal below ten, none above. */
export function formatRate(perSecond: number): string {
  return perSecond < 9.95 ? perSecond.toFixed(1) : formatCount(perSecond);
}

/** Formats the number of rows by status: `1,990 ok, 8 not found, 1 error`. */
export function statusesText(statuses: RunCounts['stages'][string]): string {
  const parts = [`${formatCount(statuses.ok)} ok`];
  if (statuses.ambiguous > 0) parts.push(`${formatCount(statuses.ambiguous)} ambiguous`);
  if (statuses.not_found > 0) parts.push(`${formatCount(statuses.not_found)} not found`);
  if (statuses.skipped > 0) parts.push(`${formatCount(statuses.skipped)} skipped`);
  if (statuses.error > 0) parts.push(formatCounted(statuses.error, 'error'));
  return parts.join(', ');
}

/** Formats a share with one decimal: `96.9 %`. Shape: rounded down, so that only all rows are 100 %. */
export function formatShare(share: number): string {
  const tenths = Math.floor(share * 1000 + 1e-9);
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}

/** Formats a number of bytes in B, kB, MB or GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(0)} kB`;
  return bytes < 999_500_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** Returns the lines of a table: columns two spaces apart, from the first one of figures on aligned at the right. */
export function alignedRows(rows: readonly (readonly string[])[], firstOfFigures = Infinity): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at < firstOfFigures ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}
