import { CATEGORIES } from './categories.ts';

/** Words of one syllable that begin the names of such places and few others. */
const SURE_SYLLABLES = new Set([
  'chợ',
  'chùa',
  'đền',
  'miếu',
  'ga',
  'ubnd',
  'tttm',
  'thpt',
  'thcs',
  'kcn',
  'kđt',
  'kdc',
  'pccc',
]);
const MOST_WORDS = 5;

/** Words before a more specific category: "Trường Tiểu học Lê Lợi" is a primary school rather than a school. */
const INTRODUCTIONS = new Set(['trường', 'khu', 'quán', 'tiệm', 'cửa hàng', 'trung tâm', 'tòa nhà', 'nhà']);

/** Slugs by Vietnamese word, lower case, composed. */
const SLUG_OF_WORD = new Map(
  CATEGORIES.flatMap(({ slug, vietnamese }) =>
    vietnamese
      .map((word) => word.toLowerCase().normalize('NFC'))
      .filter((word) => word.includes(' ') || SURE_SYLLABLES.has(word))
      .map((word): [string, string] => [word, slug]),
  ).reverse(),
);

/**
 * Returns the slug of the category that a Vietnamese name begins with (`Trường Tiểu học Lê Lợi`, `Chợ Bến Thành`), or undefined.
 *
 * Shape: diacritics matter, because they distinguish a market (chợ) from a verb (cho).
 */
export function categoryOfName(name: string): string | undefined {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s,.()-]+/u, MOST_WORDS + 1)
    .filter((word) => word !== '');
  const plain = longestFrom(words, 0);
  for (let skipped = 2; skipped >= 1; skipped -= 1) {
    if (INTRODUCTIONS.has(words.slice(0, skipped).join(' '))) {
      const inner = longestFrom(words, skipped);
      if (inner !== undefined && inner.length + skipped > (plain?.length ?? 0)) return inner.slug;
    }
  }
  return plain?.slug;
}

function longestFrom(words: readonly string[], from: number): { slug: string; length: number } | undefined {
  for (let length = Math.min(MOST_WORDS, words.length - from); length > 0; length -= 1) {
    const slug = SLUG_OF_WORD.get(words.slice(from, from + length).join(' '));
    if (slug !== undefined) return { slug, length };
  }
  return undefined;
}
