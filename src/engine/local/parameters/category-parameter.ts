import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import { CATEGORIES, CATEGORY_GROUPS } from '../../gazetteer/categories/categories.ts';
import { readCategories } from '../../gazetteer/categories/read-categories.ts';
import { once } from '../../gazetteer/once.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { foldKey } from '../../../base/text/fold.ts';

const MAX_SUGGESTIONS = 3;
const MAX_SHOWN_CHARACTERS = 40;

/**
 * Parses the `categories` parameter of a nearby request into category numbers.
 *
 * Errors: INVALID_REQUEST for an unknown word, with similar categories, and for a text without any word.
 */
export function readCategoryParameter(text: string): number[] {
  const { numbers, unknown } = readCategories(text);
  const [word] = unknown;
  if (word !== undefined) {
    const similar = similarSlugs(word);
    const shown = shorten(word);
    throw new GeomillError(
      'INVALID_REQUEST',
      similar.length > 0
        ? message('search.similarCategories', { word: shown, similar })
        : message('search.unknownCategory', { word: shown }),
    );
  }
  if (numbers.length === 0) throw failure('INVALID_REQUEST', 'search.noCategory');
  return numbers;
}

/** The folded names of all categories and groups, computed for the first error message. */
const foldedNames = once(() =>
  [...CATEGORIES, ...CATEGORY_GROUPS].map(({ slug, vietnamese, english }) => ({
    slug,
    names: [slug, ...vietnamese, ...english].map(foldKey),
  })),
);

/** Returns the slugs of the categories and groups with a name similar to a word, the most similar first. */
function similarSlugs(word: string): string[] {
  const wanted = foldKey(word);
  const bound = Math.max(1, Math.floor(wanted.length / 3));
  const similar: { slug: string; distance: number }[] = [];
  for (const { slug, names } of foldedNames()) {
    let distance = bound + 1;
    for (const name of names) distance = Math.min(distance, editDistance(wanted, name, bound));
    if (distance <= bound && similar.every((other) => other.slug !== slug)) similar.push({ slug, distance });
  }
  similar.sort((a, b) => a.distance - b.distance || (a.slug < b.slug ? -1 : 1));
  return similar.slice(0, MAX_SUGGESTIONS).map(({ slug }) => slug);
}

function shorten(word: string): string {
  const characters = [...word];
  return characters.length <= MAX_SHOWN_CHARACTERS
    ? word
    : `${characters.slice(0, MAX_SHOWN_CHARACTERS).join('')}…`;
}
