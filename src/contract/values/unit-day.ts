import { failure } from '../../base/errors/geomill-error.ts';

/**
 * Checks a day as `YYYY-MM-DD`.
 *
 * Errors: INVALID_REQUEST for another form, and for a day that the calendar does not have.
 */
export function parseUnitDay(parameter: string, text: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (date === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw failure('INVALID_REQUEST', 'parameter.badDay', { parameter });
  return text;
}
