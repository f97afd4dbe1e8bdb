import { CATEGORY_TABLE, GROUP_TABLE } from './category-table.ts';

/** Holds what one alternative of a category asks of a place's tags: the value of each key, or `*` for any. */
export type TagConditions = ReadonlyMap<string, string>;

/**
 * Describes a category of places.
 *
 * Shape: `vietnamese` and `english` are what people call it, the first Vietnamese word being shown; `tags` are alternatives.
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

/** Describes a group of categories, such as everything that serves food. */
export interface CategoryGroup {
  slug: string;
  vietnamese: readonly string[];
  english: readonly string[];
}

/** Lists the categories; the number of a category is its index. Guarantee: the order is append only. */
export const CATEGORIES: readonly Category[] = lines(CATEGORY_TABLE).map((line) => {
  const [slug = '', importance, groups = '', vietnamese = '', english = '', tags = ''] = cells(line);
  return {
    slug,
    importance: Number(importance),
    groups: list(groups),
    vietnamese: list(vietnamese),
    english: list(english),
    tags: list(tags).map(readConditions),
  };
});

/** Lists the groups that categories belong to. */
export const CATEGORY_GROUPS: readonly CategoryGroup[] = lines(GROUP_TABLE).map((line) => {
  const [slug = '', vietnamese = '', english = ''] = cells(line);
  return { slug, vietnamese: list(vietnamese), english: list(english) };
});

const NUMBER_OF_SLUG = new Map(CATEGORIES.map(({ slug }, number) => [slug, number]));

const VALUES = CATEGORIES.map(({ slug, vietnamese, groups }) => [
  ...new Set([slug, vietnamese[0] ?? slug, ...groups]),
]);

/** Returns the number of a category by its slug, or undefined. */
export function categoryNumber(slug: string): number | undefined {
  return NUMBER_OF_SLUG.get(slug);
}

/**
 * Returns what answers list for a category: its slug, its Vietnamese word, then the slugs of its groups.
 *
 * Shape: empty for a number that is none.
 * Source: interface section 4.6: a place's `category` holds the category that was asked for.
 */
export function categoryValues(number: number): readonly string[] {
  return VALUES[number] ?? [];
}

/** Returns how important a category's places are. Units: 0 to 255; 0 for a slug that is none. */
export function categoryImportance(slug: string): number {
  const number = NUMBER_OF_SLUG.get(slug);
  return number === undefined ? 0 : (CATEGORIES[number] as Category).importance;
}

function lines(table: string): string[] {
  return table.trim().split('\n');
}

function cells(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

function list(cell: string): string[] {
  return cell === '' ? [] : cell.split(',').map((word) => word.trim());
}

function readConditions(text: string): TagConditions {
  return new Map(
    text.split('+').map((condition) => {
      const equals = condition.indexOf('=');
      return [condition.slice(0, equals), condition.slice(equals + 1)];
    }),
  );
}
