/** Holds what one measurement found. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  notes?: readonly string[];
}

/** Writes a table as text: the first column to the left, figures to the right. */
export function tableText({ title, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `  ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join('  ')}`;
  const rule = `  ${widths.map((width) => '-'.repeat(width)).join('  ')}`;
  return [title, line(columns), rule, ...rows.map(line), ...notes.map((note) => `  ${note}`), ''].join('\n');
}

/** Returns the middle of some figures, the mean of the two middle ones where their number is even. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Writes a whole number with separators. */
export const whole = (figure: number) => Math.round(figure).toLocaleString('en-US');

/** Writes a share in percent. */
export const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`;

/** Writes milliseconds as seconds. */
export const seconds = (ms: number, digits = 2) => (ms / 1000).toFixed(digits);

/** Writes bytes as megabytes of 2^20. */
export const megabytes = (bytes: number) => whole(bytes / 2 ** 20);

/** Writes a target and whether it was met. */
export const target = (text: string, isMet: boolean) => `${text}: ${isMet ? 'met' : 'MISSED'}`;

const SAMPLES = 40;

/** Returns some of the figures of a time series, at equal distances. */
export function sampled(figures: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(figures.length / SAMPLES));
  return figures.filter((_, at) => at % step === 0);
}
