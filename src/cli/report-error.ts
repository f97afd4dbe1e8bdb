import { CommanderError } from 'commander';
import { ERROR_CATALOGUE, type ErrorCode } from '../base/errors/catalogue.ts';
import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { codesIn, message, type Message, type MessageCode } from '../base/messages/message.ts';
import type { CliIo } from './io.ts';
import { printable, printableJsonLine } from '../base/text/printable.ts';
import { colorsFor, textFor, wrapFor } from './terminal.ts';

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

type HintCode = Exclude<Extract<MessageCode, `hint.${string}`>, 'hint.setOptions'>;

/** What to do about one cause. Shape: `of` are codes of its message, or of messages in it; without them the hint is for all other messages of the code. */
interface Hint {
  code: ErrorCode;
  of?: readonly MessageCode[];
  hint: HintCode;
}

/** One hint for each cause whose message does not say what to do; the first that matches counts. */
const HINTS: readonly Hint[] = [
  {
    code: 'INPUT_BAD',
    of: ['csv.noHeaderLine', 'input.empty', 'input.emptyGzip', 'input.onlyBlankLines', 'run.noColumn'],
    hint: 'hint.emptyTable',
  },
  {
    code: 'INPUT_BAD',
    of: [
      ...(['json.breaksOff', 'parquet.notReadable', 'input.gzipBreaksOff', 'input.gzipDamaged'] as const),
      ...(['workbook.truncated', 'workbook.directoryDamaged', 'workbook.fileDamaged'] as const),
      'workbook.fileMissing',
    ],
    hint: 'hint.damagedFile',
  },
  { code: 'INPUT_BAD', of: ['workbook.noSheet', 'workbook.unknownSheet'], hint: 'hint.nameSheet' },
  {
    code: 'INPUT_BAD',
    of: ['csv.noSuchLine', 'workbook.noRange', 'workbook.headerRowEmpty', 'workbook.rangeEmpty'],
    hint: 'hint.tableRange',
  },
  { code: 'INPUT_BAD', of: ['input.binary'], hint: 'hint.binaryFile' },
  {
    code: 'INPUT_BAD',
    of: [
      ...(['csv.noDelimiter', 'csv.unknownDelimiter', 'csv.unclosedQuote', 'csv.tooManyColumns'] as const),
      ...(['csv.headerNotUtf8', 'csv.headerTooLong', 'csv.headerUnclosedQuote', 'csv.tooFewCells'] as const),
      ...(['csv.titleAboveHeader', 'csv.rowsLongerThanHeader', 'csv.tooManyCells'] as const),
      ...(['input.notUtf8', 'input.encodingUnknown', 'input.encodingLike'] as const),
      ...(['input.otherByteOrderMark', 'input.otherFormat', 'input.notJson', 'input.unknownFormat'] as const),
      ...(['input.headerRowOfOther', 'input.rangeOfOther', 'input.headerStatedTwice'] as const),
      ...(['input.mustBeRewritten', 'workbook.otherArchive', 'workbook.otherDocument'] as const),
    ],
    hint: 'hint.howToRead',
  },
  { code: 'KEY_REFUSED', hint: 'hint.whereKeyIs' },
  { code: 'DATASET_BAD', hint: 'hint.chooseDataset' },
  { code: 'SERVICE_DOWN', of: ['service.wrongPath'], hint: 'hint.testService' },
  { code: 'SERVICE_DOWN', hint: 'hint.serviceBack' },
  { code: 'THROTTLED', hint: 'hint.later' },
  { code: 'QUOTA_SPENT', hint: 'hint.quotaRenewed' },
];

/** Returns what to do about a failure where its message does not say it. */
function hintOf(error: GeomillError): Message | undefined {
  if (error.details.hint === false) return undefined;
  if (isGeomillError(error, 'JOB_WRONG') && error.details.faults)
    return error.details.faults.every(({ place }) => place.startsWith('--set'))
      ? undefined
      : message('hint.setOptions', {
          set: error.details.faults.find(({ set }) => set)?.set ?? 'STAGE.OPTION=VALUE',
        });
  const said = codesIn(error.reason);
  const found = HINTS.find(
    ({ code, of }) => code === error.code && (of === undefined || of.some((each) => said.includes(each))),
  );
  return found && message(found.hint);
}

/** Writes an error to the error stream, with what to do next; the stack only when `GEOMILL_DEBUG` is 1. */
export function reportError(error: unknown, io: Pick<CliIo, 'stderr' | 'env' | 'catalogue'>): void {
  // Commander has written its own errors already.
  if (error instanceof CommanderError) return;
  const { stderr, env } = io;
  const { red, dim } = colorsFor(stderr, env);
  const isExpected = isGeomillError(error);
  const text = isExpected
    ? textFor(io, error.reason)
    : error instanceof Error
      ? error.message
      : String(error);
  const isDebug = env.GEOMILL_DEBUG === '1';
  const hint = isExpected ? hintOf(error) : message(isDebug ? 'hint.bug' : 'hint.bugStack');
  stderr.write(
    `${red('geomill:')}${wrapFor(stderr, `geomill: ${printable(text)}`).slice('geomill:'.length)}\n`,
  );
  if (hint !== undefined) stderr.write(`${dim(wrapFor(stderr, textFor(io, hint)))}\n`);
  if (isDebug && error instanceof Error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      stderr.write(`${printable(at.stack ?? at.message)}\n`);
  }
}

/** Returns the line that `--json` writes for a failure, with the code and the values of its message; `more` are the members that the command knows. */
export function failureLine(error: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  const said = isGeomillError(error)
    ? { code: error.code, message: error.message, reason: error.reason }
    : { code: error instanceof CommanderError ? 'USAGE' : 'UNEXPECTED', message: messageOf(error) };
  return printableJsonLine({
    ...more,
    outcome: said.code === 'ABORTED' ? 'stopped' : 'failed',
    ...said,
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
    const { code, reason, details } = error;
    throw new GeomillError(code, reason, { cause: error, details: { ...details, hint: false } });
  }
}
