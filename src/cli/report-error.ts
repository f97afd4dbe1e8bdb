import { CommanderError } from 'commander';
import { ERROR_CATALOGUE, type ErrorCode } from '../errors/catalogue.ts';
import { isGeomillError, type GeomillError } from '../errors/geomill-error.ts';
import { colorsFor, type CliIo } from './io.ts';
import { printable } from './printable.ts';

const EXIT_UNEXPECTED = 1;
const EXIT_USAGE = ERROR_CATALOGUE.USAGE.exitCode;

/** Says what to do next, where the message of a failure does not say it already. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INPUT_BAD:
    'How the input is read can be stated: --set input.format=csv, --set input.encoding=windows-1258, --set input.delimiter=semicolon',
  KEY_REFUSED: 'The key comes from GEOMILL_API_KEY, or from a file: --api-key-file FILE.',
  DATASET_BAD:
    'The dataset is named by --dataset or GEOMILL_DATASET; without them it is the one that comes with Geomill.',
  SERVICE_DOWN: 'Answers that came are kept. Run the same command again when the service is back.',
  THROTTLED: 'Answers that came are kept. Run the same command again later, or with a lower --rate.',
  QUOTA_SPENT: 'Answers that came are kept. Run the same command again when there is quota.',
};

/** Returns what the process ends with for a failure: as the catalogue says, unless its details know the signal that was behind it. */
export function exitCodeOf(error: unknown): number {
  if (isGeomillError(error)) {
    const ofSignal = isGeomillError(error, 'ABORTED') ? error.details.exitCode : undefined;
    return ofSignal ?? error.traits.exitCode;
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  return EXIT_UNEXPECTED;
}

/** Tells a failure on the error stream, with what to do about it; the stack only where `GEOMILL_DEBUG` is 1. */
export function reportError(error: unknown, { stderr, env }: Pick<CliIo, 'stderr' | 'env'>): void {
  // Commander has told its own already.
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
    return "Options can be stated on the command line too: --set 'geocode.text={my column}'.";
  return HINTS[error.code];
}

function unexpectedHint(env: CliIo['env']): string {
  const where = env.GEOMILL_DEBUG === '1' ? '' : ' GEOMILL_DEBUG=1 shows where it comes from.';
  return `This is a fault of Geomill: please report it. Nothing that was finished is lost; the same command may go on.${where}`;
}
