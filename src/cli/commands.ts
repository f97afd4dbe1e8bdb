import type { Command } from 'commander';
import type { CliIo } from './io.ts';

/** A file below `commands/`: it adds a command with its options, help and action. Shape: `finish` receives the exit code of a command that has several. */
interface CommandFile {
  addCommand: (program: Command, io: CliIo, finish: (exitCode: number) => void) => void;
}

/** The commands in the order of the help, with a summary each. A command is one file, which is loaded when it is named. */
export const COMMANDS: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<CommandFile>]>
> = {
  run: ['run a job over a file', () => import('./commands/run.ts')],
  retry: ['ask rows of a finished run again', () => import('./commands/retry.ts')],
  review: ['let a person decide the doubtful rows of a run', () => import('./commands/review.ts')],
  report: [
    'write the report of a finished run, compared with another one',
    () => import('./commands/report.ts'),
  ],
  check: ['check a job before it is run, or the results of a run', () => import('./commands/check.ts')],
  plan: ['estimate the requests and the cost of a run', () => import('./commands/plan.ts')],
  status: ['list runs and how far they are', () => import('./commands/status.ts')],
  list: ['list stages, jobs, categories, formats or columns', () => import('./commands/list.ts')],
  export: ['write the results of a finished run in other formats', () => import('./commands/export.ts')],
  shard: ['plan the shards of an input', () => import('./commands/shard.ts')],
  merge: ['merge the shards of an input into one run', () => import('./commands/merge.ts')],
  ask: ['send one request', () => import('./commands/ask.ts')],
  forcode: ['encode or decode one forcode', () => import('./commands/forcode.ts')],
  dataset: ['build, describe or verify a dataset', () => import('./commands/dataset.ts')],
  serve: ['serve a dataset or a service over HTTP', () => import('./commands/serve.ts')],
  mcp: ['give tools to an agent, over standard input and output', () => import('./commands/mcp.ts')],
  keys: ['add, list or revoke keys of geomill serve', () => import('./commands/keys.ts')],
  worker: ['compute chunks of runs from a queue', () => import('./commands/worker.ts')],
  queue: ['show or empty a queue', () => import('./commands/queue.ts')],
  doctor: ['check the installation', () => import('./commands/doctor.ts')],
  completion: ['write the completion script of a shell', () => import('./commands/completion.ts')],
};
