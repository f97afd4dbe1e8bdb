import { ANSWERS_VERSION } from '../contract/answers-version.ts';
import { resolve } from 'node:path';
import { failure } from '../base/errors/geomill-error.ts';
import type { Job } from '../run/job/job.ts';
import { operationsOf } from '../run/pipeline/job-spec.ts';
import type { QueueAddress } from '../queue/queue-address.ts';
import { readKeyFile } from '../runtime/api-key.ts';
import { readEnvironment } from '../runtime/environment.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import type { ChunksElsewhere } from '../runtime/run-job.ts';
import type { ServiceSettings } from '../runtime/service-settings.ts';
import { formatCount, formatCounted, formatRate } from './format-figures.ts';
import type { CliIo } from './io.ts';
import type { EngineSettings } from './run-options.ts';
import type { QueueShare } from './summary.ts';
import { message } from '../base/messages/message.ts';
import { say } from './terminal.ts';

const MEBIBYTE = 1 << 20;
const DEFAULT_WINDOW_MIB = 64;

/** A queue that was chosen. */
export interface ChosenQueue {
  address: QueueAddress;
  prefix: string;
}

/**
 * Returns the queue of a command line or the environment; undefined without one.
 *
 * Errors: USAGE, without the address, which may contain a password.
 */
export async function chooseQueue(
  { queue, queuePasswordFile, queuePrefix = 'geomill' }: EngineSettings,
  io: Pick<CliIo, 'env' | 'stderr' | 'catalogue'>,
): Promise<ChosenQueue | undefined> {
  const environment = readEnvironment(io.env);
  const text = queue ?? environment.queue;
  if (text === undefined) return undefined;
  if (!/^[\w.-]+$/.test(queuePrefix)) throw failure('USAGE', 'usage.queuePrefix');
  const { queueUsername: username } = environment;
  const password =
    queuePasswordFile === undefined ? environment.queuePassword : await readKeyFile(queuePasswordFile);
  const { readQueueAddress } = await import('../queue/queue-address.ts');
  const address = readQueueAddress(text, { username, password });
  if (queue !== undefined && address.hasPasswordInUrl) {
    // The list of processes shows the title instead of the arguments.
    process.title = 'geomill';
    say(io, message('usage.passwordInUrl'));
  }
  return { address, prefix: queuePrefix };
}

/** As {@link chooseQueue}. Errors: USAGE without a queue. */
export async function requireQueue(options: EngineSettings, io: CliIo): Promise<ChosenQueue> {
  const chosen = await chooseQueue(options, io);
  if (chosen) return chosen;
  throw failure('USAGE', 'usage.queueMissing');
}

/** Checks that workers may use a service. Errors: USAGE, SERVICE_DOWN; see `requireGateway`. */
export async function checkQueueService(
  settings: ServiceSettings,
  { rate, perDay }: EngineSettings = {},
): Promise<void> {
  if (settings.kind === 'local') return;
  if (rate !== undefined || perDay !== undefined) throw failure('USAGE', 'usage.rateOfWorkers');
  const { requireGateway } = await import('../queue/require-gateway.ts');
  await requireGateway(settings.baseUrl);
}

/** The queue of a run. */
export interface RunQueue extends ChunksElsewhere {
  share(): QueueShare;
}

/** Opens the queue of a run; undefined without one. Errors: USAGE, SERVICE_DOWN. */
export async function openRunQueue(
  job: Job,
  folder: string,
  engine: EngineSettings,
  settings: ServiceSettings,
  opened: OpenedService,
  io: CliIo,
  onNote: (note: string) => void,
): Promise<RunQueue | undefined> {
  const chosen = await chooseQueue(engine, io);
  if (!chosen) return undefined;
  if (job.aliases !== undefined) throw failure('USAGE', 'usage.aliasesWithQueue', { file: job.aliases });
  await checkQueueService(settings, engine);
  const { createQueueChunks } = await import('../queue/queue-chunks.ts');
  const windowBytes = (engine.queueWindow ?? DEFAULT_WINDOW_MIB) * MEBIBYTE;
  const operations = operationsOf(job);
  const chunks = createQueueChunks({
    ...chosen,
    identity: {
      version: io.version,
      answers: ANSWERS_VERSION,
      service: await opened.identityFor(operations),
    },
    job: job.name,
    operations,
    outputDir: resolve(folder),
    windowBytes,
    onNote,
  });
  return {
    create: chunks.create,
    heldCharacters: windowBytes,
    share: () => ({ statistics: chunks.statistics(), workers: chunks.workers() }),
  };
}

/** Returns a sentence for each worker of a run, and for what was done again. */
export function queueNotes(queue: Pick<RunQueue, 'share'> | undefined): string[] {
  if (!queue) return [];
  const { workers, statistics } = queue.share();
  const { startedAgain, queuedAgain } = statistics;
  const notes = workers.map(
    ({ worker, rows, jobs, rowsPerSecond }) =>
      `worker ${worker}: ${formatCounted(rows, 'row')} in ${formatCounted(jobs, 'job')}, ${formatRate(rowsPerSecond)} rows/s a job`,
  );
  const again = startedAgain + queuedAgain;
  return again === 0 ? notes : [...notes, `${formatCount(again)} jobs were begun or queued again`];
}
