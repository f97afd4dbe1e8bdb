import type { Language } from '../../base/messages/languages.ts';
import { createTranslate, type Translate } from '../../base/messages/translate.ts';

/** Returns the texts that the server wrote into this page, those that its script shows, in the language of the page. */
export function readTexts(): Translate {
  const texts = JSON.parse(document.getElementById('texts')!.textContent) as Record<
    string,
    Record<string, string>
  >;
  return createTranslate({ language: document.documentElement.lang as Language, texts });
}
