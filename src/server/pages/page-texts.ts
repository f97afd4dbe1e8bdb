import { CATALOGUES } from '../../base/messages/catalogues.ts';
import type { Language } from '../../base/messages/languages.ts';
import { createTranslate, type Translate } from '../../base/messages/translate.ts';

/** Returns the texts of pages in a language. */
export const createPageTexts = (language: Language): Translate => createTranslate(CATALOGUES[language]);

/** Returns the sections of texts that the script of a page shows: the page has them as data, in its language alone. */
export function scriptTexts(language: Language, sections: readonly string[]): object {
  return Object.fromEntries(sections.map((section) => [section, CATALOGUES[language].texts[section]]));
}
