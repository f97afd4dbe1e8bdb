import { join } from 'node:path';
import type { Shard } from '../run/pipeline/shards/shard.ts';

/** Returns the folder that a run writes to without `--output`. Shape: the names of shards sort in their order. */
export function outputFolder(job: string, input: string, shard?: Shard): string {
  return shard ? join('output', job, `${input}-shards`, shardName(shard)) : join('output', job, input);
}

/** Returns the name of the folder of a shard: `03-of-64`. */
export function shardName({ index, count }: Shard): string {
  return `${String(index).padStart(String(count).length, '0')}-of-${count}`;
}
