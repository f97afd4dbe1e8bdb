import { CATALOGUES } from '../../base/messages/catalogues.ts';
import { formatDuration } from '../../base/text/duration.ts';
import type { Language } from '../../base/messages/languages.ts';
import { createTranslate, type Translate } from '../../base/messages/translate.ts';
import type { Sentence } from '../../report/data/report-facts.ts';
import { el } from './dom.ts';

/** Writes texts and figures in the form of a language. */
export interface PageFormat {
  language: Language;
  t: Translate;
  count(value: number): string;
  percent(part: number, whole: number): string;
  /** Returns a sentence of the run, isolated, in the language of the page; one that is a text is in English. */
  sentence(sentence: Sentence): HTMLElement;
  bytes(value: number): string;
  meters(value: number): string;
  duration(seconds: number): string;
  /** Returns a day, or a time with its day, as the language writes it; a text that is none as it is. */
  day: (text: string, hasTime?: boolean) => string;
  decimal(value: number, digits: number): string;
  milliseconds(value: number): string;
}

/** Builds the formats of a language. */
export function createPageFormat(language: Language): PageFormat {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const decimal = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  return {
    language,
    t: createTranslate(CATALOGUES[language]),
    decimal,
    sentence: (sentence) =>
      typeof sentence === 'string'
        ? el('bdi', { lang: 'en' }, sentence)
        : el('bdi', { lang: language }, sentence[language]),
    count: (value) => whole.format(value),
    percent(part, all) {
      if (all === 0) return '–';
      const value = (100 * part) / all;
      // A share that is not all is never shown as 100 %.
      const shown = part === all || part === 0 ? value : Math.min(99.9, Math.max(0.1, value));
      return `${decimal(shown, part === all || part === 0 ? 0 : 1)} %`;
    },
    milliseconds: (value) => `${decimal(value, value < 10 ? 2 : 0)} ms`,
    bytes(value) {
      const units = ['B', 'kB', 'MB', 'GB', 'TB'];
      const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
      return `${power === 0 ? whole.format(value) : decimal(value / 1000 ** power, 1)} ${units[power]}`;
    },
    meters: (value) =>
      value < 1000
        ? `${whole.format(value)} m`
        : `${decimal(value / 1000, value < 100_000 && value % 1000 !== 0 ? 1 : 0)} km`,
    duration(seconds) {
      const minutes = Math.round(seconds / 60);
      if (seconds < 3600) return formatDuration(seconds, (value) => decimal(value, 1));
      return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
    },
    day(text, hasTime = false) {
      const date = new Date(text);
      if (Number.isNaN(date.getTime())) return text;
      const shown: Intl.DateTimeFormatOptions = hasTime ? { timeStyle: 'short' } : { timeZone: 'UTC' };
      // Days are written before months in both languages.
      return date.toLocaleString(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', ...shown });
    },
  };
}

/** Builds the button of the other language. Shape: the last one for keys, in the top corner for the eye. */
export function languageButton(language: Language, onLanguage: (language: Language) => void): HTMLElement {
  const [other, name] = language === 'en' ? (['vi', 'Tiếng Việt'] as const) : (['en', 'English'] as const);
  const onclick = () => onLanguage(other);
  return el('button', { type: 'button', class: 'language', lang: other, onclick }, name);
}
