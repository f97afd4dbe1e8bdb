import { join, dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import type { Shard } from '../run/pipeline/shards/shard.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** Returns the folder that a run writes to without `--output`. Shape: the names of shards sort in their order. */
export function outputFolder(job: string, input: string, shard?: Shard): string {
  return shard ? join('output', job, `${input}-shards`, shardName(shard)) : join('output', job, input);
}

/** Returns the name of the folder of a shard: `03-of-64`. */
export function shardName({ index, count }: Shard): string {
  return `${String(index).padStart(String(count).length, '0')}-of-${count}`;
}

/** Refuses a file where the output folder of a run is wanted. Errors: USAGE with the folder that was probably meant. */
export async function refuseFile(run: string): Promise<void> {
  const found = await stat(run).catch(() => undefined);
  if (found?.isFile())
    throw new GeomillError(
      'USAGE',
      `${run} is a file: name the output folder of the run, which has its manifest.json, as in ${dirname(run)}`,
    );
}
