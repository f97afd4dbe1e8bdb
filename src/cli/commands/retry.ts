import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf, pickOptions } from '../options.ts';
import {
  type EngineSettings,
  type OutputSettings,
  REPORT_OPTIONS,
  REQUEST_OPTIONS,
  SET_OPTION,
} from '../run-options.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { readAliases } from '../../run/pipeline/rerun/alias-file.ts';
import { prepareRerun } from '../../run/pipeline/rerun/prepare-rerun.ts';
import { executeRun } from '../execute-run.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import { localInput, localRun } from '../object-places.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { findRunSource, nextFolder, type StatedCommand } from '../run-command.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill retry output/geocode/addresses --service https://host/v1
      asks the rows again that ended with an error; all results are in output/geocode/addresses-retry
  $ geomill retry output/geocode/addresses --service https://host/v1 --below 0.6 --not-found
      asks doubtful rows and those without a match as well, and not from the cache

The rows that are not asked again are copied byte for byte, so that the files are those of one run over the whole input. The old
folder is only read. The same command again continues a retry that was stopped or killed. Service, job and input must be those of
the run; jobs that work on batches of rows (route) are run again as a whole.

Exit codes: as of geomill run; 0 also when there is no row to ask again, 65 the run is not finished or it, its input or its service changed,
73 the folder for the results holds something else.`;

const SOURCE_OPTIONS = {
  input: option('--input <FILE>', 'input of the run (default: the file that the run read)'),
  job: option('--job <JOB>', 'job of the run (default: the one that the run recorded)'),
  ...SET_OPTION,
};
const RESULT_OPTIONS = {
  restart: option('--restart', 'discard what the folder for the results has'),
  ...REPORT_OPTIONS,
};

/** Declares the options of commands that process rows of a finished run again, as records; `aliases` is the help of `--aliases`. */
export const rerunOptions = (suffix: string, aliases: string) => ({
  source: { aliases: option('--aliases <FILE>', aliases), ...SOURCE_OPTIONS },
  engine: REQUEST_OPTIONS,
  output: {
    output: option(
      '--output <DIR>',
      `folder for the results (default: RUN-${suffix}, then RUN-${suffix}-2 ...)`,
    ),
    ...RESULT_OPTIONS,
  },
});

/** The options of a command that processes rows of a finished run again. */
export interface RerunOptions {
  source: StatedCommand;
  engine: EngineSettings;
  output: OutputSettings;
}

/** Returns the records of such a command from the values of its options. */
export function rerunRecords(
  { source, engine, output }: ReturnType<typeof rerunOptions>,
  values: object,
): RerunOptions {
  return {
    source: pickOptions(source, values),
    engine: pickOptions(engine, values),
    output: pickOptions(output, values),
  };
}

const SELECTION = {
  below: option('--below <N>', 'rows with a confidence below N too, 0 to 1', { parse: decimalNumber(0, 1) }),
  notFound: option('--not-found', 'rows without a match too'),
};
const OPTIONS = rerunOptions('retry', 'alias file of the run (default: the one that the run recorded)');
type Selection = OptionsOf<typeof SELECTION>;

/** Adds `geomill retry`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('retry')
    .description(
      'Processes the rows of a finished run again that ended with an error, and writes all results, merged in the order of the input, into another folder.',
    )
    .argument('<RUN>', 'output folder of a finished run');
  addOptions(command, SELECTION, ...Object.values(OPTIONS))
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, values: object) => {
      finish(await retry(run, pickOptions(SELECTION, values), rerunRecords(OPTIONS, values), io));
    });
}

/** Processes rows of a finished run again, into another folder, and returns the exit code. */
async function retry(
  run: string,
  { below, notFound }: Selection,
  { source, engine, output }: RerunOptions,
  io: CliIo,
): Promise<number> {
  const startMs = io.nowMs();
  const { quiet, json, restart = false } = output;
  if (isObjectUrl(run) && output.output === undefined)
    throw failure('USAGE', 'usage.folderForResults', { run });
  const finished = await localRun(run, { ...io, quiet });
  const { job, input, command } = await findRunSource(finished, source, io);
  const path = await localInput(input, { ...io, quiet });
  const folder = output.output ?? nextFolder(run, 'retry');
  const selection = { ...(below !== undefined && { below }), ...(notFound && { notFound }) };
  const aliases = job.aliases === undefined ? undefined : await readAliases(createDurableFs(), job.aliases);
  const rerun = await prepareRerun({ folder: finished, outputDir: folder, job, selection, aliases, restart });
  if (rerun.rows === 0) {
    const sentence = `${run} has no row to ask again: none ended with an error${reasonsText({ below, notFound })}`;
    const figures = { job: job.name, input: path, output: run, outcome: 'nothing_to_do', asked_again: 0 };
    io.stdout.write(`${json ? printableJsonLine(figures) : printable(sentence)}\n`);
    return 0;
  }
  if (!quiet) {
    const all = formatCounted(rerun.resultRows, 'row');
    printLine(io.stderr, `${formatCount(rerun.rows)} of ${all} are asked again; the results go to ${folder}`);
  }
  await rerun.claim();
  // The cache has the very responses that are not good enough.
  const isKnownBad = below !== undefined || notFound === true;
  const options = {
    input: { input: path },
    engine: { ...engine, ...(isKnownBad && { cache: false }) },
    output,
  };
  const summary = await executeRun(
    { job: { ...job, outputs: rerun.outputs }, options, path, folder, command, rerun: rerun.options },
    io,
    startMs,
  );
  return summary.exitCode;
}

function reasonsText({ below, notFound }: Selection): string {
  const missing = notFound ? ', all have a match' : '';
  return below === undefined ? missing : `${missing}, and none has a confidence below ${below}`;
}
