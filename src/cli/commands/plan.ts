import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { GeomillError } from '../../errors/geomill-error.ts';
import { estimateRun, spendingOf } from '../../job/estimate.ts';
import { loadJob } from '../../job/load-job.ts';
import type { StageQuestion } from '../../stages/stage.ts';
import { addRateOptions, addServiceOptions, addSetOption } from '../command-options.ts';
import type { CliIo } from '../../runtime/io.ts';
import { decimalNumber } from '../number-options.ts';
import { planText } from '../plan-text.ts';
import { printable } from '../printable.ts';
import {
  addressOf,
  chooseService,
  openService,
  type OpenService,
  type ServiceOptions,
} from '../../runtime/services.ts';

interface PlanOptions extends ServiceOptions {
  input: string;
  rate?: number;
  perDay?: number;
  price?: number;
  set?: string[];
  json?: boolean;
}

const EXAMPLES = `
Example:
  $ geomill plan geocode --input addresses.csv --service https://host/v1 --rate 20 --per-day 50000 --price 0.003
      tells how many requests the run would send, how long it would take and what it would cost`;

/** Adds `geomill plan`. */
export function addPlanCommand(program: Command, io: CliIo): void {
  const command = program
    .command('plan')
    .summary('tell what a run would ask and cost')
    .description(
      'Counts what a run would ask: rows, distinct requests, those answered already, time, days and cost. Nothing is asked.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .requiredOption('--input <FILE>', 'file the job is meant for');
  addServiceOptions(command);
  addRateOptions(command).option('--price <N>', 'price of one request, in any currency', decimalNumber(0));
  addSetOption(command)
    .option('--json', 'write the figures as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((jobName: string, options: PlanOptions) => plan(jobName, options, io));
}

async function plan(jobName: string, options: PlanOptions, io: CliIo): Promise<void> {
  const { input } = options;
  if (input === '-')
    throw new GeomillError('USAGE', 'plan looks at a file: standard input can be read but once');
  const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
  const choice = await chooseService(options, io);
  const limits = {
    ...job.limits,
    ...(options.rate === undefined ? {} : { ratePerSecond: options.rate }),
    ...(options.perDay === undefined ? {} : { perDay: options.perDay }),
    ...(options.price === undefined ? {} : { pricePerRequest: options.price }),
  };
  const scratchDir = await mkdtemp(join(tmpdir(), 'geomill-plan-'));
  // The local dataset has nothing to say before it is asked, and takes its time to open.
  const opened = choice.kind === 'remote' ? await openService(choice) : undefined;
  try {
    const { estimate, prepared } = await estimateRun(
      job,
      { name: basename(input), path: input },
      { scratchDir, isCached: cachedBy(opened) },
    );
    const spending = choice.kind === 'remote' ? spendingOf(estimate, limits) : { requests: 0 };
    const service = choice.kind === 'remote' ? addressOf(choice) : undefined;
    if (options.json) {
      const figures = { job: job.name, input, service: service ?? 'local', ...estimate, ...spending };
      io.stdout.write(`${JSON.stringify(figures)}\n`);
      return;
    }
    for (const finding of prepared.findings) io.stderr.write(`${printable(finding)}\n`);
    io.stdout.write(
      `${printable(planText({ job: job.name, input, service, estimate, spending, limits }))}\n`,
    );
  } finally {
    await opened?.close();
    await rm(scratchDir, { recursive: true, force: true });
  }
}

function cachedBy(opened: OpenService | undefined): (question: StageQuestion) => boolean {
  const remote = opened?.remote;
  return ({ operation, parameters }) => {
    try {
      return remote?.peekCached(operation, parameters) ?? false;
    } catch {
      // Parameters outside the contract: the row will be an error, and nothing is sent for it.
      return true;
    }
  };
}
