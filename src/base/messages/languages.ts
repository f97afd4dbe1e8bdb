/** The languages of pages, reports and the viewer. */
export const LANGUAGES = ['en', 'vi'] as const;

/** A language of pages, reports and the viewer. */
export type Language = (typeof LANGUAGES)[number];

/** Returns the first language that has texts of a list as browsers have it, `vi-VN` for example; else English. */
export function firstLanguage(preferred: readonly (string | undefined)[]): Language {
  for (const tag of preferred) {
    const code = tag?.trim().slice(0, 2).toLowerCase();
    const language = LANGUAGES.find((known) => known === code);
    if (language) return language;
  }
  return 'en';
}
