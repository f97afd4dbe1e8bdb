import type { Command } from 'commander';
import { DEFAULT_CONCURRENCY } from '../../runtime/environment.ts';
import {
  addRateOptions,
  addServiceOptions,
  addSetOption,
  decimalNumber,
  wholeNumber,
} from '../command-options.ts';
import type { CliIo } from '../io.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { readAliases } from '../../run/pipeline/rerun/alias-file.ts';
import { prepareRerun } from '../../run/pipeline/rerun/prepare-rerun.ts';
import { executeRun, type RunCommandOptions } from '../execute-run.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import { localInput, localRun } from '../object-places.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { findRunSource, nextFolder, type StatedCommand } from '../run-command.ts';

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

/** Adds `geomill retry`. */
export function addRetryCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('retry')
    .description(
      'Processes the rows of a finished run again that ended with an error, and writes all results, merged in the order of the input, into another folder.',
    )
    .argument('<RUN>', 'output folder of a finished run')
    .option('--below <N>', 'rows with a confidence below N too, 0 to 1', decimalNumber(0, 1))
    .option('--not-found', 'rows without a match too');
  addRerunOptions(command, 'retry', 'alias file of the run (default: the one that the run recorded)').action(
    async (run: string, options: RetryOptions) => {
      finish(await retry(run, options, io));
    },
  );
  command.addHelpText('after', EXAMPLES);
}

/** Adds the options of commands that process rows of a finished run again; `aliases` describes `--aliases`. */
export function addRerunOptions(command: Command, suffix: string, aliases: string): Command {
  command
    .option('--output <DIR>', `folder for the results (default: RUN-${suffix}, then RUN-${suffix}-2 ...)`)
    .option('--input <FILE>', 'input of the run (default: the file that the run read)')
    .option('--job <JOB>', 'job of the run (default: the one that the run recorded)')
    .option('--aliases <FILE>', aliases);
  addServiceOptions(command);
  addRateOptions(command).option(
    '--concurrency <N>',
    `requests in flight at most (default: ${DEFAULT_CONCURRENCY})`,
    wholeNumber(1, 1024),
  );
  return addSetOption(command)
    .option('--restart', 'discard what the folder for the results has')
    .option('--no-report', 'do not write report.html, which shows the results in a browser')
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'write errors only');
}

/** The options of `geomill retry`. */
export type RetryOptions = Omit<RunCommandOptions, 'input' | 'output'> &
  StatedCommand & { output?: string; below?: number; notFound?: boolean };

/** Processes rows of a finished run again, into another folder, and returns the exit code. */
export async function retry(run: string, options: RetryOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const { below, notFound } = options;
  if (isObjectUrl(run) && options.output === undefined)
    throw new GeomillError('USAGE', `name a folder for the results of ${run}: --output DIR`);
  const folder = await localRun(run, { ...io, quiet: options.quiet });
  const { job, input: source, command } = await findRunSource(folder, options, io);
  const input = await localInput(source, { ...io, quiet: options.quiet });
  const output = options.output ?? nextFolder(run, 'retry');
  const selection = { ...(below !== undefined && { below }), ...(notFound && { notFound }) };
  const restart = options.restart ?? false;
  const aliases = job.aliases === undefined ? undefined : await readAliases(createDurableFs(), job.aliases);
  const rerun = await prepareRerun({ folder, outputDir: output, job, selection, aliases, restart });
  if (rerun.rows === 0) {
    const sentence = `${run} has no row to ask again: none ended with an error${reasonsText(options)}`;
    const json = { job: job.name, input, output: run, outcome: 'nothing_to_do', asked_again: 0 };
    io.stdout.write(`${options.json ? printableJsonLine(json) : printable(sentence)}\n`);
    return 0;
  }
  if (!options.quiet) {
    const all = formatCounted(rerun.resultRows, 'row');
    io.stderr.write(
      printable(`${formatCount(rerun.rows)} of ${all} are asked again; the results go to ${output}\n`),
    );
  }
  await rerun.claim();
  const isKnownBad = below !== undefined || notFound === true;
  const summary = await executeRun(
    { ...job, outputs: rerun.outputs },
    // The cache has the very responses that are not good enough.
    { ...options, input, output, command, rerun: rerun.options, ...(isKnownBad && { cache: false }) },
    io,
    startMs,
  );
  return summary.exitCode;
}

function reasonsText({ below, notFound }: RetryOptions): string {
  const missing = notFound ? ', all have a match' : '';
  return below === undefined ? missing : `${missing}, and none has a confidence below ${below}`;
}
