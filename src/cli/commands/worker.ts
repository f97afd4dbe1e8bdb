import { Option, type Command } from 'commander';
import { MAX_WORKERS } from '../../runtime/environment.ts';
import type { WorkerOptions } from '../actions/worker.ts';
import { addQueueOptions, addServiceOptions, wholeNumber } from '../command-options.ts';
import type { CliIo } from '../io.ts';

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

/** Adds `geomill worker`. */
export function addWorkerCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('worker')
    .summary('compute chunks of runs from a queue')
    .description('Computes chunks of runs that geomill run --queue puts on a queue, on this machine.');
  addQueueOptions(command, 'queue of the runs');
  addServiceOptions(command)
    .option(
      '--concurrency <N>',
      'jobs at once: threads for a dataset (default: GEOMILL_WORKERS, else the number of cores)',
      wholeNumber(1, MAX_WORKERS),
    )
    .option(
      '--lock <SECONDS>',
      'a worker that is silent for so long loses its job to another',
      wholeNumber(MIN_LOCK_SECONDS, MAX_LOCK_SECONDS),
      30,
    )
    .option(
      '--metrics-port <N>',
      'serve /metrics, /healthz and /readyz; 0 chooses a free port',
      wholeNumber(0, MAX_PORT),
    )
    .option('--metrics-host <ADDRESS>', 'address to serve them at', '127.0.0.1')
    .addOption(
      new Option('--log-level <LEVEL>', 'how much to log')
        .choices(['error', 'warn', 'info', 'debug'])
        .default('info'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: WorkerOptions) => {
      const { worker } = await import('../actions/worker.ts');
      await worker(options, io);
      finish(0);
    });
}
