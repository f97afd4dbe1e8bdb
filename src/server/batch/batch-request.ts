import { englishText, message, type Message } from '../../base/messages/message.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import Type from 'typebox';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { readMember } from '../../contract/parameters.ts';
import { checkMembers } from '../../run/job/check-members.ts';
import type { StatedInput } from '../../formats/inspect.ts';
import { CSV_DELIMITERS } from '../../formats/inspect-csv.ts';
import type { StageDefinition } from '../../run/stages/stage.ts';
import { isKeyParameter } from '../parse-query.ts';

const DELIMITERS: readonly string[] = [...Object.keys(CSV_DELIMITERS), ...Object.values(CSV_DELIMITERS)];

/** The parameters of every batch, beside the options of its stage. */
export const READING_PARAMETERS = {
  columns: Type.String({
    description: 'columns of NDJSON, separated by commas; detected from the first records when left out',
  }),
  delimiter: Type.Enum([...DELIMITERS], {
    description: 'delimiter of CSV; detected from the header when left out',
  }),
};

/** What a batch does to its rows, from the query of its request. */
export interface BatchRequest {
  options: Readonly<Record<string, unknown>>;
  /** Columns of NDJSON; detected from the beginning of the body when left out. */
  columns: readonly string[] | undefined;
  delimiter: StatedInput['delimiter'];
}

/**
 * Reads the query of a batch: options of the stage, and `columns` and `delimiter` for the reading.
 *
 * Shape: options are written as on the command line: numbers, true or false, lists separated by commas; an object as JSON.
 * Errors: INVALID_REQUEST with all parameters that are wrong, each with what it must be.
 */
export function readBatchRequest(
  { name: stage, options: schema }: StageDefinition,
  query: Readonly<Record<string, string | readonly string[] | undefined>>,
): BatchRequest {
  const faults: Message[] = [];
  const options: Record<string, unknown> = {};
  const own: Partial<Record<keyof typeof READING_PARAMETERS, string>> = {};
  for (const [name, value] of Object.entries(query)) {
    if (isKeyParameter(name) || value === undefined) continue;
    if (typeof value !== 'string') faults.push(message('server.givenTimes', { name, n: value.length }));
    else if (isReading(name)) own[name] = value;
    else options[name] = readMember(schema, name, value);
  }
  checkMembers(schema, options, [], (_path, fault) => faults.push(fault));
  const { columns, delimiter } = own;
  const names = columns?.split(',').map((name) => name.trim());
  if (names?.some((name, at) => name === '' || names.indexOf(name) !== at))
    faults.push(message('server.columnsDifferent'));
  if (delimiter !== undefined && !DELIMITERS.includes(delimiter))
    faults.push(message('server.delimiterOneOf', { names: Object.keys(CSV_DELIMITERS) }));
  if (faults.length > 0) throw batchRefused(stage, faults);
  return { options, columns: names, delimiter };
}

/** Builds the failure of a batch whose options are wrong. */
export function batchRefused(stage: string, faults: readonly Message[]): GeomillError {
  const reason = message('server.batch', { stage, faults: listFaults(faults, '; ') });
  return new GeomillError('INVALID_REQUEST', reason, { details: { faults: faults.map(englishText) } });
}

function isReading(name: string): name is keyof typeof READING_PARAMETERS {
  return Object.hasOwn(READING_PARAMETERS, name);
}
