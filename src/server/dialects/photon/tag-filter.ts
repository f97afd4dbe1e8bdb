import { message } from '../../../base/messages/message.ts';
import { CATEGORIES } from '../../../engine/gazetteer/categories/categories.ts';
import { tagOf, type OsmTag } from '../osm-tag.ts';
import { badParameter, quoted } from '../parameters.ts';

/** A condition on the main tag of a place. Shape: an absent key or value stands for any. */
export interface TagFilter {
  key: string | undefined;
  value: string | undefined;
  isExcluded: boolean;
}

const FILTER = /^(!?)([\w-]*)(?::(!?)([\w-]+))?$/;

/**
 * Reads a filter: `key:value`, `key`, `:value`, and with `!` in front of it or of the value what is left out.
 *
 * Shape: `key:!value` keeps the places with the key and another value, which is written here as the exclusion of the pair.
 * Errors: INVALID_REQUEST if it is none of these.
 */
export function readTagFilter(text: string): TagFilter {
  const [whole, isNot = '', key = '', isNotValue = '', value] = FILTER.exec(text) ?? [];
  if (whole === undefined || (key === '' && value === undefined)) {
    throw badParameter(message('server.photonTag', { tag: quoted(text.slice(0, 60)) }));
  }
  return {
    key: key === '' ? undefined : key,
    value,
    isExcluded: isNot === '!' || isNotValue === '!',
  };
}

/** Reports whether a place with a main tag passes all filters: one of those that include, if there are any, and none of those that exclude. */
export function passesTags(tag: OsmTag, filters: readonly TagFilter[]): boolean {
  const matches = ({ key, value }: TagFilter) =>
    (key === undefined || key === tag.key) && (value === undefined || value === tag.value);
  const included = filters.filter(({ isExcluded }) => !isExcluded);
  const excluded = filters.filter(({ isExcluded }) => isExcluded);
  return (included.length === 0 || included.some(matches)) && !excluded.some(matches);
}

/** Returns the slugs of the categories whose places pass the filters; undefined where the filters only exclude. */
export function categoriesOfTags(filters: readonly TagFilter[]): string[] | undefined {
  if (filters.every(({ isExcluded }) => isExcluded)) return undefined;
  return CATEGORIES.map(({ slug }) => slug).filter((slug) => passesTags(tagOf('poi', [slug]), filters));
}
