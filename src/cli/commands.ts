import type { Command } from 'commander';
import type { CliIo } from './io.ts';

/** Adds a command with its options, help and action. Shape: `finish` receives the exit code of a command that has several. */
type AddCommand = (program: Command, io: CliIo, finish: (exitCode: number) => void) => void;

interface CommandEntry {
  summary: string;
  load: () => Promise<AddCommand>;
}

/** The commands, in the order of the help. A command is one file below `commands/`, which is loaded when it is named. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'run a job over a file',
    load: async () => (await import('./commands/run.ts')).addRunCommand,
  },
  retry: {
    summary: 'ask rows of a finished run again',
    load: async () => (await import('./commands/retry.ts')).addRetryCommand,
  },
  review: {
    summary: 'let a person decide the doubtful rows of a run',
    load: async () => (await import('./commands/review.ts')).addReviewCommand,
  },
  report: {
    summary: 'write the report of a finished run, compared with another one',
    load: async () => (await import('./commands/report.ts')).addReportCommand,
  },
  check: {
    summary: 'check a job before it is run, or the results of a run',
    load: async () => (await import('./commands/check.ts')).addCheckCommand,
  },
  plan: {
    summary: 'estimate the requests and the cost of a run',
    load: async () => (await import('./commands/plan.ts')).addPlanCommand,
  },
  status: {
    summary: 'list runs and how far they are',
    load: async () => (await import('./commands/status.ts')).addStatusCommand,
  },
  list: {
    summary: 'list stages, jobs, categories, formats or columns',
    load: async () => (await import('./commands/list.ts')).addListCommand,
  },
  export: {
    summary: 'write the results of a finished run in other formats',
    load: async () => (await import('./commands/export.ts')).addExportCommand,
  },
  shard: {
    summary: 'plan the shards of an input',
    load: async () => (await import('./commands/shard.ts')).addShardCommand,
  },
  merge: {
    summary: 'merge the shards of an input into one run',
    load: async () => (await import('./commands/merge.ts')).addMergeCommand,
  },
  ask: {
    summary: 'send one request',
    load: async () => (await import('./commands/ask.ts')).addAskCommand,
  },
  forcode: {
    summary: 'encode or decode one forcode',
    load: async () => (await import('./commands/forcode.ts')).addForcodeCommand,
  },
  dataset: {
    summary: 'build, describe or verify a dataset',
    load: async () => (await import('./commands/dataset.ts')).addDatasetCommand,
  },
  serve: {
    summary: 'serve a dataset or a service over HTTP',
    load: async () => (await import('./commands/serve.ts')).addServeCommand,
  },
  mcp: {
    summary: 'give tools to an agent, over standard input and output',
    load: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  },
  keys: {
    summary: 'add, list or revoke keys of geomill serve',
    load: async () => (await import('./commands/keys.ts')).addKeysCommand,
  },
  worker: {
    summary: 'compute chunks of runs from a queue',
    load: async () => (await import('./commands/worker.ts')).addWorkerCommand,
  },
  queue: {
    summary: 'show or empty a queue',
    load: async () => (await import('./commands/queue.ts')).addQueueCommand,
  },
  doctor: {
    summary: 'check the installation',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
  completion: {
    summary: 'write the completion script of a shell',
    load: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  },
};
