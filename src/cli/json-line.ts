import { CommanderError } from 'commander';
import { isGeomillError } from '../errors/geomill-error.ts';
import { printableJsonLine } from './printable.ts';
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
    exit_code: exitCodeOf(error),
  });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
}
