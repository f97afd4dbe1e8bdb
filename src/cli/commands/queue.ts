import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { queueOptions } from '../run-options.ts';
import { queueContents, type QueueContents, queueKeys, removeLeftovers } from '../../queue/records.ts';
import { connectQueue } from '../../queue/connection.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { requireQueue } from '../run-queue.ts';

const STATUS_OPTIONS = { ...queueOptions('queue to show'), json: option('--json', 'write JSON') };
const DRAIN_OPTIONS = {
  ...queueOptions('queue to empty'),
  all: option('--all', 'remove everything under the prefix'),
};
type QueueStatusOptions = OptionsOf<typeof STATUS_OPTIONS>;
type DrainOptions = OptionsOf<typeof DRAIN_OPTIONS>;

/** Adds `geomill queue status` and `geomill queue drain`. */
export function addCommand(program: Command, io: CliIo): void {
  const queue = program
    .command('queue')
    .description('Shows the runs, jobs and workers of a queue, or removes what runs have left on it.');
  const status = queue
    .command('status')
    .summary('show runs, jobs and workers')
    .description('Shows the runs, jobs and workers of a queue.');
  addOptions(status, STATUS_OPTIONS).action((options: QueueStatusOptions) => queueStatus(options, io));
  const drain = queue
    .command('drain')
    .summary('remove what ended runs have left')
    .description(
      'Removes the chunks, results and jobs of runs whose process has ended. With --all those of running ones too, which put them on the queue again.',
    );
  addOptions(drain, DRAIN_OPTIONS).action((options: DrainOptions) => drainQueue(options, io));
}

/** Writes the runs, jobs and workers of a queue. Errors: USAGE, NOT_SUPPORTED, SERVICE_DOWN. */
async function queueStatus(options: QueueStatusOptions, io: CliIo): Promise<void> {
  const { address, prefix } = await requireQueue(options, io);
  const connection = await connectQueue(address);
  try {
    const contents = await queueContents(connection, queueKeys(prefix));
    io.stdout.write(
      `${options.json ? printableJsonLine(contents) : printable(contentsText(address.name, contents))}\n`,
    );
  } finally {
    connection.close();
  }
}

/** Removes what runs have left on a queue. Errors: as of {@link queueStatus}. */
async function drainQueue({ all = false, ...options }: DrainOptions, io: CliIo): Promise<void> {
  const { address, prefix } = await requireQueue(options, io);
  const connection = await connectQueue(address);
  try {
    const removed = await removeLeftovers(connection, queueKeys(prefix), all);
    io.stdout.write(`${formatCounted(removed, 'key')} removed from ${printable(address.name)}\n`);
  } finally {
    connection.close();
  }
}

function contentsText(name: string, { runs, workers, queues, memoryBytes }: QueueContents): string {
  const lines = [`${name}: ${formatCount(Math.round(memoryBytes / 2 ** 20))} MiB of memory used by Redis`];
  for (const { id, job, coordinator, service, version, startedAt } of runs)
    lines.push(
      `run ${id}: ${job} of ${coordinator} since ${startedAt}, needs Geomill ${version} and ${service}`,
    );
  for (const { name: queue, waiting, active, delayed, failed } of queues)
    lines.push(
      `${queue}: ${waiting} waiting, ${active} active, ${delayed} to be tried again, ${failed} failed`,
    );
  for (const { id, service, version, concurrency, jobs, rows, refused } of workers) {
    lines.push(
      `worker ${id}: ${formatCounted(rows, 'row')} in ${formatCounted(jobs, 'job')}, ${concurrency} at once, Geomill ${version}, ${service}`,
    );
    for (const [run, reason] of Object.entries(refused)) lines.push(`  refuses run ${run}: ${reason}`);
  }
  if (runs.length === 0) lines.push('no run');
  if (workers.length === 0) lines.push('no worker');
  return lines.join('\n');
}
