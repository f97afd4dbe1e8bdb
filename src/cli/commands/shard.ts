import type { Command } from 'commander';
import { MAX_SHARDS } from '../../run/pipeline/shards/shard.ts';
import type { CliIo } from '../io.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { failure } from '../../base/errors/geomill-error.ts';
import type { JobSpec } from '../../run/pipeline/job-spec.ts';
import { planShards, type ShardPlan } from '../../run/pipeline/shards/find-share.ts';
import { inputName } from '../../runtime/input-source.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { formatCount } from '../format-figures.ts';
import { localInput } from '../object-places.ts';
import { addOptions, option, type OptionsOf, wholeNumber } from '../options.ts';
import { outputFolder, shardName } from '../run-command.ts';
import { SET_OPTION } from '../run-options.ts';
import { printableJsonLine } from '../../base/text/printable.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill shard plan geocode --input addresses.csv --shards 64
      shows the rows and bytes of each shard
  $ geomill shard plan geocode --input addresses.csv --shards 8 --commands | xargs -d '\\n' -n 1 -P 8 sh -c
      runs all shards on this machine, eight at a time
  $ geomill merge --output merged output/geocode/addresses-shards/*
      makes one run of them

A scheduler that counts from 0 adds 1: --shard $((JOB_COMPLETION_INDEX + 1))/64. Without JOB, rows are not put together in batches.

Exit codes: 0 planned, 64 usage, 65 input bad, 66 input missing, 74 disk, 78 job wrong.`;

const PLAN_OPTIONS = {
  input: option('--input <FILE>', 'file to divide', { isRequired: true }),
  shards: option('--shards <N>', 'number of shards', {
    parse: wholeNumber(1, MAX_SHARDS),
    isRequired: true,
  }),
  output: option(
    '--output <DIR>',
    'folder of the folders of the shards (default: output/<job>/<input name>-shards/)',
  ),
  ...SET_OPTION,
  commands: option('--commands', 'write the command of each shard on a line'),
  json: option('--json', 'write the shards as one line of JSON'),
};
type ShardPlanOptions = OptionsOf<typeof PLAN_OPTIONS>;

/** Adds `geomill shard plan`. */
export function addCommand(program: Command, io: CliIo): void {
  const shard = program
    .command('shard')
    .description('Plans how an input is divided into shards, which run on any machines and are merged.');
  const plan = shard
    .command('plan')
    .summary('show the rows and bytes of each shard')
    .description('Shows the rows, the bytes and the command of each shard of an input. Processes no row.')
    .argument('[JOB]', 'name of a job, or path of a job file');
  addOptions(plan, PLAN_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((job: string | undefined, options: ShardPlanOptions) => shardPlan(job, options, io));
}

/** A shard as it is shown. Shape: `first_row` and `last_row` from 1, null without rows. */
interface ShownShard {
  shard: string;
  rows: number;
  first_row: number | null;
  last_row: number | null;
  bytes: number;
  output: string;
  command: string;
}

/** Rows are read as they are, without stages. */
const NO_JOB: JobSpec = { name: 'JOB', input: {}, stages: [], outputs: [] };

/** Shows how an input is divided into shards. Errors: USAGE for standard input, and those of `planShards`. */
async function shardPlan(jobName: string | undefined, options: ShardPlanOptions, io: CliIo): Promise<void> {
  const { input, shards: count } = options;
  if (input === '-') throw failure('USAGE', 'usage.shardsNeedFile');
  const job =
    jobName === undefined ? NO_JOB : await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
  const scratchDir = await mkdtemp(join(tmpdir(), 'geomill-shards-'));
  try {
    const plan = await planShards(job, { name: basename(input), path: await localInput(input, io) }, count, {
      scratchDir,
    });
    const shown = showShards(plan, jobName ?? 'JOB', job.name, options);
    if (options.json) {
      const { isCopied } = plan;
      io.stdout.write(`${printableJsonLine({ input, is_copied: isCopied, shards: shown })}\n`);
    } else if (options.commands) io.stdout.write(shown.map(({ command }) => `${command}\n`).join(''));
    else printLine(io.stdout, planTable(shown, plan));
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
  }
}

function showShards(
  { shares }: ShardPlan,
  jobArgument: string,
  job: string,
  { input, output, set = [] }: ShardPlanOptions,
): ShownShard[] {
  const count = shares.length;
  return shares.map(({ from, to }, at) => {
    const shard = { index: at + 1, count };
    const text = `${at + 1}/${count}`;
    const parent = output ?? dirname(outputFolder(job, inputName(input), shard));
    const folder = join(parent, shardName(shard));
    const words = ['run', jobArgument, '--input', input, ...set.flatMap((one) => ['--set', one])];
    const rows = to.row - from.row;
    return {
      shard: text,
      rows,
      first_row: rows > 0 ? from.row : null,
      last_row: rows > 0 ? to.row - 1 : null,
      bytes: to.offset - from.offset,
      output: folder,
      command: ['geomill', ...[...words, '--shard', text, '--output', folder].map(quoted)].join(' '),
    };
  });
}

function planTable(shards: readonly ShownShard[], { isCopied }: ShardPlan): string {
  const lines = [['shard', 'rows', 'first row', 'bytes'], ...shards.map(cellsOf)].map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(15))).join(''),
  );
  const rows = shards.reduce((sum, shard) => sum + shard.rows, 0);
  lines.push(
    `${formatCount(rows)} rows in ${formatCount(shards.length)} shards; --commands writes their commands`,
  );
  if (isCopied)
    lines.push(
      'The bytes are those of the plain text that each shard makes of the input first: divide a large one into files instead.',
    );
  return lines.join('\n');
}

function cellsOf({ shard, rows, first_row: first, bytes }: ShownShard): string[] {
  return [shard, formatCount(rows), first === null ? '-' : formatCount(first), formatCount(bytes)];
}

/** Quotes a word for a shell, where it needs that. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
