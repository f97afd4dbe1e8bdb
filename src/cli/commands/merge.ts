import type { Command } from 'commander';
import type { MergeOptions } from '../actions/merge.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Example:
  $ geomill merge --output merged output/geocode/addresses-shards/*
      joins the shards that geomill run --shard wrote, in their order

The files have the bytes of a single run over the whole input, and its manifest, so that the run can be continued with --append. Job,
input, dataset and version of the shards are compared, and every file with its hash. The shards are only read; remove them afterwards. The
command may be interrupted and repeated.

Exit codes: 0 merged, 3 less than the job expects, 64 usage, 65 a shard is missing, repeated, unfinished, changed or of something else,
73 the output folder cannot be used, 74 disk, 75 another run is writing to the folder.`;

/** Adds `geomill merge`. */
export function addMergeCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('merge')
    .summary('merge the shards of an input into one run')
    .description('Merges the finished runs of all shards of an input into one run. Sends no requests.')
    .argument('<RUN...>', 'output folders of all shards, in any order')
    .requiredOption('--output <DIR>', 'folder for the merged run')
    .option('--no-report', 'do not write report.html, which shows the results in a browser')
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'write errors only')
    .addHelpText('after', EXAMPLES)
    .action(async (runs: string[], options: MergeOptions) => {
      const { merge } = await import('../actions/merge.ts');
      finish(await merge(runs, options, io));
    });
}
