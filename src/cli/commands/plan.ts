import type { Command } from 'commander';
import type { PlanOptions } from '../actions/plan.ts';
import { addRateOptions, addServiceOptions, addSetOption, decimalNumber } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Example:
  $ geomill plan geocode --input addresses.csv --service https://host/v1 --rate 20 --per-day 50000 --price 0.003
      estimates how many requests the run would send, how long it would take and what it would cost`;

/** Adds `geomill plan`. */
export function addPlanCommand(program: Command, io: CliIo): void {
  const command = program
    .command('plan')
    .summary('estimate the requests and the cost of a run')
    .description(
      'Counts what a run would request: rows, distinct requests, cached responses, time, days and cost. Sends no requests.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .requiredOption('--input <FILE>', 'file to estimate the job for');
  addServiceOptions(command);
  addRateOptions(command).option('--price <N>', 'price of one request, in any currency', decimalNumber(0));
  addSetOption(command)
    .option('--json', 'write the figures as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: PlanOptions) => {
      const { plan } = await import('../actions/plan.ts');
      await plan(jobName, options, io);
    });
}
