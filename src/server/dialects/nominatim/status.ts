import type { DialectResponse } from '../add-calls.ts';
import { choiceParameter, readQuery, type RawQuery } from '../parameters.ts';

/** The parameters of `/status`. */
export const STATUS_PARAMETERS = {
  format: choiceParameter('format of the response; text when left out', ['text', 'json']),
};

/** The response of `/status`, as text or JSON. Errors: INVALID_REQUEST for another format. */
export function statusResponse(query: RawQuery, version: string): DialectResponse {
  const { format = 'text' } = readQuery(STATUS_PARAMETERS, query);
  if (format === 'text') return { text: 'OK' };
  return { json: { status: 0, message: 'OK', software_version: `geomill ${version}` } };
}
