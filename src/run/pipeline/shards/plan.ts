import type { FoundLayout } from '../../../formats/inspect.ts';
import type { BlockSums } from '../../../base/files/block-sums.ts';
import type { JobSpec } from '../job-spec.ts';
import type { Place } from './shard.ts';

/** Of the plan file. */
export const PLAN_VERSION = 1;

/**
 * What the shards of an input need to know of all of it, so that each reads its own bytes only.
 *
 * Shape: `places` as those of `findPlaces`: one more than shards. `sums` are checksums of the input itself. The file also has `check`, the sha256 of the
 * compact JSON of all other members.
 */
export interface PlanFile {
  geomill_shard_plan: typeof PLAN_VERSION;
  input: { bytes: number; sha256: string };
  /** How the job says that the input is read. */
  settings: JobSpec['input'];
  layout: FoundLayout;
  places: readonly Place[];
  sums: BlockSums;
}
