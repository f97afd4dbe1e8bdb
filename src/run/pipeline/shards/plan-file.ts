import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { createBlockHasher, type BlockSums } from '../../../base/files/block-sums.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { streamInput } from '../input/input-file.ts';
import { watchInput } from '../input/input-watch.ts';
import type { JobSpec } from '../job-spec.ts';
import { prepareRun, refuseFaults } from '../prepare.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { findPlaces } from './find-share.ts';
import { PLAN_VERSION, type PlanFile } from './plan.ts';
import { checkShard, type Shard } from './shard.ts';

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
  await replaceFile(fs, planPath, `${JSON.stringify({ ...plan, check: checkOf(plan) })}\n`);
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
  const { check, ...plan } = parse(text);
  if (plan.geomill_shard_plan === PLAN_VERSION && check === checkOf(plan)) return plan as PlanFile;
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

function parse(text: string): Partial<PlanFile> & { check?: string } {
  try {
    return { ...(JSON.parse(text) as PlanFile) };
  } catch {
    return {};
  }
}

function checkOf(plan: Partial<PlanFile>): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex');
}
