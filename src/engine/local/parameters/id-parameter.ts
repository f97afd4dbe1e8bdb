import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';

/**
 * Parses the parameter `ids`, separated by commas.
 *
 * Shape: each id once, in the order of the request. Errors: INVALID_REQUEST for an empty entry.
 */
export function readIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const empty = ids.indexOf('');
  if (empty >= 0)
    throw new GeomillError(
      'INVALID_REQUEST',
      message('place.emptyId', { number: empty + 1, count: ids.length }),
    );
  return [...new Set(ids)];
}

/** Parses the parameter `ids` where the response has room for one place. Errors: INVALID_REQUEST for several. */
export function readOnlyId(text: string): string {
  const ids = readIds(text);
  if (ids.length === 1) return ids[0];
  throw new GeomillError(
    'INVALID_REQUEST',
    message('place.severalIds', { count: ids.length, ids: shown(ids.join(', ')) }),
  );
}

/** Parses the parameter `parent_id`. Errors: INVALID_REQUEST for several ids. */
export function readParentId(text: string): string {
  const id = text.trim();
  if (!id.includes(',')) return id;
  throw new GeomillError('INVALID_REQUEST', message('place.severalParents', { id: shown(id) }));
}

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
