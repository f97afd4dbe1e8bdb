import type { Language } from '../../base/text/languages.ts';
import { TEXTS_EN, type Texts } from './texts-en.ts';
import { TEXTS_VI } from './texts-vi.ts';

/** The texts by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: TEXTS_EN, vi: TEXTS_VI };
