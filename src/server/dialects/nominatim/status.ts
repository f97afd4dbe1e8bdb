import type { DialectResponse } from '../add-calls.ts';
import { choiceParameter, type QueryOf } from '../parameters.ts';
import { badParameter, textOf } from '../query.ts';

/** The parameters of `/status`. */
export const STATUS_PARAMETERS = {
  format: choiceParameter('format of the response; text when left out', ['text', 'json']),
};

/** The response of `/status`, as text or JSON. Errors: INVALID_REQUEST for another format. */
export function statusResponse(query: QueryOf<typeof STATUS_PARAMETERS>, version: string): DialectResponse {
  const format = textOf(query, 'format') ?? 'text';
  if (format === 'text') return { text: 'OK' };
  if (format !== 'json') throw badParameter("Parameter 'format' must be one of: text, json.");
  return { json: { status: 0, message: 'OK', software_version: `geomill ${version}` } };
}
