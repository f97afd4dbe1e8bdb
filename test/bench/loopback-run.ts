import { join } from 'node:path';
import type { RemoteServiceOptions } from '../../src/remote/options.ts';
import { GEOCODE, type AddressFile } from './addresses.ts';
import type { BenchContext, JobTask } from './measurement.ts';

/** Says how many requests the benches have in flight. */
export const IN_FLIGHT = 20;
/** Says which share of the rows repeats an earlier address. */
export const REPEATED = 0.3;

let caches = 0;

/** Returns the options of a remote service with an empty cache on disk. */
export function emptyCache(
  context: BenchContext,
  baseUrl: string,
  options: Partial<RemoteServiceOptions> = {},
): RemoteServiceOptions {
  return { baseUrl, concurrency: IN_FLIGHT, cacheDir: join(context.folder, `cache-${++caches}`), ...options };
}

/** Returns the geocode job over a file of addresses. */
export function geocodeTask(
  { path }: Pick<AddressFile, 'path'>,
  remote: RemoteServiceOptions,
  outputs: readonly string[] = ['csv', 'geojson'],
): JobTask {
  return {
    kind: 'job',
    job: { name: 'geocode', stages: [GEOCODE], outputs },
    service: { remote },
    input: path,
    chunkBytes: 16 << 10,
  };
}
