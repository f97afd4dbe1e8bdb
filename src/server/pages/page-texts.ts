import { CATALOGUES } from '../../base/messages/catalogues.ts';
import type { Language } from '../../base/messages/languages.ts';
import { SCRIPT_SECTIONS } from './script-sections.ts';
import { createTranslate, type Translate } from '../../base/messages/translate.ts';

/** Returns the texts of pages in a language. */
export const createPageTexts = (language: Language): Translate => createTranslate(CATALOGUES[language]);

/** Returns the texts that the script of a page shows, as data for the page. */
export function scriptTexts(language: Language, page: keyof typeof SCRIPT_SECTIONS): object {
  const { texts } = CATALOGUES[language];
  return Object.fromEntries(SCRIPT_SECTIONS[page].map((section) => [section, texts[section]]));
}
