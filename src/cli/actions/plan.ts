import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { estimateRun, spendingOf } from '../../run/job/estimate.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { openService } from '../../runtime/open-service.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import { addressOf, readServiceSettings, type ServiceOptions } from '../../runtime/service-settings.ts';
import type { StageQuestion } from '../../run/stages/stage.ts';
import type { CliIo } from '../io.ts';
import { localInput } from '../object-places.ts';
import { planText } from '../plan-text.ts';
import { printable, printableJsonLine } from '../printable.ts';

/** The options of `geomill plan`. */
export interface PlanOptions extends ServiceOptions {
  input: string;
  rate?: number;
  perDay?: number;
  price?: number;
  set?: string[];
  json?: boolean;
}

/** Estimates the requests, time and cost of a run. Errors: JOB_WRONG, INPUT_MISSING, INPUT_BAD, IO. */
export async function plan(jobName: string, options: PlanOptions, io: CliIo): Promise<void> {
  const { input } = options;
  if (input === '-')
    throw new GeomillError('USAGE', 'plan needs a file: standard input can be read only once');
  const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
  const settings = await readServiceSettings(options, io);
  const limits = {
    ...job.limits,
    ...(options.rate === undefined ? {} : { ratePerSecond: options.rate }),
    ...(options.perDay === undefined ? {} : { perDay: options.perDay }),
    ...(options.price === undefined ? {} : { pricePerRequest: options.price }),
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
    for (const finding of prepared.findings) io.stderr.write(`${printable(finding)}\n`);
    io.stdout.write(
      `${printable(planText({ job: job.name, input, service, estimate, spending, limits }))}\n`,
    );
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
