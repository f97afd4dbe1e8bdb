import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf } from '../options.ts';
import { RATE_OPTIONS, requestLimits, SERVICE_OPTIONS, SET_OPTION } from '../run-options.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { failure } from '../../base/errors/geomill-error.ts';
import { type Estimate, estimateRun, type Spending, spendingOf } from '../../run/job/estimate.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { openService } from '../../runtime/open-service.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import { addressOf, readServiceSettings } from '../../runtime/service-settings.ts';
import type { StageQuestion } from '../../run/stages/stage.ts';
import { localInput } from '../object-places.ts';
import { printLine, textFor } from '../terminal.ts';
import { printableJsonLine } from '../../base/text/printable.ts';
import { formatDuration } from '../../base/text/duration.ts';
import { formatCount } from '../format-figures.ts';

const EXAMPLES = `
Example:
  $ geomill plan geocode --input addresses.csv --service https://host/v1 --rate 20 --per-day 50000 --price 0.003
      estimates how many requests the run would send, how long it would take and what it would cost`;

const OPTIONS = {
  input: option('--input <FILE>', 'file to estimate the job for', { isRequired: true }),
  ...SERVICE_OPTIONS,
  ...RATE_OPTIONS,
  price: option('--price <N>', 'price of one request, in any currency', { parse: decimalNumber(0) }),
  ...SET_OPTION,
  json: option('--json', 'write the figures as one line of JSON'),
};
type PlanOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill plan`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('plan')
    .description(
      'Counts what a run would request: rows, distinct requests, cached responses, time, days and cost. Sends no requests.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((jobName: string, options: PlanOptions) => plan(jobName, options, io));
}

/** The figures of `geomill plan`. */
export interface PlanView {
  job: string;
  input: string;
  /** Address of the service; undefined for the local service. */
  service: string | undefined;
  estimate: Estimate;
  spending: Spending;
  limits: { ratePerSecond?: number; perDay?: number; pricePerRequest?: number };
}

/** Returns the estimate of a run as text. */
export function planText({ job, input, service, estimate, spending, limits }: PlanView): string {
  const about = estimate.isExact ? '' : 'about ';
  const lines = [`${job} over ${input}, answered by ${service ?? 'the local dataset'}`];
  const add = (label: string, figure: string, note = '') =>
    lines.push(`  ${label.padEnd(18)}${figure.padStart(12)}${note === '' ? '' : `   ${note}`}`);
  const rejected = estimate.rejected > 0 ? `${formatCount(estimate.rejected)} of them cannot be read` : '';
  add('rows', formatCount(estimate.rows), rejected);
  add('questions', formatCount(estimate.questions));
  add('distinct', formatCount(estimate.distinct + estimate.laterAtMost), about === '' ? '' : 'estimated');
  if (estimate.laterAtMost > 0)
    add('', '', `at most: ${formatCount(estimate.laterAtMost)} depend on responses of earlier stages`);
  if (service === undefined) {
    lines.push('  The local service sends no requests and costs nothing.');
    return lines.join('\n');
  }
  add('cached', formatCount(estimate.cached), 'answered from the cache');
  add('to request', formatCount(spending.requests));
  const { ratePerSecond, perDay, pricePerRequest } = limits;
  if (spending.seconds === undefined) add('time', '?', 'give --rate to know');
  else add('time', formatDuration(spending.seconds), `at ${ratePerSecond} requests a second`);
  if (spending.days !== undefined)
    add('days', formatCount(spending.days), `at ${formatCount(perDay ?? 0)} requests a day`);
  if (spending.cost !== undefined) add('cost', costText(spending.cost), `at ${pricePerRequest} a request`);
  return lines.join('\n');
}

function costText(cost: number): string {
  return cost.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Estimates the requests, time and cost of a run. Errors: JOB_WRONG, INPUT_MISSING, INPUT_BAD, IO. */
export async function plan(jobName: string, options: PlanOptions, io: CliIo): Promise<void> {
  const { input } = options;
  if (input === '-') throw failure('USAGE', 'usage.needsFile', { command: 'plan' });
  const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
  const settings = await readServiceSettings(options, io);
  const limits = {
    ...job.limits,
    ...requestLimits(options),
    ...(options.price !== undefined && { pricePerRequest: options.price }),
  };
  const isRemote = settings.kind === 'remote';
  const scratchDir = await mkdtemp(join(tmpdir(), 'geomill-plan-'));
  // Only the cache of a remote service changes an estimate, so a dataset is not opened.
  const opened = isRemote ? await openService(settings) : undefined;
  try {
    const { estimate, prepared } = await estimateRun(
      job,
      { name: basename(input), path: await localInput(input, io) },
      { scratchDir, isCached: cachedBy(opened) },
    );
    const spending = isRemote ? spendingOf(estimate, limits) : { requests: 0 };
    const service = isRemote ? addressOf(settings) : undefined;
    if (options.json) {
      const figures = { job: job.name, input, service: service ?? 'local', ...estimate, ...spending };
      io.stdout.write(`${printableJsonLine(figures)}\n`);
      return;
    }
    for (const finding of prepared.findings) printLine(io.stderr, textFor(io, finding));
    printLine(io.stdout, planText({ job: job.name, input, service, estimate, spending, limits }));
  } finally {
    await opened?.close();
    await rm(scratchDir, { recursive: true, force: true });
  }
}

function cachedBy(opened: OpenedService | undefined): (question: StageQuestion) => boolean {
  const remote = opened?.remote;
  return ({ operation, parameters }) => {
    try {
      return remote?.peekCached(operation, parameters) ?? false;
    } catch {
      // Parameters outside the contract: the row becomes an error, and no request is sent for it.
      return true;
    }
  };
}
