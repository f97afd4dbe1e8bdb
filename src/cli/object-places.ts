import { join } from 'node:path';
import { failure } from '../base/errors/geomill-error.ts';
import { MANIFEST_FILE, readManifest } from '../engine/gazetteer/store/manifest.ts';
import type { ObjectOutput } from '../object-store/object-output.ts';
import { isObjectUrl } from '../object-store/object-url.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { cacheFolder, type LocalDataset } from '../runtime/service-settings.ts';
import type { CliIo } from './io.ts';
import { trimEnd } from '../base/text/trim-end.ts';
import { printLine } from './terminal.ts';

/** What is read and written on this machine in place of `s3://`. */
type PlaceIo = Pick<CliIo, 'env' | 'stderr'> & { quiet?: boolean | undefined };

/** Returns the path of an input, of a copy if it is at `s3://`. Errors: those of `fetchInput`. */
export async function localInput(input: string, io: PlaceIo): Promise<string> {
  if (!isObjectUrl(input)) return input;
  const { fetchInput } = await import('../object-store/fetch.ts');
  return fetchInput(input, fetchOptions(io));
}

/** Returns the folder of a finished run, of a copy if it is at `s3://`; `isFresh` makes a new copy. Errors: those of `fetchRun`. */
export async function localRun(run: string, io: PlaceIo, isFresh = false): Promise<string> {
  if (!isObjectUrl(run)) return run;
  const { fetchRun } = await import('../object-store/fetch.ts');
  return fetchRun(run, fetchOptions(io), isFresh);
}

/** Returns the folder of a dataset, of a copy if it is at `s3://`. Errors: those of `fetchDataset`. */
export const localDataset: LocalDataset = async (dataset, options) => {
  if (!isObjectUrl(dataset)) return dataset;
  const { fetchDataset } = await import('../object-store/fetch.ts');
  return fetchDataset(dataset, { name: MANIFEST_FILE, read: readManifest }, options);
};

/** Options of an output at `s3://`. */
export interface OutputPlaceOptions {
  work?: string | undefined;
  restart?: boolean | undefined;
  /** The place must have a finished run. */
  isKept?: boolean;
}

/** Opens the folder of an output; one at `s3://` is written there by `publish`. Errors: USAGE; those of `openObjectOutput`. */
export async function openOutput(
  output: string,
  options: OutputPlaceOptions,
  io: PlaceIo,
): Promise<ObjectOutput> {
  if (isObjectUrl(output)) {
    const { openObjectOutput } = await import('../object-store/object-output.ts');
    return openObjectOutput(output, { ...options, ...fetchOptions(io) });
  }
  if (options.work !== undefined) throw failure('USAGE', 'usage.workOfStore');
  return { folder: output, publish: () => Promise.resolve(), close: () => Promise.resolve() };
}

/** Returns the path of a file in a folder, or its URL below a place at `s3://`. */
export function joinPlace(folder: string, name: string): string {
  return isObjectUrl(folder) ? `${trimEnd(folder, '/')}/${name}` : join(folder, name);
}

function fetchOptions({ env, stderr, quiet = false }: PlaceIo) {
  return {
    cacheDir: cacheFolder(readEnvironment(env)),
    onNote: (note: string) => void (quiet || printLine(stderr, note)),
  };
}
