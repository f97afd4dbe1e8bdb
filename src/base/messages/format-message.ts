import type { Language } from './languages.ts';

/** What stands in the place of a name: a text, a number, another message, or a list of these. */
export type MessageValue = string | number | Message | readonly MessageValue[];

/** A code of the catalogue with the values of its places, as data: it can be stored, sent and shown in any language. */
export interface Message {
  readonly code: string;
  readonly values?: Readonly<Record<string, MessageValue>>;
}

/** The texts of one language, by section and name: the code `csv.delimiter` is `texts.csv.delimiter`. */
export interface Catalogue {
  readonly language: Language;
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A part of a text: words as they are, or a place for a value. */
export type Part = string | Place;

/** A place of a text. Shape: `forms` are the texts of a plural or a choice by keyword; `#` is the number in them. */
export interface Place {
  name: string;
  kind: 'text' | 'number' | 'plural' | 'select';
  forms?: Readonly<Record<string, readonly Part[]>>;
}

/** What stands for a value that is not there: rows that are counted together differ in it. */
const NOT_KNOWN = '...';

/** Where a number is a form's `#`. */
const NUMBER_OF_FORM = '#';

const parsed = new Map<string, readonly Part[]>();

/**
 * Returns a message in the language of a catalogue.
 *
 * Shape: lists are joined by commas, texts that are messages themselves are in the same language. A code that the catalogue has not (of another version) is
 * shown as it is, with its values.
 */
export function formatMessage(message: Message, catalogue: Catalogue): string {
  const text = textOf(message.code, catalogue);
  if (text === undefined) return `${message.code} ${JSON.stringify(message.values ?? {})}`;
  let parts = parsed.get(text);
  if (!parts) parsed.set(text, (parts = parseMessage(text)));
  return fillParts(parts, message.values ?? {}, catalogue);
}

/** Returns the text of a code as the catalogue has it, with its places; undefined for an unknown code. */
export function textOf(code: string, { texts }: Catalogue): string | undefined {
  const dot = code.indexOf('.');
  const section = code.slice(0, dot);
  const name = code.slice(dot + 1);
  return Object.hasOwn(texts, section) && Object.hasOwn(texts[section] ?? {}, name)
    ? texts[section]?.[name]
    : undefined;
}

function fillParts(
  parts: readonly Part[],
  values: Readonly<Record<string, MessageValue>>,
  catalogue: Catalogue,
  ofForm?: number,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = part.name === NUMBER_OF_FORM ? ofForm : values[part.name];
      if (value === undefined)
        return part.kind === 'plural' ? fillParts(part.forms?.other ?? [], values, catalogue) : NOT_KNOWN;
      if (part.kind === 'text') return shown(value, catalogue);
      if (part.kind === 'number') return numberFormat(catalogue.language).format(Number(value));
      const forms = part.forms ?? {};
      const word = typeof value === 'object' ? '' : String(value);
      const form =
        part.kind === 'select'
          ? forms[word]
          : (forms[`=${word}`] ?? forms[pluralRules(catalogue.language).select(Number(value))]);
      return fillParts(form ?? forms.other ?? [], values, catalogue, Number(value));
    })
    .join('');
}

function shown(value: MessageValue, catalogue: Catalogue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if ('code' in value) return formatMessage(value, catalogue);
  return value.map((part) => shown(part, catalogue)).join(', ');
}

const numberFormats = new Map<Language, Intl.NumberFormat>();
const rules = new Map<Language, Intl.PluralRules>();

function numberFormat(language: Language): Intl.NumberFormat {
  let format = numberFormats.get(language);
  if (!format) numberFormats.set(language, (format = new Intl.NumberFormat(language)));
  return format;
}

function pluralRules(language: Language): Intl.PluralRules {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule;
}

/**
 * Reads a text with places, in the part of ICU MessageFormat that the catalogues use.
 *
 * Shape: `{name}`, `{name, number}`, `{name, plural, =0 {...} one {...} other {...}}` with `#` for the number, `{name, select, word {...} other {...}}`.
 * An apostrophe before a brace quotes up to the next apostrophe: `'{column}'` is `{column}`. Throws a SyntaxError where a brace is not closed.
 */
export function parseMessage(text: string): readonly Part[] {
  let at = 0;
  return readParts(false);

  function readParts(isForm: boolean): Part[] {
    const parts: Part[] = [];
    let words = '';
    const flush = () => {
      if (words !== '') parts.push(words);
      words = '';
    };
    for (; at < text.length && !(isForm && text[at] === '}'); at++) {
      const character = text[at] as string;
      if (character === "'" && /[{}#]/.test(text[at + 1] ?? '')) {
        const end = text.indexOf("'", at + 2);
        if (end < 0) throw fault('a quote is not closed');
        words += text.slice(at + 1, end);
        at = end;
      } else if (character === '{') {
        flush();
        parts.push(readPlace());
      } else if (character === '#' && isForm) {
        flush();
        parts.push({ name: NUMBER_OF_FORM, kind: 'number' });
      } else if (character === '}') throw fault('a brace closes nothing');
      else words += character;
    }
    flush();
    return parts;
  }

  /** Reads a place; afterwards `at` is at its closing brace. */
  function readPlace(): Place {
    const end = text.slice(at + 1).search(/[,}]/);
    if (end < 0) throw fault('a brace is not closed');
    const name = text.slice(at + 1, at + 1 + end).trim();
    if (!/^\w+$/.test(name)) throw fault('a place has no name');
    at += end + 1;
    if (text[at] === '}') return { name, kind: 'text' };
    const comma = text.slice(at + 1).search(/[,}]/);
    const kind = text.slice(at + 1, at + 1 + comma).trim();
    at += comma + 1;
    if (kind === 'number' && text[at] === '}') return { name, kind };
    if (kind !== 'plural' && kind !== 'select') throw fault(`"${kind}" is no kind of place`);
    return { name, kind, forms: readForms() };
  }

  function readForms(): Record<string, readonly Part[]> {
    const forms: Record<string, readonly Part[]> = {};
    for (at++; at < text.length && text[at] !== '}'; at++) {
      const open = text.indexOf('{', at);
      if (open < 0) throw fault('a brace is not closed');
      const keyword = text.slice(at, open).trim();
      at = open + 1;
      forms[keyword] = readParts(true);
      // Blanks between two forms.
      while (/\s/.test(text[at + 1] ?? '')) at++;
    }
    if (at >= text.length) throw fault('a brace is not closed');
    if (!forms.other) throw fault('the form "other" is missing');
    return forms;
  }

  function fault(what: string): SyntaxError {
    return new SyntaxError(`${what}, at character ${at + 1} of "${text}"`);
  }
}
