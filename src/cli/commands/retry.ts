import type { Command } from 'commander';
import { DEFAULT_CONCURRENCY } from '../../runtime/environment.ts';
import type { RetryOptions } from '../actions/retry.ts';
import {
  addRateOptions,
  addServiceOptions,
  addSetOption,
  decimalNumber,
  wholeNumber,
} from '../command-options.ts';
import type { CliIo } from '../io.ts';

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
    .summary('ask rows of a finished run again')
    .description(
      'Processes the rows of a finished run again that ended with an error, and writes all results, merged in the order of the input, into another folder.',
    )
    .argument('<RUN>', 'output folder of a finished run')
    .option('--below <N>', 'rows with a confidence below N too, 0 to 1', decimalNumber(0, 1))
    .option('--not-found', 'rows without a match too');
  addRerunOptions(command, 'retry', 'alias file of the run (default: the one that the run recorded)').action(
    async (run: string, options: RetryOptions) => {
      const { retry } = await import('../actions/retry.ts');
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
