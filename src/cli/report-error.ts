import { CommanderError } from 'commander';
import { ERROR_CATALOGUE, type ErrorCode } from '../base/errors/catalogue.ts';
import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import type { CliIo } from './io.ts';
import { printable, printableJsonLine } from '../base/text/printable.ts';
import { colorsFor, wrapFor } from './terminal.ts';

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

/** What to do about one cause. Shape: `of` matches the message; without it the hint is for all other messages of the code. */
interface Hint {
  code: ErrorCode;
  of?: RegExp;
  hint: string;
}

const AGAIN = 'Finished rows and responses are kept. Run the same command again';

/** One hint for each cause whose message does not say what to do; the first that matches counts. */
const HINTS: readonly Hint[] = [
  {
    code: 'INPUT_BAD',
    of: /input is empty|no header line|holds no rows/,
    hint: 'A table has a header line and rows below it: is this the right file? Export or copy it again.',
  },
  {
    code: 'INPUT_BAD',
    of: /breaks off|truncated|damaged/,
    hint: 'Export or download the file again, and compare its size with that of the original.',
  },
  { code: 'INPUT_BAD', of: /no sheet/, hint: "Name one of them: --set 'input.sheet=NAME'" },
  {
    code: 'INPUT_BAD',
    of: /stated rows and range|stated as its header|The range/,
    hint: 'Set where the table is: --set input.header_row=3, --set input.header_rows=2, and of a workbook --set input.range=B3:H200',
  },
  {
    code: 'INPUT_BAD',
    of: /not text but binary/,
    hint: 'Open the file with the program that made it, and save it as .xlsx or "CSV UTF-8".',
  },
  {
    code: 'INPUT_BAD',
    of: /delimiter|encoding|UTF-8|header|stated|quote|CSV|format/,
    hint: 'Set how to read the input: --set input.format=csv, --set input.encoding=windows-1258, --set input.delimiter=semicolon',
  },
  {
    code: 'KEY_REFUSED',
    hint: 'The key comes from GEOMILL_API_KEY, or from a file: --api-key-file FILE.',
  },
  {
    code: 'DATASET_BAD',
    hint: 'Choose a dataset with --dataset or GEOMILL_DATASET; without them Geomill uses its starter dataset.',
  },
  {
    code: 'SERVICE_DOWN',
    of: /path of its address/,
    hint: 'geomill doctor --service ADDRESS tests it with one request.',
  },
  { code: 'SERVICE_DOWN', hint: `${AGAIN} when the service is back.` },
  { code: 'THROTTLED', hint: `${AGAIN} later, or with a lower --rate.` },
  { code: 'QUOTA_SPENT', hint: `${AGAIN} when the quota is renewed.` },
];

/** Returns what to do about a failure where its message does not say it. */
function hintOf(error: GeomillError): string | undefined {
  if (error.details.hint === false) return undefined;
  if (isGeomillError(error, 'JOB_WRONG') && error.details.faults)
    return "Options can also be changed on the command line: --set 'geocode.text={my column}'.";
  return HINTS.find(({ code, of }) => code === error.code && (of === undefined || of.test(error.message)))
    ?.hint;
}

/** Writes an error to the error stream, with what to do next; the stack only when `GEOMILL_DEBUG` is 1. */
export function reportError(error: unknown, { stderr, env }: Pick<CliIo, 'stderr' | 'env'>): void {
  // Commander has written its own errors already.
  if (error instanceof CommanderError) return;
  const { red, dim } = colorsFor(stderr, env);
  const isExpected = isGeomillError(error);
  const message = error instanceof Error ? error.message : String(error);
  const hint = isExpected ? hintOf(error) : unexpectedHint(env);
  stderr.write(
    `${red('geomill:')}${wrapFor(stderr, `geomill: ${printable(message)}`).slice('geomill:'.length)}\n`,
  );
  if (hint !== undefined) stderr.write(`${dim(wrapFor(stderr, hint))}\n`);
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

/** Runs an action whose messages say what to do: the general hints are about the options of `geomill run`. */
export async function withoutHint<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    const { code, message, details } = error;
    throw new GeomillError(code, message, { cause: error, details: { ...details, hint: false } });
  }
}
