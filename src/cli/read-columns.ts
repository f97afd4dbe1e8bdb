import { STATED_FIELDS } from '../dataset/sources/fields.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { suggestion } from '../base/text/suggestion.ts';

/**
 * Parses the values of `--columns`: `field=HEADER`, separated by commas.
 *
 * Errors: USAGE for an unknown field or a missing header.
 */
export function readColumns(texts: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [field = '', ...header] = part.split('=');
    const plain = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');
    const known = STATED_FIELDS.find((name) => plain(name) === plain(field));
    if (header.length === 0 || known === undefined) {
      const what = header.length === 0 ? 'write it as field=HEADER' : suggestion(field, STATED_FIELDS);
      throw new GeomillError('USAGE', `--columns ${part}: ${what}`);
    }
    columns[known] = header.join('=').trim();
  }
  return columns;
}
