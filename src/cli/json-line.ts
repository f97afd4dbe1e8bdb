import { CommanderError } from 'commander';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import type { CliIo } from './io.ts';
import { printableJsonLine } from '../base/text/printable.ts';
import { exitCodeOf } from './report-error.ts';

/** Returns the line that `--json` writes for a failure; `more` are the members that the command knows. */
export function failureLine(error: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  const { code, message } = isGeomillError(error)
    ? error
    : { code: error instanceof CommanderError ? 'USAGE' : 'UNEXPECTED', message: messageOf(error) };
  return printableJsonLine({
    ...more,
    outcome: code === 'ABORTED' ? 'stopped' : 'failed',
    code,
    message,
    ...(isGeomillError(error, 'INPUT_DOUBTFUL') && error.details),
    exit_code: exitCodeOf(error),
  });
}

/** The errors whose line is written. */
const written = new WeakSet<object>();

/** Writes the line of a failure, once: the command that fails does so with what it knows, or else the program. */
export function writeFailure(
  { stdout }: Pick<CliIo, 'stdout'>,
  error: unknown,
  more: Readonly<Record<string, unknown>> = {},
): void {
  if (typeof error === 'object' && error !== null) {
    if (written.has(error)) return;
    written.add(error);
  }
  stdout.write(`${failureLine(error, more)}\n`);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
}
