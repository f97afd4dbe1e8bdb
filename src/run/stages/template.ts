import { cellText } from '../../base/text/cell-text.ts';
import { nearestName } from '../../base/text/suggestion.ts';
import { message, type Message } from '../../base/messages/message.ts';
const SPACE = 0x20;
const COMMA = 0x2c;

/**
 * A text with `{column}` placeholders, bound to the columns of an input.
 *
 * Shape: a member of a nested object is named by its path, `{customer.address.line1}`; `columns` has its column. `render` inserts the cells, drops empty parts between commas, and folds white space, so that equal addresses
 * give equal requests.
 */
export interface Template {
  columns: readonly string[];
  render(cells: readonly unknown[]): string;
}

/**
 * Compiles a template; faults are the placeholders that are no column, each with the column that was probably meant. `prepare` changes the text of the cells
 * while it has their line breaks.
 */
export function compileTemplate(
  text: string,
  columns: readonly string[],
  prepare: (text: string) => string = (whole) => whole,
): Template | { faults: readonly Message[] } {
  const tokens = text.split(/\{([^{}]*)\}/);
  const faults: Message[] = [];
  const names: string[] = [];
  const parts = tokens.map((token, at) => {
    if (at % 2 === 0) return token;
    const place = placeOf(token, columns);
    if (place === undefined) faults.push(missingColumn(token, columns));
    names.push(columns[place?.index ?? -1] ?? token);
    return place ?? { index: -1, path: [] };
  });
  if (names.length === 0) faults.push(message('stage.namesNoColumn', { text }));
  if (faults.length > 0) return { faults };
  return {
    columns: names,
    render(cells) {
      let out = '';
      for (const part of parts)
        out += typeof part === 'string' ? part : cellText(memberOf(cells[part.index], part.path));
      return tidy(prepare(out));
    },
  };
}

/** Returns the column that a placeholder names, and the path to a member of its objects. */
function placeOf(token: string, columns: readonly string[]): { index: number; path: string[] } | undefined {
  const index = columns.indexOf(token);
  if (index >= 0) return { index, path: [] };
  const steps = token.split('.');
  for (let length = steps.length - 1; length > 0; length -= 1) {
    const of = columns.indexOf(steps.slice(0, length).join('.'));
    if (of >= 0) return { index: of, path: steps.slice(length) };
  }
  return undefined;
}

function memberOf(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  let member = value;
  for (const name of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name)) return undefined;
    member = (member as Record<string, unknown>)[name];
  }
  return member;
}

/** Returns the message for a column that is missing, with the most similar column name. */
export function missingColumn(name: string, columns: readonly string[]): Message {
  const lower = name.toLowerCase();
  const near = columns.find(
    (column) => column.toLowerCase() === lower || column.toLowerCase().includes(lower),
  );
  const nearest = near ?? nearestName(name, columns);
  return nearest === undefined
    ? message('stage.noColumn', { name, columns: columns.map((column) => `"${column}"`) })
    : message('stage.noColumnMeant', { name, nearest });
}

function tidy(text: string): string {
  if (isTidy(text)) return text;
  const folded = text.replace(/\s+/g, ' ').trim();
  if (!/(^|,) ?(,|$)/.test(folded)) return folded;
  return folded
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}

/** Reports whether a text surely stays as it is, as most do: one pass costs a fifth of the expressions. */
function isTidy(text: string): boolean {
  let isPartEmpty = true;
  let last = SPACE;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      if (isPartEmpty) return false;
      isPartEmpty = true;
    } else if (code !== SPACE) {
      // All other white space is below the space, or among these.
      if (code < SPACE || code === 0xa0 || (code >= 0x1680 && !isVietnamese(code))) return false;
      isPartEmpty = false;
    } else if (last === SPACE) return false;
    last = code;
  }
  return !isPartEmpty && last !== SPACE;
}

/** Reports whether a code is of the block of letters with two marks, as in ế. */
function isVietnamese(code: number): boolean {
  return code >= 0x1e00 && code <= 0x1eff;
}
