import type { Readable } from 'node:stream';
import pc from 'picocolors';

/** Receives text; a terminal knows its width. */
export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Sends signals to whoever listens, as the process does. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Holds everything of the outside that a command meets; the process in `main.ts`, stand-ins in tests. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  signals: SignalSource;
  /** Monotonic; ms. */
  nowMs: () => number;
  /** Ends the process at once. */
  exit: (code: number) => void;
  /** Where jobs called by name are. */
  jobsDir: string;
  /** The dataset that answers when none is named. */
  starterDir: string;
  version: string;
}

/** Returns the colours for a stream: real ones on a terminal unless `NO_COLOR` is set, or where `FORCE_COLOR` is. */
export function colorsFor(stream: OutputStream, env: CliIo['env']) {
  const wanted = Boolean(env.FORCE_COLOR) || (stream.isTTY === true && env.TERM !== 'dumb');
  return pc.createColors(wanted && !env.NO_COLOR);
}
