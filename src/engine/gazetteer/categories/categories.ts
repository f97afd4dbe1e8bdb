import table from '../../../data/categories.json' with { type: 'json' };

/** Tags that one alternative of a category requires: the value of each key, or `*` for any. */
export type TagConditions = ReadonlyMap<string, string>;

/**
 * A category of places.
 *
 * Shape: `vietnamese` and `english` are words for it, the first Vietnamese word is displayed; `tags` are alternatives.
 * Units: `importance` 0 to 255.
 */
export interface Category {
  slug: string;
  importance: number;
  groups: readonly string[];
  vietnamese: readonly string[];
  english: readonly string[];
  tags: readonly TagConditions[];
}

/** A group of categories, such as all places that serve food. */
export interface CategoryGroup {
  slug: string;
  vietnamese: readonly string[];
  english: readonly string[];
}

/** The categories; the number of a category is its index. Guarantee: the order is append only. */
export const CATEGORIES: readonly Category[] = table.categories.map((category) => ({
  ...category,
  tags: category.tags.map(readConditions),
}));

/** The groups of categories. */
export const CATEGORY_GROUPS: readonly CategoryGroup[] = table.groups;

const NUMBER_OF_SLUG = new Map(CATEGORIES.map(({ slug }, number) => [slug, number]));

const VALUES = CATEGORIES.map(({ slug, vietnamese, groups }) => [
  ...new Set([slug, vietnamese[0] ?? slug, ...groups]),
]);

/** Returns the number of a category by its slug, or undefined. */
export function categoryNumber(slug: string): number | undefined {
  return NUMBER_OF_SLUG.get(slug);
}

/**
 * Returns the values of a category in responses: its slug, its Vietnamese word, then the slugs of its groups.
 *
 * Shape: empty for an unknown number.
 * Source: interface section 4.6: the `category` of a place contains the requested category.
 */
export function categoryValues(number: number): readonly string[] {
  return VALUES[number] ?? [];
}

/** Returns the importance of the places of a category. Units: 0 to 255; 0 for an unknown slug. */
export function categoryImportance(slug: string): number {
  const number = NUMBER_OF_SLUG.get(slug);
  return number === undefined ? 0 : CATEGORIES[number].importance;
}

function readConditions(text: string): TagConditions {
  return new Map(
    text.split('+').map((condition) => {
      const equals = condition.indexOf('=');
      return [condition.slice(0, equals), condition.slice(equals + 1)];
    }),
  );
}
