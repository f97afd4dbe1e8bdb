import vi from '../../locales/vi.json' with { type: 'json' };
import { formatMessage, type Catalogue, type Message } from './format-message.ts';
import type { Language } from './languages.ts';
import { ENGLISH } from './message.ts';

/** The texts of every language. One more is a file in `locales/`, its name in `LANGUAGES`, and a line here. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: ENGLISH,
  vi: { language: 'vi', texts: vi },
};

/** Returns a message in a language. */
export const textIn = (of: Message, language: Language): string => formatMessage(of, CATALOGUES[language]);
