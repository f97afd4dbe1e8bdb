import type { CliIo } from './io.ts';
import { printable } from './printable.ts';

const REDRAW_MS = 200;
const ERASE_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

/** The progress display of a build: one line that is redrawn on a terminal, one line per step elsewhere. */
export interface BuildProgress {
  show(text: string, share?: number): void;
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
  let drawnAtMs = -Infinity;
  return {
    show(text, share) {
      const isNew = text !== shown;
      shown = text;
      if (!isTerminal) {
        if (isNew) stderr.write(`${printable(text)}\n`);
        return;
      }
      const now = nowMs();
      if (!isNew && now - drawnAtMs < REDRAW_MS) return;
      drawnAtMs = now;
      const line = share === undefined ? text : `${text}  ${Math.floor(share * 100)}%`;
      // The last column stays free: a terminal would wrap the line.
      stderr.write(`${ERASE_LINE}${printable(line).slice(0, (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
    },
    stop() {
      if (isTerminal && shown !== '') stderr.write(ERASE_LINE);
      shown = '';
    },
  };
}
