import { formatCount, formatCounted, formatDuration, formatRate, formatShare } from './format-figures.ts';
import { printable } from './printable.ts';
import type { RunProgress } from '../run/pipeline/spec.ts';

/**
 * Holds what is shown of a run while it goes on.
 *
 * Shape: what is not known yet is undefined; what is asked of a service is undefined where none is asked.
 */
export interface ProgressView {
  job: string;
  phase: RunProgress['phase'];
  rows: number;
  rejected: number;
  /** The oldest batch in work, and the number of those that are done. */
  batch?: string | undefined;
  batchesDone?: number;
  /** 0 to 1. */
  fraction: number | undefined;
  rowsPerSecond: number | undefined;
  secondsLeft: number | undefined;
  /** Rows of the first stage by status, as far as they are committed. */
  outcome?: RunProgress['outcome'];
  service: { requestsPerSecond: number | undefined; cacheHits: number } | undefined;
}

const PHASES: Record<RunProgress['phase'], string> = {
  inspecting: 'inspecting the input',
  spooling: 'reading the input',
  running: '',
  finishing: 'moving the files into place',
  done: 'writing the report',
};

/** Returns the parts of a progress line, the most important first. */
function partsOf(view: ProgressView): string[] {
  const { rowsPerSecond, service, rejected, secondsLeft, batch, batchesDone = 0 } = view;
  const isBatched = batch !== undefined || batchesDone > 0;
  const parts = [isBatched ? `${formatCounted(view.rows, 'stop')} planned` : formatCounted(view.rows, 'row')];
  if (secondsLeft !== undefined) parts.push(`${formatDuration(secondsLeft)} left`);
  parts.push(...outcomeOf(view));
  if (batch !== undefined)
    parts.push(`tour ${printable(shortened(batch))}, ${formatCount(batchesDone)} done`);
  if (rowsPerSecond !== undefined) parts.push(`${formatRate(rowsPerSecond)} rows/s`);
  if (rejected > 0) parts.push(`${formatCount(rejected)} rejected`);
  if (service?.requestsPerSecond !== undefined)
    parts.push(`${formatRate(service.requestsPerSecond)} requests/s`);
  if (service && service.cacheHits > 0) parts.push(`${formatCount(service.cacheHits)} from cache`);
  return parts;
}

/** Returns what became of the rows so far: `ok 96.9 %, not found 312`; nothing before there are any. */
function outcomeOf({ outcome }: ProgressView): string[] {
  const total = Object.values(outcome ?? {}).reduce((sum, rows) => sum + rows, 0);
  if (!outcome || total === 0) return [];
  const parts = [`ok ${formatShare(outcome.ok / total)}`];
  if (outcome.not_found > 0) parts.push(`not found ${formatCount(outcome.not_found)}`);
  if (outcome.error > 0) parts.push(`errors ${formatCount(outcome.error)}`);
  return [parts.join(', ')];
}

/** Longest key of a batch in a line. */
const LONGEST_KEY = 24;

function shortened(key: string): string {
  return key.length <= LONGEST_KEY ? key : `${key.slice(0, LONGEST_KEY - 1)}…`;
}

const BAR_WIDTHS = [20, 10];

/**
 * Returns one line of progress, at most `width` characters long: a bar and as many figures as fit, the most important first.
 */
export function progressLine(view: ProgressView, width: number): string {
  const phase = PHASES[view.phase];
  if (phase !== '') return `${view.job}: ${phase}`.slice(0, width);
  const parts = partsOf(view);
  const fits = (line: string) => line.length <= width;
  for (const barWidth of BAR_WIDTHS) {
    const line = lineOf(view, parts, barWidth);
    if (fits(line)) return line;
  }
  for (let count = parts.length; count > 0; count -= 1) {
    // The outcome, which is the third part, is worth more than the bar.
    const barWidths = count > 3 ? [10] : count === 3 ? [10, 0] : [0];
    const line = barWidths.map((barWidth) => lineOf(view, parts.slice(0, count), barWidth)).find(fits);
    if (line !== undefined) return line;
  }
  return lineOf(view, parts.slice(0, 1), 0).slice(0, width);
}

function lineOf(view: ProgressView, parts: readonly string[], barWidth: number): string {
  const bar = view.fraction === undefined || barWidth === 0 ? '' : ` ${barOf(view.fraction, barWidth)}`;
  const percent = view.fraction === undefined ? '' : ` ${Math.floor(view.fraction * 100)}%`;
  return `${view.job}${bar}${percent}  ${parts.join('  ')}`;
}

function barOf(fraction: number, width: number): string {
  const done = Math.floor(fraction * width);
  return `[${'#'.repeat(done)}${'-'.repeat(width - done)}]`;
}

/** Returns one line of progress for a log, complete and without a bar. */
export function progressSentence(view: ProgressView): string {
  const phase = PHASES[view.phase];
  if (phase !== '') return `${view.job}: ${phase}`;
  const percent = view.fraction === undefined ? '' : `${Math.floor(view.fraction * 100)}%, `;
  return `${view.job}: ${percent}${partsOf(view).join(', ')}`;
}
