import { badParameter, textOf, type RawQuery } from '../query.ts';

/** The response of `/status`, as text or JSON. Errors: INVALID_REQUEST for another format. */
export function statusResponse(query: RawQuery, version: string): { text: string; type: string } {
  const format = textOf(query, 'format') ?? 'text';
  if (format === 'text') return { text: 'OK', type: 'text/plain; charset=utf-8' };
  if (format !== 'json') throw badParameter("Parameter 'format' must be one of: text, json.");
  return {
    text: JSON.stringify({ status: 0, message: 'OK', software_version: `geomill ${version}` }),
    type: 'application/json; charset=utf-8',
  };
}
