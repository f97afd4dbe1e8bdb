import { message } from '../base/messages/message.ts';
import { closeSync, openSync, writeSync } from 'node:fs';
import { pino, stdTimeFunctions, type Logger } from 'pino';
import { errnoOf, GeomillError } from '../base/errors/geomill-error.ts';

/** The levels of the log, the quietest first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Creates the log of a server: one JSON object a line.
 *
 * Shape: `info` has start, stop and the usage of each key at the end of a day; `debug` has every request.
 */
export function createLog(level: LogLevel, write: (line: string) => void): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Fastify's serializers of requests have the address, and with it the key.
      serializers: { req: () => undefined, res: () => undefined },
    },
    { write },
  );
}

/** A stream that a log goes to. */
export interface LogStream {
  write(line: string): unknown;
  /** Returns the bytes that wait for a reader. */
  waiting?(): number;
  flush?(withinMs: number): Promise<void>;
}

/** What may wait for a reader. */
const WAITING_BYTES_MAX = 1 << 20;
/** A reader that takes nothing for so long, at the end, is none. */
const FLUSH_MS = 1000;

/**
 * Returns a log on a stream whose reader may be stuck: neither the memory nor the end of the process waits for it.
 *
 * Shape: lines that are lost are counted in the log, when it is read again.
 */
export function logToStream(stream: LogStream): { write(line: string): void; close(): Promise<void> } {
  let lost = 0;
  return {
    write(line) {
      if ((stream.waiting?.() ?? 0) > WAITING_BYTES_MAX) {
        lost += 1;
        return;
      }
      if (lost > 0)
        stream.write(`${JSON.stringify({ level: 'warn', event: 'Log:LinesLost', lines: lost })}\n`);
      lost = 0;
      stream.write(line);
    },
    close: async () => stream.flush?.(FLUSH_MS),
  };
}

/** A log in a file that another program may rename. */
export interface LogFile {
  /** Appends a line. A failure does not end the server: the line is lost, and the first of several failures is reported. */
  write(line: string): void;
  /** Opens the file under its name again, after it was renamed. If that fails, lines go on into the renamed file. */
  reopen(): void;
  close(): void;
}

/**
 * Opens a log file for appending.
 *
 * Shape: `onFailure` receives sentences for the operator.
 * Errors: OUTPUT_REFUSED when the file cannot be opened.
 */
export function openLogFile(path: string, onFailure: (message: string) => void): LogFile {
  let file = openToAppend(path);
  let hasFailed = false;
  return {
    write(line) {
      try {
        writeSync(file, line);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          onFailure(`the log file ${path} cannot be written to (${reasonOf(error)}): lines are lost`);
        hasFailed = true;
      }
    },
    reopen() {
      try {
        const before = file;
        file = openToAppend(path);
        closeSync(before);
      } catch (error) {
        onFailure(`${(error as Error).message}; lines go on into the file that was open`);
      }
    },
    close: () => closeSync(file),
  };
}

function openToAppend(path: string): number {
  try {
    // Requests are not in the log, but keys have names there: other users do not read it.
    return openSync(path, 'a', 0o640);
  } catch (cause) {
    throw new GeomillError(
      'OUTPUT_REFUSED',
      message('server.logUnopened', { path, cause: errnoOf(cause) ?? message('setting.unknownReason') }),
      { cause, details: { hint: false } },
    );
  }
}

const reasonOf = (error: unknown) => errnoOf(error) ?? 'unknown reason';
