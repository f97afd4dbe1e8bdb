import type { Command } from 'commander';
import type { CheckOptions } from '../actions/check.ts';
import { addSetOption } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill check geocode
  $ geomill check ./mine.yaml --input addresses.csv
      also checks that the columns named in the job exist, and lists the columns of the results
  $ geomill check output/geocode/addresses
      reads every result of a finished run and compares its hash with the manifest

Exit codes: 0 no fault, 65 the input is bad or results were changed, 66 input missing, 78 job wrong.`;

/** Adds `geomill check`. */
export function addCheckCommand(program: Command, io: CliIo): void {
  const command = program
    .command('check')
    .summary('check a job before it is run, or the results of a run')
    .description(
      'Reports every error of a job, with its line, and whether the job fits an input; of the folder of a run, every result that was changed. Sends no requests and writes no files.',
    )
    .argument('<JOB|RUN>', 'name of a job, path of a job file, or output folder of a run')
    .option('--input <FILE>', 'file to check the job against');
  addSetOption(command)
    .option('--json', 'write what was found as one line of JSON, without rows')
    .addHelpText('after', EXAMPLES)
    .action(async (target: string, options: CheckOptions) => {
      const { check } = await import('../actions/check.ts');
      await check(target, options, io);
    });
}
