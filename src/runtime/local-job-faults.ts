import { message, type Message } from '../base/messages/message.ts';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import type { Job, StageFaultOfJob } from '../run/job/job.ts';
import type { UnitCodes } from '../engine/gazetteer/units/unit-codes.ts';

/**
 * Returns the options of a job that the local service would refuse for every row: unknown categories, and a day that its dataset does not know.
 *
 * Shape: not for a remote service, which may have others. `codesOf` opens the units of the dataset, only for a job that names a day.
 */
export async function localJobFaults(
  { stages }: Pick<Job, 'stages'>,
  codesOf: () => Promise<UnitCodes | undefined> | UnitCodes | undefined,
): Promise<StageFaultOfJob[]> {
  const categories = await Promise.all(
    stages
      .filter(({ definition }) => definition.name === 'nearby')
      .flatMap(({ prefix, options }) =>
        (options.categories as readonly string[]).map(async (word): Promise<StageFaultOfJob[]> => {
          const text = await categoryFault(word);
          return text === undefined
            ? []
            : [{ stage: prefix, option: 'categories', message: message('text.plain', { text }) }];
        }),
      ),
  );
  const dated = stages.filter(({ options }) => options.as_of !== undefined);
  if (dated.length === 0) return categories.flat();
  const codes = await codesOf();
  const days = dated.flatMap(({ prefix, options }): StageFaultOfJob[] => {
    const fault = dayFault(options.as_of as string, codes);
    return fault === undefined ? [] : [{ stage: prefix, option: 'as_of', message: fault }];
  });
  return [...categories.flat(), ...days];
}

function dayFault(day: string, codes: UnitCodes | undefined): Message | undefined {
  if (codes === undefined) return message('job.noDays');
  if (day <= codes.newestDay) return undefined;
  return message('job.newestDay', { newest: codes.newestDay, day });
}

async function categoryFault(word: string): Promise<string | undefined> {
  const { readCategoryParameter } = await import('../engine/local/parameters/category-parameter.ts');
  try {
    readCategoryParameter(word);
    return undefined;
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    return error.message.replace(/^categories: /, '');
  }
}
