import { GeomillError } from '../../errors/geomill-error.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { foldKey } from '../../text/fold.ts';
import { CATEGORIES, CATEGORY_GROUPS } from '../../gazetteer/categories/categories.ts';
import { readCategories } from '../../gazetteer/categories/read-categories.ts';
import { once } from '../../gazetteer/once.ts';

const MOST_NEAR = 3;
const MOST_SHOWN = 40;

/**
 * Reads the categories that a question for places nearby names.
 *
 * Errors: INVALID_REQUEST for a word that is no category, naming those that are written alike, and for a text without any.
 */
export function nearbyCategories(text: string): number[] {
  const { numbers, unknown } = readCategories(text);
  const [word] = unknown;
  if (word !== undefined) {
    const near = nearSlugs(word);
    const advice =
      near.length > 0
        ? `did you mean ${near.join(', ')}?`
        : 'ask for a kind of place, such as atm, cafe, hospital';
    throw new GeomillError(
      'INVALID_REQUEST',
      `categories: "${shorten(word)}" is no known category; ${advice}`,
    );
  }
  if (numbers.length === 0) {
    throw new GeomillError('INVALID_REQUEST', 'categories: no category is named, such as atm or "ngân hàng"');
  }
  return numbers;
}

/** What categories and groups are called, folded; needed for refusals only. */
const namesOfSlugs = once(() =>
  [...CATEGORIES, ...CATEGORY_GROUPS].map(({ slug, vietnamese, english }) => ({
    slug,
    names: [slug, ...vietnamese, ...english].map(foldKey),
  })),
);

/** Lists the slugs of the categories and groups that have a word like the one written, the most alike first. */
function nearSlugs(word: string): string[] {
  const wanted = foldKey(word);
  const bound = Math.max(1, Math.floor(wanted.length / 3));
  const near: { slug: string; distance: number }[] = [];
  for (const { slug, names } of namesOfSlugs()) {
    let distance = bound + 1;
    for (const name of names) distance = Math.min(distance, editDistance(wanted, name, bound));
    if (distance <= bound && near.every((other) => other.slug !== slug)) near.push({ slug, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.slug < b.slug ? -1 : 1));
  return near.slice(0, MOST_NEAR).map(({ slug }) => slug);
}

function shorten(word: string): string {
  const characters = [...word];
  return characters.length <= MOST_SHOWN ? word : `${characters.slice(0, MOST_SHOWN).join('')}…`;
}
