import { CATEGORIES, type TagConditions } from './categories.ts';

/** Keys by how specific they are; other keys come between these and `building`. */
const TELLING_KEYS = [
  'aeroway',
  'railway',
  'station',
  'public_transport',
  'amenity',
  'healthcare',
  'tourism',
];
const VAGUE_KEYS = ['office', 'landuse', 'place', 'building'];

/** Values that mean the place is not, or no longer, what the key says. */
const NO_VALUES = new Set(['no', 'none', 'disused', 'abandoned', 'vacant', 'razed', 'demolished']);

interface Alternative {
  category: number;
  conditions: TagConditions;
  /** The same as a list, which is faster to go through. */
  tests: (readonly [key: string, wanted: string])[];
  /** Ascends from the most specific. */
  order: number;
}

/** Alternatives by their first key, so a place is compared only with those it can match. */
const ALTERNATIVES = indexAlternatives();

/**
 * Returns the slugs of the categories of OpenStreetMap tags, the most specific first.
 *
 * Shape: a value may list several by semicolons; a category for any value of a key (`shop`) applies only if no other one has the key.
 */
export function categoriesOfTags(tags: Readonly<Record<string, string>>): string[] {
  const met: Alternative[] = [];
  // There are few keys, and to list those of the tags takes memory.
  for (const [key, candidates] of ALTERNATIVES) {
    const value = tags[key];
    if (value === undefined || NO_VALUES.has(value)) continue;
    for (const candidate of candidates) if (meets(tags, candidate.tests)) met.push(candidate);
  }
  if (met.length > 1) met.sort((a, b) => a.order - b.order || a.category - b.category);
  const slugs: string[] = [];
  for (const alternative of met) {
    const { slug } = CATEGORIES[alternative.category];
    if (!slugs.includes(slug) && !isOutdone(alternative, met)) slugs.push(slug);
  }
  return slugs;
}

function meets(tags: Readonly<Record<string, string>>, tests: Alternative['tests']): boolean {
  for (const [key, wanted] of tests) {
    const value = tags[key];
    if (value === undefined) return false;
    if (wanted === '*' || value === wanted) continue;
    if (!value.includes(';') || !value.split(';').some((one) => one.trim() === wanted)) return false;
  }
  return true;
}

/** Reports whether an alternative is redundant: a category for any value beside one for the value, or any building beside its use. */
function isOutdone({ conditions }: Alternative, met: readonly Alternative[]): boolean {
  if (conditions.size !== 1) return false;
  const [[key, value] = ['', '']] = conditions;
  if (value !== '*') return false;
  return met.some(
    (other) => other.conditions !== conditions && (key === 'building' || other.conditions.has(key)),
  );
}

function indexAlternatives(): [key: string, alternatives: Alternative[]][] {
  const byKey = new Map<string, Alternative[]>();
  CATEGORIES.forEach(({ tags }, category) => {
    for (const conditions of tags) {
      const [first = ''] = conditions.keys();
      const alternatives = byKey.get(first) ?? [];
      byKey.set(first, [
        ...alternatives,
        { category, conditions, tests: [...conditions], order: orderOf(conditions) },
      ]);
    }
  });
  return [...byKey];
}

/** Returns the sort order of an alternative: specific values before any value, then by key, then more conditions first. */
function orderOf(conditions: TagConditions): number {
  const [key = ''] = conditions.keys();
  const exact = [...conditions.values()].filter((value) => value !== '*').length;
  const telling = TELLING_KEYS.indexOf(key);
  const rank = telling >= 0 ? telling : TELLING_KEYS.length + 1 + VAGUE_KEYS.indexOf(key);
  return (exact === 0 ? 1000 : 0) + rank * 10 - exact;
}
