import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** Refuses a file where the output folder of a run is wanted. Errors: USAGE with the folder that was probably meant. */
export async function refuseFile(run: string): Promise<void> {
  const found = await stat(run).catch(() => undefined);
  if (found?.isFile())
    throw new GeomillError(
      'USAGE',
      `${run} is a file: name the output folder of the run, which has its manifest.json, as in ${dirname(run)}`,
    );
}
