import { TEXTS_EN, type Texts } from './texts-en.ts';
import { TEXTS_VI } from './texts-vi.ts';

/** A language of the report. */
export type Language = 'en' | 'vi';

/** The texts by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: TEXTS_EN, vi: TEXTS_VI };

/** Replaces the parts in braces of a text. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Returns the language for a browser: the first of its languages that the report has. */
export function browserLanguage(languages: readonly string[]): Language {
  const first = languages.map((one) => one.slice(0, 2)).find((one) => one === 'en' || one === 'vi');
  return first === 'vi' ? 'vi' : 'en';
}
