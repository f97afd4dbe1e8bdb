import type { Command } from 'commander';
import type { StatusOptions } from '../actions/status.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill status
      every run below output/: finished, running, or stopped and how far it came
  $ geomill status output/geocode/addresses --json

A stopped run is continued by the command that began it. Only reads: a run that is going on is not disturbed.

Exit codes: 0 success, 66 there is no run.`;

/** Adds `geomill status`. */
export function addStatusCommand(program: Command, io: CliIo): void {
  program
    .command('status')
    .summary('list runs and how far they are')
    .description('Lists the runs in a folder: finished, running, stopped, damaged; with rows and statuses.')
    .argument('[DIR]', 'output folder of a run, or a folder with several', 'output')
    .option('--json', 'write a line of JSON for each run')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: StatusOptions) => {
      const { status } = await import('../actions/status.ts');
      await status(folder, options, io);
    });
}
