import { column } from './column.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { findColumn, noColumnLike } from './find-columns.ts';
import type { StageColumn, StageFault, StageTable } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';
import { optional } from '../../contract/optional.ts';

/** The option of every stage that starts from the id of a place. */
export const idOption = {
  id: optional.string({
    minLength: 1,
    description: 'column of the place id, as in "{place_id}"; detected from the column names when left out',
  }),
};

const ID_NAMES = ['placeid', 'geocodeplaceid', 'reverseplaceid', 'nearbyplaceid', 'autocompleteplaceid'];

/** Binds the place id to the option, else to a column with a usual name. Shape: `finding` reports a detected column. */
export function idSource(
  stated: string | undefined,
  { columns }: StageTable,
): { template: Template; finding?: Message } | { faults: readonly StageFault[] } {
  const detected = stated === undefined ? findColumn(columns, ID_NAMES) : undefined;
  if (stated === undefined && detected === undefined)
    return { faults: [{ option: 'id', message: noColumnLike('id', columns) }] };
  const template = compileTemplate(stated ?? `{${detected as string}}`, columns);
  if ('faults' in template)
    return { faults: template.faults.map((fault) => ({ option: 'id', message: fault })) };
  return detected === undefined
    ? { template }
    : { template, finding: message('stage.idsReadFrom', { column: detected }) };
}

/** A list of candidates with the number of all. */
export interface ListResult<C> {
  count: number;
  candidates: readonly C[];
}

/** Returns the columns of a list of candidates: their number, then those of the candidates. */
export function listColumns<C>(
  countDescription: Message,
  columns: readonly StageColumn<readonly C[]>[],
): StageColumn<ListResult<C>>[] {
  return [
    column('count', 'integer', countDescription, ({ count }) => count),
    ...columns.map((column) => ({
      ...column,
      of: ({ candidates }: ListResult<C>) => column.of(candidates),
    })),
  ];
}

/** The option of every stage that chooses the generation of units in labels. */
export const adminOption = {
  admin_v2: optional.boolean({
    default: true,
    description: 'true: labels name the units since July 2025; false: those before',
  }),
};

/** Builds the option of a stage that chooses the language of texts about a route. */
export function languageOption(texts: string) {
  return {
    language: optional.enum(['en', 'vi'], {
      default: 'en',
      description: `language of ${texts}: English or Vietnamese`,
    }),
  };
}
