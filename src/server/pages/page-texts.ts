import { CATALOGUES } from '../../base/messages/catalogues.ts';
import type { Language } from '../../base/messages/languages.ts';
import { createTranslate, type Translate } from '../../base/messages/translate.ts';

/** The sections of texts that the script of a page shows; the server writes them into the page, in its language alone. */
export const SCRIPT_SECTIONS = {
  landing: [
    ...['search', 'failure', 'answer', 'level', 'unit', 'addressPart', 'partVerdict', 'ambiguity'],
    ...['map', 'countryMap', 'position', 'use'],
  ],
  coverage: ['coverage', 'failure', 'level'],
  imagery: ['map', 'countryMap'],
  docs: [],
} as const;

/** Returns the texts of pages in a language. */
export const createPageTexts = (language: Language): Translate => createTranslate(CATALOGUES[language]);

/** Returns the texts that the script of a page shows, as data for the page. */
export function scriptTexts(language: Language, page: keyof typeof SCRIPT_SECTIONS): object {
  const { texts } = CATALOGUES[language];
  return Object.fromEntries(SCRIPT_SECTIONS[page].map((section) => [section, texts[section]]));
}
