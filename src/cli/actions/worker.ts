import { availableParallelism } from 'node:os';
import { startQueueWorker, type QueueWorker, type WorkerEvent } from '../../queue/worker/queue-worker.ts';
import { serveWorkerFigures } from '../../queue/worker/worker-server.ts';
import { readEnvironment } from '../../runtime/environment.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings, type ServiceOptions } from '../../runtime/service-settings.ts';
import { keepEnvironmentOutOfReports } from '../../server/core-files.ts';
import { createLog, type LogLevel, logToStream } from '../../server/log.ts';
import type { CliIo } from '../io.ts';
import { checkQueueService, requireQueue, type QueueOptions } from '../queue-options.ts';
import { createStopper } from '../stopper.ts';

/** The options of `geomill worker`. */
export interface WorkerOptions extends ServiceOptions, QueueOptions {
  concurrency?: number;
  /** Seconds. */
  lock: number;
  metricsPort?: number;
  metricsHost: string;
  logLevel: LogLevel;
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
  const stopped = new AbortController();
  const stopper = createStopper(io, {
    canDrain: () => true,
    onStop: () => stopped.abort(),
    onLeave: () => undefined,
  });
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
    await untilAborted(stopped.signal);
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

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
