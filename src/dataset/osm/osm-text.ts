import { fold } from '../../base/text/fold.ts';
import type { OsmTags } from './osm-entities.ts';

/** Longest value that OpenStreetMap itself stores; longer ones are invalid. */
const MOST_CHARACTERS = 255;

/** Values that mean "none", folded. */
const NOTHING = new Set([
  'ko co',
  'khong co',
  'khong',
  'none',
  'no',
  'yes',
  'unknown',
  'n/a',
  'chua ro',
  'fixme',
  'null',
]);

/**
 * Returns a tag as a name: NFC, single spaces; undefined if it is missing or means "none".
 *
 * Shape: a name has a digit or two letters, because mappers fill forms with `a` and `-`.
 */
export function readName(tags: OsmTags, key: string): string | undefined {
  const text = readText(tags, key);
  return text === undefined || !/\p{N}|\p{L}\p{M}*.*\p{L}/u.test(text) || NOTHING.has(fold(text))
    ? undefined
    : text;
}

/** Returns a tag as a name that is not only a number. */
export function readWord(tags: OsmTags, key: string): string | undefined {
  const text = readName(tags, key);
  return text === undefined || !/\p{L}\p{M}*.*\p{L}/u.test(text) ? undefined : text;
}

/** Returns a tag: NFC, single spaces; undefined if it is missing, empty or longer than the database allows. */
export function readText(tags: OsmTags, key: string): string | undefined {
  const value = tags[key];
  if (value === undefined || value.length > MOST_CHARACTERS) return undefined;
  // Vietnamese has no eth: older keyboards write it instead of a D with stroke.
  const text = value
    .normalize('NFC')
    .replaceAll('\u00d0', '\u0110')
    .replaceAll('\u00f0', '\u0111')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}
