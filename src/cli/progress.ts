import { colorsFor, type CliIo } from './io.ts';
import { printable } from './printable.ts';
import { progressLine, progressSentence, type ProgressView } from './progress-line.ts';
import type { ProgressMeter } from './progress-meter.ts';
import { wrapFor } from './wrap-text.ts';

const REDRAW_MS = 200;
const SAMPLE_MS = 1000;
/** Time between the lines of a log: one that is silent for longer looks as if the program hangs. */
export const LINE_EVERY_MS = 10_000;
const ERASE_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

/** The progress display of a run: one line that is redrawn on a terminal, one line every 10 s elsewhere. */
export interface ProgressDisplay {
  /** Writes a sentence for the user, above the line. */
  note(text: string): void;
  /** Erases the line and shows nothing more. */
  stop(): void;
}

/** Shows the progress of a run on the error stream until stopped; with `quiet` shows nothing. */
export function showProgress(
  { stderr, nowMs, env }: Pick<CliIo, 'stderr' | 'nowMs' | 'env'>,
  meter: ProgressMeter,
  quiet: boolean,
): ProgressDisplay {
  if (quiet) return { note: () => undefined, stop: () => undefined };
  const isTerminal = stderr.isTTY === true && env.TERM !== 'dumb';
  const { dim } = colorsFor(stderr, env);
  let isDrawn = false;

  function erase(): void {
    if (isDrawn) stderr.write(ERASE_LINE);
    isDrawn = false;
  }
  function draw(): void {
    // The last column stays free: a terminal would wrap the line.
    const line = progressLine(meter(nowMs()), (stderr.columns ?? DEFAULT_COLUMNS) - 1);
    stderr.write(`${ERASE_LINE}${line}`);
    isDrawn = true;
  }

  let lineAtMs = nowMs() + LINE_EVERY_MS;
  function log(): void {
    const now = nowMs();
    const view = meter(now);
    if (now < lineAtMs) return;
    lineAtMs = now + LINE_EVERY_MS;
    stderr.write(`${progressSentence(view)}\n`);
  }

  const timer = isTerminal ? setInterval(draw, REDRAW_MS) : setInterval(log, SAMPLE_MS);
  return {
    note(text) {
      erase();
      stderr.write(`${dim(wrapFor(stderr, printable(text)))}\n`);
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
