import { fold } from '../../text/fold.ts';
import type { OsmTags } from './osm-entities.ts';

/** Longest text that OpenStreetMap itself stores; what is longer was not written by a mapper. */
const MOST_CHARACTERS = 255;

/** What mappers write where a form asks for something that is not there, folded. */
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
 * Reads a tag as a name: composed, single spaces; undefined when it is missing or means nothing.
 *
 * Shape: a name has a digit or two letters, since forms are filled with `a` and `-` to be done with.
 */
export function readName(tags: OsmTags, key: string): string | undefined {
  const text = readText(tags, key);
  return text === undefined || !/\p{N}|\p{L}\p{M}*.*\p{L}/u.test(text) || NOTHING.has(fold(text))
    ? undefined
    : text;
}

/** Reads a tag as a name that is not a number alone. */
export function readWord(tags: OsmTags, key: string): string | undefined {
  const text = readName(tags, key);
  return text === undefined || !/\p{L}\p{M}*.*\p{L}/u.test(text) ? undefined : text;
}

/** Reads a tag: composed, single spaces; undefined when it is missing, empty or longer than the database allows. */
export function readText(tags: OsmTags, key: string): string | undefined {
  const value = tags[key];
  if (value === undefined || value.length > MOST_CHARACTERS) return undefined;
  // Vietnamese has no eth: older keyboards put it where a D with a stroke belongs.
  const text = value
    .normalize('NFC')
    .replaceAll('\u00d0', '\u0110')
    .replaceAll('\u00f0', '\u0111')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}
