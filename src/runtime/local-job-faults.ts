import { isGeomillError } from '../base/errors/geomill-error.ts';
import type { Job } from '../run/job/job.ts';
import { readCategoryParameter } from '../engine/local/parameters/category-parameter.ts';
import { nearby } from '../run/stages/nearby.ts';
import type { StageFault } from '../run/stages/stage.ts';

/**
 * Returns the options of a job that the local service would refuse for every row: unknown categories.
 *
 * Shape: not for a remote service, which may have other categories.
 */
export function localJobFaults({ stages }: Pick<Job, 'stages'>): (StageFault & { stage: string })[] {
  return stages
    .filter(({ definition }) => definition.name === nearby.name)
    .flatMap(({ prefix, options }) =>
      (options.categories as readonly string[]).flatMap((word) => {
        const message = categoryFault(word);
        return message === undefined ? [] : [{ stage: prefix, option: 'categories', message }];
      }),
    );
}

function categoryFault(word: string): string | undefined {
  try {
    readCategoryParameter(word);
    return undefined;
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    return error.message.replace(/^categories: /, '');
  }
}
