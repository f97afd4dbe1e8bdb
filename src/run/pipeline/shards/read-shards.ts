import { isDeepStrictEqual } from 'node:util';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { joinMessages, listFirst } from '../../../base/messages/join-messages.ts';
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
    throw refused(message('shard.notFinished', { folder, rows }));
  }
  if (!manifest) throw refused(message('shard.noFinishedRun', { folder }));
  const { shard } = manifest;
  if (!shard) throw refused(message('shard.wholeInput', { folder }));
  return { folder, manifest, shard };
}

/** Refuses a run that is not of the same job, input, dataset and version as the first one. */
function refuseOther(first: ShardRun, run: ShardRun): void {
  const [a, b] = [first.manifest, run.manifest];
  const differences: Message[] = [];
  const compare = (what: string, before: unknown, after: unknown) => {
    if (!isDeepStrictEqual(before, after))
      differences.push(
        message('shard.isAndNot', { what, after: JSON.stringify(after), before: JSON.stringify(before) }),
      );
  };
  compare('count', first.shard.count, run.shard.count);
  compare('job', a.job, b.job);
  compare('version', first.shard.version, run.shard.version);
  compare('name', a.input.name, b.input.name);
  compare('input', inputOf(a), inputOf(b));
  differences.push(
    ...differencesOf({ ...a.identity, shard: 'one' }, { ...b.identity, shard: 'one' }).map(asOtherShard),
  );
  compare('columns', a.columns, b.columns);
  if (differences.length === 0) return;
  throw refused(
    message('shard.ofOther', {
      folder: run.folder,
      first: first.folder,
      differences: joinMessages(differences, 'list.semicolons') as Message,
    }),
  );
}

/** Returns a difference between two runs as one between two shards: neither of them was before the other. */
const asOtherShard = (difference: Message): Message =>
  difference.code === 'journal.wasAndIs' ? { ...difference, code: 'journal.isNotBut' } : difference;

const inputOf = ({ identity }: Manifest) => `${identity.inputBytes} bytes, sha256 ${identity.inputSha256}`;

function refuseRepeated(runs: readonly ShardRun[]): void {
  const at = runs.findIndex(({ shard }, nth) => shard.index === runs[nth + 1]?.shard.index);
  const [run, next] = [runs[at], runs[at + 1]];
  if (run && next)
    throw refused(
      message('shard.twice', {
        ...{ shard: shardText(run.shard), first: run.folder, second: next.folder },
      }),
    );
}

function refuseMissing(runs: readonly ShardRun[]): void {
  const count = runs[0]?.shard.count ?? 0;
  if (runs.length === count) return;
  const found = new Set(runs.map(({ shard }) => shard.index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !found.has(index));
  const shards = listFirst(
    missing.map((index) => shardText({ index, count })),
    SHOWN_SHARDS,
  );
  throw refused(message('shard.missing', { count: missing.length, number: missing.length, shards }));
}

/** Refuses shards that do not continue one another: their places are found in the same way, so that this is a bug. */
function refuseGaps(runs: readonly ShardRun[]): void {
  for (const [at, { folder, shard, manifest }] of runs.entries()) {
    const before = runs[at - 1];
    const rows = shard.to.row - shard.from.row;
    if ((!before || isDeepStrictEqual(before.shard.to, shard.from)) && manifest.counts.rowsIn === rows)
      continue;
    throw failure('INTERNAL', 'shard.gap', { shard: shardText(shard), folder });
  }
}

function refused(reason: Message): GeomillError {
  return new GeomillError('RESULTS_CHANGED', reason);
}
