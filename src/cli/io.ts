import type { Readable } from 'node:stream';
import type { Catalogue } from '../base/messages/format-message.ts';
import type { LocalDataset } from '../runtime/service-settings.ts';

/** An output stream; a terminal has a width. */
export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number | undefined;
  /** Returns the errno of the failure that ended the stream; undefined while it works. */
  errno?(): string | undefined;
  /** Returns the bytes that wait for a reader. */
  waiting?(): number;
  /** Resolves when everything was written or has failed; a reader that has not taken it within a time counts as gone (EPIPE). */
  flush?(withinMs?: number): Promise<void>;
}

/** A source of signals, like the process. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** The environment of a command: the process in `main.ts`, replacements in tests. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  signals: SignalSource;
  /** Monotonic; ms. */
  nowMs: () => number;
  /** Ends the process with a sentence when its main thread is stuck from now on; absent where it is not this command's own. */
  watch?: (what: string) => void;
  /** Ends the process at once. */
  exit: (code: number) => void;
  /** Folder of the jobs that are called by name. */
  jobsDir: string;
  /** Default dataset of the local service. */
  starterDir: string;
  version: string;
  /** Texts in the language of the terminal; the command line fills it. */
  catalogue?: Catalogue;
  /** Copies a dataset that is at an object store; the command line fills it. */
  localDataset?: LocalDataset;
}
