import type { Command } from 'commander';
import type { DrainOptions, QueueStatusOptions } from '../actions/queue.ts';
import { addQueueOptions } from '../command-options.ts';
import type { CliIo } from '../io.ts';

/** Adds `geomill queue status` and `geomill queue drain`. */
export function addQueueCommand(program: Command, io: CliIo): void {
  const queue = program
    .command('queue')
    .summary('show or empty a queue')
    .description('Shows the runs, jobs and workers of a queue, or removes what runs have left on it.');
  addQueueOptions(
    queue
      .command('status')
      .summary('show runs, jobs and workers')
      .description('Shows the runs, jobs and workers of a queue.'),
    'queue to show',
  )
    .option('--json', 'write JSON')
    .action(async (options: QueueStatusOptions) => {
      const { queueStatus } = await import('../actions/queue.ts');
      await queueStatus(options, io);
    });
  addQueueOptions(
    queue
      .command('drain')
      .summary('remove what ended runs have left')
      .description(
        'Removes the chunks, results and jobs of runs whose process has ended. With --all those of running ones too, which put them on the queue again.',
      ),
    'queue to empty',
  )
    .option('--all', 'remove everything under the prefix')
    .action(async (options: DrainOptions) => {
      const { drainQueue } = await import('../actions/queue.ts');
      await drainQueue(options, io);
    });
}
