import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import type { JobSpec } from '../job-spec.ts';
import { prepareRun, refuseFaults, scratchSpool } from '../prepare.ts';
import { findPlaces } from './find-share.ts';
import { checkShard, type Place, type Share } from './shard.ts';

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
