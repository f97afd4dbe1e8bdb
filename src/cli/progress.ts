import type { CliIo } from './io.ts';
import { printable } from '../base/text/printable.ts';
import { colorsFor, textFor, wrapFor } from './terminal.ts';
import type { Message } from '../base/messages/message.ts';
import type { RunProgress } from '../run/pipeline/spec.ts';
import { formatDuration } from '../base/text/duration.ts';
import { formatCount, formatCounted, formatRate, formatShare } from './format-figures.ts';

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

const REDRAW_MS = 200;
const SAMPLE_MS = 1000;
/** Time between the lines of a log: one that is silent for longer looks as if the program hangs. */
const LINE_EVERY_MS = 10_000;
const ERASE_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

/** The progress display of a run: one line that is redrawn on a terminal, one line every 10 s elsewhere. */
interface ProgressDisplay {
  /** Writes a sentence for the user, above the line. */
  note(said: Message | string): void;
  /** Erases the line and shows nothing more. */
  stop(): void;
}

/** The last line of the error stream: on a terminal it is redrawn, elsewhere there is none. */
function statusLine({ stderr, env }: Pick<CliIo, 'stderr' | 'env'>) {
  let isDrawn = false;
  return {
    isTerminal: stderr.isTTY === true && env.TERM !== 'dumb',
    /** Writes over the line. Shape: `make` returns the text for a width; the last column stays free, since a terminal would wrap the line. */
    draw: (make: (width: number) => string): void => {
      stderr.write(`${ERASE_LINE}${make((stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
      isDrawn = true;
    },
    erase: (): void => {
      if (isDrawn) stderr.write(ERASE_LINE);
      isDrawn = false;
    },
  };
}

/** Shows the progress of a run on the error stream until stopped; with `quiet` shows nothing. */
export function showProgress(
  io: Pick<CliIo, 'stderr' | 'nowMs' | 'env' | 'catalogue'>,
  meter: ProgressMeter,
  quiet: boolean,
): ProgressDisplay {
  const { stderr, nowMs, env } = io;
  if (quiet) return { note: () => undefined, stop: () => undefined };
  const { isTerminal, draw, erase } = statusLine({ stderr, env });
  const { dim } = colorsFor(stderr, env);
  let lineAtMs = nowMs() + LINE_EVERY_MS;
  function log(): void {
    const now = nowMs();
    const view = meter(now);
    if (now < lineAtMs) return;
    lineAtMs = now + LINE_EVERY_MS;
    stderr.write(`${progressSentence(view)}\n`);
  }

  const timer = isTerminal
    ? setInterval(() => draw((width) => progressLine(meter(nowMs()), width)), REDRAW_MS)
    : setInterval(log, SAMPLE_MS);
  return {
    note(said) {
      erase();
      stderr.write(`${dim(wrapFor(stderr, printable(textFor(io, said))))}\n`);
    },
    stop() {
      clearInterval(timer);
      erase();
    },
  };
}

/** Calls a listener with the progress of a run, now and every second until stopped; sentences for the user are left out. */
export function callProgress(
  { nowMs }: Pick<CliIo, 'nowMs'>,
  meter: ProgressMeter,
  listener: (view: ProgressView) => void,
): ProgressDisplay {
  const report = () => listener(meter(nowMs()));
  report();
  const timer = setInterval(report, SAMPLE_MS);
  return { note: () => undefined, stop: () => clearInterval(timer) };
}

/** Counters of a remote service. */
interface ServiceFigures {
  requests: number;
  cacheHits: number;
}

interface Sample {
  atMs: number;
  rows: number;
  requests: number;
  fraction: number | undefined;
}

const RATE_WINDOW_MS = 10_000;
const LEFT_WINDOW_MS = 60_000;
/** Shorter samples give no usable rate. */
const LEAST_MS = 1000;

/** Computes what is shown from the counters. Shape: called repeatedly with the time of a monotonic clock. */
type ProgressMeter = (nowMs: number) => ProgressView;

/**
 * Builds a meter for the counters of a run.
 *
 * Shape: rates are those of the last ten seconds; the time left follows the progress of the last minute, so that cached
 * rows at the beginning of a resumed run do not make it too short.
 */
export function createProgressMeter(
  job: string,
  progress: Readonly<RunProgress>,
  service?: () => ServiceFigures | undefined,
  limitRows?: number,
): ProgressMeter {
  const samples: Sample[] = [];
  let startRows: number | undefined;

  return (nowMs) => {
    const isRunning = progress.phase === 'running';
    if (isRunning) startRows ??= progress.rowsCommitted;
    const rows = Math.max(progress.rowsCommitted, (startRows ?? 0) + progress.rowsProcessed);
    const figures = service?.();
    const sample = {
      atMs: nowMs,
      rows,
      requests: figures?.requests ?? 0,
      fraction: fractionOf(progress, rows, limitRows),
    };
    if (isRunning) samples.push(sample);
    while ((samples[0]?.atMs ?? nowMs) < nowMs - LEFT_WINDOW_MS) samples.shift();
    const since = samples.find(({ atMs }) => atMs >= nowMs - RATE_WINDOW_MS);
    const rate = (of: 'rows' | 'requests') =>
      since && nowMs - since.atMs >= LEAST_MS
        ? (sample[of] - since[of]) / ((nowMs - since.atMs) / 1000)
        : undefined;
    const requestsPerSecond = rate('requests');
    return {
      job,
      phase: progress.phase,
      rows,
      rejected: progress.rowsRejected,
      batch: progress.batchesInWork[0],
      batchesDone: progress.batchesDone,
      fraction: sample.fraction,
      rowsPerSecond: rate('rows'),
      secondsLeft: secondsLeft(samples, sample),
      outcome: progress.outcome,
      service: figures && { requestsPerSecond, cacheHits: figures.cacheHits },
    };
  };
}

/**
 * Returns the share of the input that is done, by bytes; rows not committed yet count with the mean length of committed rows, or of rows that were
 * read before the first ones are committed: batches take long.
 */
function fractionOf(
  { bytesTotal, bytesCommitted, rowsCommitted, rowsRead, bytesRead }: Readonly<RunProgress>,
  rows: number,
  limitRows: number | undefined,
): number | undefined {
  // From the start, where nothing is known but the whole.
  if (rows === 0 && (bytesTotal > 0 || limitRows !== undefined)) return 0;
  const byLimit = limitRows === undefined ? undefined : Math.min(1, rows / limitRows);
  const length = rowsCommitted > 0 ? bytesCommitted / rowsCommitted : bytesRead / rowsRead;
  if (bytesTotal === 0 || !(length > 0)) return byLimit;
  const bytes = bytesCommitted + (rows - rowsCommitted) * length;
  return Math.max(Math.min(1, bytes / bytesTotal), byLimit ?? 0);
}

function secondsLeft(samples: readonly Sample[], now: Sample): number | undefined {
  const first = samples.find(({ fraction }) => fraction !== undefined);
  if (first?.fraction === undefined || now.fraction === undefined) return undefined;
  const done = now.fraction - first.fraction;
  const tookMs = now.atMs - first.atMs;
  return done > 0 && tookMs >= LEAST_MS ? ((1 - now.fraction) / done) * (tookMs / 1000) : undefined;
}

/** The progress display of a build: one line that is redrawn on a terminal; elsewhere one line per step, and every 10 s in a long one. */
export interface BuildProgress {
  /** Shape: `more` follows the share, and does not make another step. */
  show(text: string, share?: number, more?: string): void;
  /** Erases the line. */
  stop(): void;
}

/** Shows the progress of a build on the error stream; with `quiet` shows nothing. */
export function showBuildProgress(
  { stderr, nowMs, env }: Pick<CliIo, 'stderr' | 'nowMs' | 'env'>,
  quiet: boolean,
): BuildProgress {
  if (quiet) return { show: () => undefined, stop: () => undefined };
  const { isTerminal, draw, erase } = statusLine({ stderr, env });
  let shown = '';
  let line = '';
  let writtenAtMs = -Infinity;
  const log = (text: string) => {
    writtenAtMs = nowMs();
    stderr.write(`${printable(text)}\n`);
  };
  const timer = isTerminal
    ? undefined
    : setInterval(() => {
        if (shown !== '' && nowMs() - writtenAtMs >= LINE_EVERY_MS) log(line);
      }, SAMPLE_MS).unref();
  return {
    show(text, share, more) {
      const isNew = text !== shown;
      shown = text;
      const now = nowMs();
      const figures = [share === undefined ? '' : `${Math.floor(share * 100)}%`, more ?? ''].filter(
        (figure) => figure !== '',
      );
      line = [text, figures.join(' ')].filter((part) => part !== '').join('  ');
      if (!isTerminal) {
        // Its share is of interest in a long step only.
        if (isNew) log(text);
        else if (now - writtenAtMs >= LINE_EVERY_MS) log(line);
        return;
      }
      if (!isNew && now - writtenAtMs < REDRAW_MS) return;
      writtenAtMs = now;
      draw((width) => printable(line).slice(0, width));
    },
    stop() {
      clearInterval(timer);
      erase();
      shown = '';
    },
  };
}
