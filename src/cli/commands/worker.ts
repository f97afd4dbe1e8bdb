import type { Command } from 'commander';
import { MAX_WORKERS, readEnvironment } from '../../runtime/environment.ts';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf, wholeNumber } from '../options.ts';
import { queueOptions, SERVICE_OPTIONS } from '../run-options.ts';
import { availableParallelism } from 'node:os';
import { type QueueWorker, startQueueWorker, type WorkerEvent } from '../../queue/worker.ts';
import { serveWorkerFigures } from '../../queue/worker-server.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import { keepEnvironmentOutOfReports } from '../../server/core-files.ts';
import { createLog, LOG_LEVELS, type LogLevel, logToStream } from '../../server/log.ts';
import { checkQueueService, requireQueue } from '../run-queue.ts';
import { createStopper } from '../stopper.ts';

const MAX_PORT = 65_535;
const MIN_LOCK_SECONDS = 2;
const MAX_LOCK_SECONDS = 3600;

const EXAMPLES = `
Examples:
  $ geomill worker --queue redis://queue.example:6379 --dataset data/hcmc
      computes chunks of every run that needs this dataset and this version, on all cores
  $ geomill worker --queue rediss://queue.example:6380 --service https://gateway.example/v1 --metrics-port 9100
      sends the requests of the rows to a gateway (geomill serve --service), which has the key, the rate and the quota

A worker may be started, stopped and killed at any time: its chunks are computed by others. SIGTERM or SIGINT ends it after the rows in progress.
The log is written to standard output, one JSON object a line.`;

const OPTIONS = {
  ...queueOptions('queue of the runs'),
  ...SERVICE_OPTIONS,
  concurrency: option(
    '--concurrency <N>',
    'jobs at once: threads for a dataset (default: GEOMILL_WORKERS, else the number of cores)',
    { parse: wholeNumber(1, MAX_WORKERS) },
  ),
  lock: option('--lock <SECONDS>', 'a worker that is silent for so long loses its job to another', {
    parse: wholeNumber(MIN_LOCK_SECONDS, MAX_LOCK_SECONDS),
    byDefault: 30,
  }),
  metricsPort: option('--metrics-port <N>', 'serve /metrics, /healthz and /readyz; 0 chooses a free port', {
    parse: wholeNumber(0, MAX_PORT),
  }),
  metricsHost: option('--metrics-host <ADDRESS>', 'address to serve them at', { byDefault: '127.0.0.1' }),
  logLevel: option<string, LogLevel>('--log-level <LEVEL>', 'how much to log', {
    choices: LOG_LEVELS,
    byDefault: 'info',
  }),
};
type WorkerOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill worker`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('worker')
    .description('Computes chunks of runs that geomill run --queue puts on a queue, on this machine.');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (options: WorkerOptions) => {
      await worker(options, io);
      finish(0);
    });
}

type Log = ReturnType<typeof createLog>;

/**
 * Computes chunks until a signal ends it.
 *
 * Errors: USAGE, NOT_SUPPORTED, SERVICE_DOWN when the queue or the service cannot be used, and what opening the service throws.
 */
export async function worker(options: WorkerOptions, io: CliIo): Promise<void> {
  const logTo = logToStream(io.stdout);
  const log = createLog(options.logLevel, (line) => logTo.write(line));
  keepEnvironmentOutOfReports();
  const stopper = createStopper(io);
  const { address, prefix } = await requireQueue(options, io);
  const settings = await readServiceSettings(options, io);
  await checkQueueService(settings);
  const service = await openService(settings, {
    onNote: (note) => log.warn({ event: 'Service:Note', note }),
  });
  let started: QueueWorker | undefined;
  let server: Awaited<ReturnType<typeof serveWorkerFigures>> | undefined;
  try {
    const concurrency = options.concurrency ?? readEnvironment(io.env).workers ?? availableParallelism();
    started = await startQueueWorker({
      ...{ address, prefix, service, concurrency, version: io.version },
      lockMs: options.lock * 1000,
      onEvent: (event) => logEvent(log, event),
    });
    const { metricsHost, metricsPort } = options;
    if (metricsPort !== undefined)
      server = await serveWorkerFigures(metricsHost, metricsPort, () => (started as QueueWorker).figures());
    log.info({
      event: 'Worker:Started',
      worker: started.id,
      queue: address.name,
      prefix,
      service: service.identity,
      concurrency,
      version: io.version,
      ...(server && { metrics: `http://${metricsHost}:${server.port}/metrics` }),
    });
    await stopper.stopped();
    log.info({ event: 'Worker:Stopping' });
  } finally {
    await started?.close();
    server?.close();
    await service.close();
    stopper.dispose();
  }
  log.info({ event: 'Worker:Stopped' });
  await logTo.close();
}

function logEvent(log: Log, event: WorkerEvent): void {
  if (event.event === 'Run:Served') log.info(event);
  else log.warn(event);
}
