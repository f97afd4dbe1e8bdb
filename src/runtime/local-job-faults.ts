import { isGeomillError } from '../base/errors/geomill-error.ts';
import { message } from '../base/messages/message.ts';
import type { Job } from '../run/job/job.ts';
import type { UnitCodes } from '../engine/gazetteer/units/unit-codes.ts';
import { readCategoryParameter } from '../engine/local/parameters/category-parameter.ts';
import { nearby } from '../run/stages/nearby.ts';
import type { StageFault } from '../run/stages/stage.ts';

type JobFault = StageFault & { stage: string };

/**
 * Returns the options of a job that the local service would refuse for every row: unknown categories, and a day that its dataset does not know.
 *
 * Shape: not for a remote service, which may have others. `codesOf` opens the units of the dataset, only for a job that names a day.
 */
export async function localJobFaults(
  { stages }: Pick<Job, 'stages'>,
  codesOf: () => Promise<UnitCodes | undefined> | UnitCodes | undefined,
): Promise<JobFault[]> {
  const categories = stages
    .filter(({ definition }) => definition.name === nearby.name)
    .flatMap(({ prefix, options }) =>
      (options.categories as readonly string[]).flatMap((word) => {
        const text = categoryFault(word);
        return text === undefined
          ? []
          : [{ stage: prefix, option: 'categories', message: message('text.plain', { text }) }];
      }),
    );
  const dated = stages.filter(({ options }) => options.as_of !== undefined);
  if (dated.length === 0) return categories;
  const codes = await codesOf();
  const days = dated.flatMap(({ prefix, options }): JobFault[] => {
    const text = dayFault(options.as_of as string, codes);
    return text === undefined
      ? []
      : [{ stage: prefix, option: 'as_of', message: message('text.plain', { text }) }];
  });
  return [...categories, ...days];
}

function dayFault(day: string, codes: UnitCodes | undefined): string | undefined {
  if (codes === undefined) return 'the dataset does not have the units of other days: leave as_of out';
  if (day <= codes.newestDay) return undefined;
  return `the dataset knows the units until ${codes.newestDay}, not those of ${day}: leave as_of out for the newest`;
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
