import { CommanderError } from 'commander';
import { ERROR_CATALOGUE } from '../base/errors/catalogue.ts';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { hintOf } from './hints.ts';
import { colorsFor, type CliIo } from './io.ts';
import { printable } from './printable.ts';

const EXIT_UNEXPECTED = 1;
const EXIT_USAGE = ERROR_CATALOGUE.USAGE.exitCode;

/** Returns the exit code for an error: that of the catalogue, or that of the signal in its details. */
export function exitCodeOf(error: unknown): number {
  if (isGeomillError(error)) {
    const ofSignal = isGeomillError(error, 'ABORTED') ? error.details.exitCode : undefined;
    return ofSignal ?? error.traits.exitCode;
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  return EXIT_UNEXPECTED;
}

/** Writes an error to the error stream, with what to do next; the stack only when `GEOMILL_DEBUG` is 1. */
export function reportError(error: unknown, { stderr, env }: Pick<CliIo, 'stderr' | 'env'>): void {
  // Commander has written its own errors already.
  if (error instanceof CommanderError) return;
  const { red, dim } = colorsFor(stderr, env);
  const isExpected = isGeomillError(error);
  const message = error instanceof Error ? error.message : String(error);
  const hint = isExpected ? hintOf(error) : unexpectedHint(env);
  stderr.write(`${red('geomill:')} ${printable(message)}\n`);
  if (hint !== undefined) stderr.write(`${dim(hint)}\n`);
  if (env.GEOMILL_DEBUG === '1' && error instanceof Error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      stderr.write(`${printable(at.stack ?? at.message)}\n`);
    }
  }
}

function unexpectedHint(env: CliIo['env']): string {
  const where = env.GEOMILL_DEBUG === '1' ? '' : ' GEOMILL_DEBUG=1 shows the stack.';
  return `This is a bug in Geomill, please report it. Finished rows are kept; the same command may continue.${where}`;
}
