/** The languages of the pages. */
export const LANGUAGES = ['en', 'vi'] as const;

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number];

const DEFAULT_LANGUAGE: Language = 'en';

/**
 * Returns the language for a request: that of the query, else the first of the header `Accept-Language` that the pages have.
 *
 * Shape: the weights of the header are ignored; browsers list the preferred language first.
 */
export function languageOf(query: unknown, acceptLanguage: string | undefined): Language {
  const wanted = [query, ...(acceptLanguage ?? '').split(',').map((one) => one.trim().slice(0, 2))];
  for (const one of wanted) {
    const language = LANGUAGES.find((known) => known === one);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
