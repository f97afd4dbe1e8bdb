import { isDeepStrictEqual } from 'node:util';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { readChecked, withCheck } from '../../../base/files/checked-json.ts';
import { createBlockHasher, type BlockSums } from '../../../base/files/block-sums.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { streamInput } from '../input/input-file.ts';
import { watchInput } from '../input/input-watch.ts';
import type { JobSpec } from '../job-spec.ts';
import { prepareRun, refuseFaults, scratchSpool } from '../prepare.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { findPlaces } from './find-share.ts';
import { PLAN_VERSION, type PlanFile } from './plan.ts';
import { checkShard, type Shard, type Place, type Share } from './shard.ts';

const SMALLEST_BLOCK = 1 << 18;
/** Bounds the size of the file: 70 bytes a block. */
const MOST_BLOCKS = 1 << 16;

/**
 * Writes the plan of the shards of an input.
 *
 * Errors: USAGE where the input must be rewritten, or the job works on batches: each shard makes a copy of all of it; those of `planShards`; INPUT_CHANGED.
 * Cost: reads the input three times.
 */
export async function writePlan(
  job: JobSpec,
  input: { name: string; path: string },
  count: number,
  planPath: string,
  fs: DurableFs = createDurableFs(),
): Promise<void> {
  checkShard({ index: 1, count });
  const watch = await watchInput(fs, input.path);
  const prepared = await prepareRun(job, input, fs);
  refuseFaults(prepared);
  if (prepared.isSpooled || prepared.batches) throw refusedInput(prepared.batches !== undefined);
  const { bytes, sha256 } = watch.fingerprint;
  const sums = await sumsOf(fs, input.path, bytes);
  const places = await findPlaces(fs, { ...prepared, sums }, count);
  await watch.check();
  const plan: PlanFile = {
    geomill_shard_plan: PLAN_VERSION,
    input: { bytes, sha256 },
    settings: job.input,
    layout: prepared.layout,
    places,
    sums,
  };
  await replaceFile(fs, planPath, `${JSON.stringify(withCheck(plan))}\n`);
}

async function sumsOf(fs: DurableFs, path: string, bytes: number): Promise<BlockSums> {
  let blockBytes = SMALLEST_BLOCK;
  while (blockBytes * MOST_BLOCKS < bytes) blockBytes *= 2;
  const hasher = createBlockHasher(blockBytes);
  for await (const block of streamInput(fs, path)) hasher.update(block);
  return hasher.sums();
}

/** Reads a plan. Errors: INPUT_MISSING, INPUT_BAD where it is none, or was damaged. */
export async function readPlan(path: string, fs: DurableFs = createDurableFs()): Promise<PlanFile> {
  const text = await fs.readText(path);
  if (text === undefined) throw new GeomillError('INPUT_MISSING', message('shard.noPlan', { path }));
  const plan = readChecked(text) as PlanFile | undefined;
  if (plan?.geomill_shard_plan === PLAN_VERSION) return plan;
  throw new GeomillError('INPUT_BAD', message('shard.planDamaged', { path }));
}

/** Checks that a plan is the one for a shard of a job. Errors: USAGE with what differs. */
export function checkPlan({ places, settings }: PlanFile, { count }: Shard, job: JobSpec): void {
  if (places.length !== count + 1)
    throw usage(message('shard.planOfOtherCount', { planned: places.length - 1, count }));
  // Without members that are undefined.
  if (!isDeepStrictEqual(settings, JSON.parse(JSON.stringify(job.input))))
    throw usage(message('shard.planOfOtherReading'));
}

/** Builds the failure of a plan for an input that each shard must copy. */
export function refusedInput(isBatched: boolean): GeomillError {
  return isBatched ? usage(message('shard.worksOnBatches')) : usage(message('shard.mustBeRewritten'));
}

function usage(reason: Message): GeomillError {
  return new GeomillError('USAGE', message('shard.otherPlan', { reason }));
}

/** The shares of an input. Shape: `isCopied` tells that offsets and bytes are those of the plain text that each shard makes of the input first. */
export interface ShardPlan {
  shares: readonly Share[];
  isCopied: boolean;
}

/**
 * Returns the share of every shard of an input.
 *
 * Shape: `scratchDir` receives the plain text of an input that cannot be divided where it is, or whose batches are put together.
 * Errors: USAGE for a number of shards that there cannot be; JOB_WRONG, INPUT_MISSING, INPUT_BAD, IO.
 */
export async function planShards(
  job: JobSpec,
  input: { name: string; path: string },
  count: number,
  { scratchDir, fs = createDurableFs() }: { scratchDir: string; fs?: DurableFs },
): Promise<ShardPlan> {
  checkShard({ index: 1, count });
  const prepared = await prepareRun(job, { ...input, spool: scratchSpool(scratchDir) }, fs);
  refuseFaults(prepared);
  const places = await findPlaces(fs, prepared, count);
  const shares = places.slice(1).map((to, at) => ({ from: places[at] as Place, to }));
  return { shares, isCopied: prepared.isSpooled };
}
