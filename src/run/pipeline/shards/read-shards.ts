import { isDeepStrictEqual } from 'node:util';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { differencesOf } from '../journal/identity.ts';
import { loadJournal } from '../journal/journal.ts';
import { readManifest, type Manifest, type ShardEntry } from '../journal/manifest.ts';
import { journalPath, manifestPath } from '../journal/run-paths.ts';
import { shardText } from './shard.ts';

/** The finished run of a shard. */
export interface ShardRun {
  folder: string;
  manifest: Manifest;
  shard: ShardEntry;
}

const SHOWN_SHARDS = 20;

/**
 * Reads the runs of all shards of an input and returns them in order.
 *
 * Errors: RESULTS_CHANGED when a folder has no finished run of a shard, when the shards are not those of one job, input, dataset and version, or
 * when one is missing or given twice; each by its name, with what to do.
 * Guarantee: the shards returned cover the input, each row once. The files are not read.
 */
export async function readShards(fs: DurableFs, folders: readonly string[]): Promise<ShardRun[]> {
  const runs: ShardRun[] = [];
  for (const folder of folders) {
    const run = await readShard(fs, folder);
    if (runs[0]) refuseOther(runs[0], run);
    runs.push(run);
  }
  runs.sort((a, b) => a.shard.index - b.shard.index);
  refuseRepeated(runs);
  refuseMissing(runs);
  refuseGaps(runs);
  return runs;
}

async function readShard(fs: DurableFs, folder: string): Promise<ShardRun> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  const journal = await loadJournal(fs, journalPath(folder));
  if (journal) {
    const rows = journal.checkpoints.at(-1)?.checkpoint.counts.rowsIn ?? 0;
    throw refused(
      `the run in ${folder} is not finished (${rows} rows are done): run its command again, then repeat this one`,
    );
  }
  if (!manifest)
    throw refused(`${folder} holds no finished run: it has no manifest.json. Run its shard first`);
  const { shard } = manifest;
  if (!shard)
    throw refused(
      `the run in ${folder} has the whole input, not a shard of it: leave this folder out, or run its shards with --shard 1/N to N/N`,
    );
  return { folder, manifest, shard };
}

/** Refuses a run that is not of the same job, input, dataset and version as the first one. */
function refuseOther(first: ShardRun, run: ShardRun): void {
  const [a, b] = [first.manifest, run.manifest];
  const differences: string[] = [];
  const compare = (what: string, before: unknown, after: unknown) => {
    if (!isDeepStrictEqual(before, after))
      differences.push(`${what} is ${JSON.stringify(after)} and not ${JSON.stringify(before)}`);
  };
  compare('the number of shards', first.shard.count, run.shard.count);
  compare('the job', a.job, b.job);
  compare('the version of Geomill', first.shard.version, run.shard.version);
  compare('the name of the input', a.input.name, b.input.name);
  compare('the input', inputOf(a), inputOf(b));
  differences.push(
    ...differencesOf({ ...a.identity, shard: 'one' }, { ...b.identity, shard: 'one' }).map((each) =>
      each.replace(' was ', ' is not ').replace(' and is ', ' but '),
    ),
  );
  compare('the list of output columns', a.columns, b.columns);
  if (differences.length === 0) return;
  throw refused(
    `${run.folder} does not belong to the shards of ${first.folder}: ${differences.join('; ')}. Leave it out, or run its shard again with the same job, input and dataset into a new folder`,
  );
}

const inputOf = ({ identity }: Manifest) => `${identity.inputBytes} bytes, sha256 ${identity.inputSha256}`;

function refuseRepeated(runs: readonly ShardRun[]): void {
  const at = runs.findIndex(({ shard }, nth) => shard.index === runs[nth + 1]?.shard.index);
  const [run, next] = [runs[at], runs[at + 1]];
  if (run && next)
    throw refused(
      `the shard ${shardText(run.shard)} is given twice, by ${run.folder} and ${next.folder}: leave one of them out`,
    );
}

function refuseMissing(runs: readonly ShardRun[]): void {
  const count = runs[0]?.shard.count ?? 0;
  if (runs.length === count) return;
  const found = new Set(runs.map(({ shard }) => shard.index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !found.has(index));
  const shown = missing.slice(0, SHOWN_SHARDS).map((index) => shardText({ index, count }));
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  throw refused(
    `${missing.length === 1 ? 'the shard' : `${missing.length} shards are missing:`} ${shown.join(', ')}${more}${missing.length === 1 ? ' is missing' : ''}. Give the folders of all shards; run those that were not run`,
  );
}

/** Refuses shards that do not continue one another: their places are found in the same way, so that this is a bug. */
function refuseGaps(runs: readonly ShardRun[]): void {
  for (const [at, { folder, shard, manifest }] of runs.entries()) {
    const before = runs[at - 1];
    const rows = shard.to.row - shard.from.row;
    if ((!before || isDeepStrictEqual(before.shard.to, shard.from)) && manifest.counts.rowsIn === rows)
      continue;
    throw new GeomillError(
      'INTERNAL',
      `the shard ${shardText(shard)} in ${folder} does not continue the one before it: bug in Geomill, please report`,
    );
  }
}

function refused(message: string): GeomillError {
  return new GeomillError('RESULTS_CHANGED', message);
}
