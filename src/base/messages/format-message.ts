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

/** A place of a text. Shape: `forms` are the texts of a plural or a choice by keyword; `#` is the number in them; `other` is what separates a list. */
export interface Place {
  name: string;
  kind: 'text' | 'lower' | 'number' | 'plural' | 'select' | 'list';
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
  const [section = '', name = ''] = code.split('.');
  const text: unknown = texts[section]?.[name];
  return typeof text === 'string' ? text : undefined;
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
      if (part.kind === 'lower')
        return shown(value, catalogue).replace(/^./u, (first) => first.toLowerCase());
      const { numbers, plurals } = formatsOf(catalogue.language);
      if (part.kind === 'number') return numbers.format(Number(value));
      const forms = part.forms ?? {};
      if (part.kind === 'list')
        return [value]
          .flat()
          .map((each: MessageValue) => shown(each, catalogue))
          .join(fillParts(forms.other ?? [], values, catalogue));
      const word = typeof value === 'object' ? '' : String(value);
      const form =
        part.kind === 'select' ? forms[word] : (forms[`=${word}`] ?? forms[plurals.select(Number(value))]);
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

const formats = new Map<Language, { numbers: Intl.NumberFormat; plurals: Intl.PluralRules }>();

/** Returns how a language writes numbers. Cost: building them takes longer than a thousand messages, so they are kept. */
function formatsOf(language: Language) {
  let known = formats.get(language);
  if (!known) {
    known = { numbers: new Intl.NumberFormat(language), plurals: new Intl.PluralRules(language) };
    formats.set(language, known);
  }
  return known;
}

/** A quoted text, a place up to its end or to its forms, the number of a form, the end of a form, or other words. */
const TOKEN =
  /'([{}#][^']*)'|\{\s*(\w+)\s*(?:\}|,\s*(?:(number|lower)\s*\}|(plural|select|list)\s*,))|[#}']|[^'{}#]+/y;
/** The keyword of a form, or the end of the last one. */
const FORM = /\s*(?:([\w=]+)\s*\{|\})/y;

/**
 * Reads a text with places, in the part of ICU MessageFormat that the catalogues use.
 *
 * Shape: `{name}`, `{name, number}`, `{name, plural, =0 {...} one {...} other {...}}` with `#` for the number, `{name, select, word {...} other {...}}`,
 * `{name, list, other {; }}` for a list with another separator than a comma, `{name, lower}` for a sentence inside of another one.
 * An apostrophe before a brace quotes up to the next apostrophe: `'{column}'` is `{column}`. Errors: SyntaxError where it is another text.
 */
export function parseMessage(text: string): readonly Part[] {
  let at = 0;
  return readParts(false);

  function readParts(isForm: boolean): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const token = read(TOKEN);
      const isEnd = token ? token[0] === '}' : at === text.length;
      if (isEnd && isForm === (token !== null)) return parts;
      if (isEnd || !token) throw fault();
      const [whole, quoted, name, number, choice] = token;
      if (choice)
        parts.push({ name: name!, kind: choice as 'plural' | 'select' | 'list', forms: readForms() });
      else if (name) parts.push({ name, kind: (number as 'number' | 'lower' | undefined) ?? 'text' });
      else if (whole === NUMBER_OF_FORM && isForm) parts.push({ name: whole, kind: 'number' });
      else parts.push(quoted ?? whole);
    }
  }

  function readForms(): Record<string, readonly Part[]> {
    const forms: Record<string, readonly Part[]> = {};
    for (;;) {
      const form = read(FORM);
      if (!form || (!form[1] && !forms.other)) throw fault();
      if (!form[1]) return forms;
      forms[form[1]] = readParts(true);
    }
  }

  /** Reads what a pattern finds here. */
  function read(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }

  function fault(): SyntaxError {
    return new SyntaxError(`no text of a catalogue, from character ${at + 1} on: "${text}"`);
  }
}
