import { CATALOGUES } from '../../../base/messages/catalogues.ts';
import type { Language } from '../../../base/messages/languages.ts';
import { createTranslate, sectionTexts, type Translate } from '../../../base/messages/translate.ts';
import type { ViewerTexts } from '../public-texts.ts';

/** The texts of a language: those of the interface document, which a page can replace, and those of the other parts. */
export interface LanguageTexts {
  viewer: ViewerTexts;
  t: Translate;
}

/** Returns the texts of the viewer in a language. */
export const textsIn = (language: Language): LanguageTexts => ({
  viewer: sectionTexts('viewer', CATALOGUES[language]),
  t: createTranslate(CATALOGUES[language]),
});
