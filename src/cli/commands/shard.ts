import type { Command } from 'commander';
import type { ShardPlanOptions } from '../actions/shard-plan.ts';
import { MAX_SHARDS } from '../../run/pipeline/shards/shard.ts';
import { addSetOption, wholeNumber } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill shard plan geocode --input addresses.csv --shards 64
      shows the rows and bytes of each shard
  $ geomill shard plan geocode --input addresses.csv --shards 8 --commands | xargs -d '\\n' -n 1 -P 8 sh -c
      runs all shards on this machine, eight at a time
  $ geomill shard plan geocode --input addresses.csv --shards 64 --write plan.json
      writes the plan for "geomill run geocode --shard 3/64 --shard-plan plan.json"
  $ geomill merge --output merged output/geocode/addresses-shards/*
      makes one run of them

A scheduler that counts from 0 adds 1: --shard $((JOB_COMPLETION_INDEX + 1))/64. Without JOB, rows are not put together in batches.

Exit codes: 0 planned, 64 usage, 65 input bad, 66 input missing, 74 disk, 78 job wrong.`;

/** Adds `geomill shard plan`. */
export function addShardCommand(program: Command, io: CliIo): void {
  const shard = program
    .command('shard')
    .summary('plan the shards of an input')
    .description('Plans how an input is divided into shards, which run on any machines and are merged.');
  const plan = shard
    .command('plan')
    .summary('show the rows and bytes of each shard')
    .description('Shows the rows, the bytes and the command of each shard of an input. Processes no row.')
    .argument('[JOB]', 'name of a job, or path of a job file')
    .requiredOption('--input <FILE>', 'file to divide')
    .requiredOption('--shards <N>', 'number of shards', wholeNumber(1, MAX_SHARDS))
    .option(
      '--output <DIR>',
      'folder of the folders of the shards (default: output/<job>/<input name>-shards/)',
    );
  addSetOption(plan)
    .option('--write <FILE>', 'write a plan for --shard-plan, with which each shard reads its own bytes only')
    .option('--commands', 'write the command of each shard on a line')
    .option('--json', 'write the shards as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (job: string | undefined, options: ShardPlanOptions) => {
      const { shardPlan } = await import('../actions/shard-plan.ts');
      await shardPlan(job, options, io);
    });
}
