import type { CliIo } from './io.ts';
import { printable } from '../base/text/printable.ts';
import { LINE_EVERY_MS } from './progress.ts';

const REDRAW_MS = 200;
const SAMPLE_MS = 1000;
const ERASE_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

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
  const isTerminal = stderr.isTTY === true && env.TERM !== 'dumb';
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
      // The last column stays free: a terminal would wrap the line.
      stderr.write(`${ERASE_LINE}${printable(line).slice(0, (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
    },
    stop() {
      clearInterval(timer);
      if (isTerminal && shown !== '') stderr.write(ERASE_LINE);
      shown = '';
    },
  };
}
