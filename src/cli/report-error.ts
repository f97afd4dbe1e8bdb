import { CommanderError } from 'commander';
import { ERROR_CATALOGUE, type ErrorCode } from '../base/errors/catalogue.ts';
import { isGeomillError, type GeomillError } from '../base/errors/geomill-error.ts';
import { colorsFor, type CliIo } from './io.ts';
import { printable } from './printable.ts';

const EXIT_UNEXPECTED = 1;
const EXIT_USAGE = ERROR_CATALOGUE.USAGE.exitCode;

/** What to do next, where the message of an error does not say it already. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INPUT_BAD:
    'Set how to read the input: --set input.format=csv, --set input.encoding=windows-1258, --set input.delimiter=semicolon',
  KEY_REFUSED: 'The key comes from GEOMILL_API_KEY, or from a file: --api-key-file FILE.',
  DATASET_BAD:
    'Choose a dataset with --dataset or GEOMILL_DATASET; without them Geomill uses its starter dataset.',
  SERVICE_DOWN: 'Finished rows and responses are kept. Run the same command again when the service is back.',
  THROTTLED:
    'Finished rows and responses are kept. Run the same command again later, or with a lower --rate.',
  QUOTA_SPENT: 'Finished rows and responses are kept. Run the same command again when the quota is renewed.',
};

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

function hintOf(error: GeomillError): string | undefined {
  if (error.details.hint === false) return undefined;
  if (isGeomillError(error, 'JOB_WRONG') && error.details.faults)
    return "Options can also be changed on the command line: --set 'geocode.text={my column}'.";
  return HINTS[error.code];
}

function unexpectedHint(env: CliIo['env']): string {
  const where = env.GEOMILL_DEBUG === '1' ? '' : ' GEOMILL_DEBUG=1 shows the stack.';
  return `This is a bug in Geomill, please report it. Finished rows are kept; the same command may continue.${where}`;
}
