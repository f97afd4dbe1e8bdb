import type { Command } from 'commander';
import { addSetOption } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill check geocode
  $ geomill check ./mine.yaml --input addresses.csv
      also checks that the columns named in the job exist, and lists the columns of the results`;

/** Adds `geomill check`. */
export function addCheckCommand(program: Command, io: CliIo): void {
  const command = program
    .command('check')
    .summary('check a job before it is run')
    .description(
      'Reports every error of a job, with its line, and whether the job fits an input. Sends no requests and writes no files.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .option('--input <FILE>', 'file to check the job against');
  addSetOption(command)
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: { input?: string; set?: string[] }) => {
      const { check } = await import('../actions/check.ts');
      await check(jobName, options, io);
    });
}
