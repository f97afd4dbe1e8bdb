/** The maximum number of characters of a cell; Excel refuses a file with more. */
export const CELL_CHARACTERS_MAX = 32_767;

/** Characters that XML cannot contain, a carriage return, which a parser would change, and text that looks like an escaped one. */
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const MARKUP = /[&<>]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Returns text as the content of an XML element of a sheet. Source: ECMA-376 part 1, 22.9.2.19 (ST_Xstring).
 *
 * Shape: a character that XML lacks becomes `_xHHHH_`, which spreadsheets read as that character; longer text than a cell may have is
 * cut, and its end says so.
 */
export function sheetText(text: string): string {
  const fitting = text.length > CELL_CHARACTERS_MAX ? cutText(text) : text;
  return fitting
    .replace(MARKUP, (character) => ENTITIES[character] ?? '')
    .replace(UNSAFE, (character) => `_x${hex(character)}_`);
}

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

function cutText(text: string): string {
  const end = `... [cut: ${text.length} characters, a cell has at most ${CELL_CHARACTERS_MAX}]`;
  let length = CELL_CHARACTERS_MAX - end.length;
  // Not between the halves of a character.
  if (/[\uD800-\uDBFF]/.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length) + end;
}

const A = 65;
const LETTERS = 26;

/** Returns the name of a column by its index from 0: `A`, `Z`, `AA`. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / LETTERS) - 1)
    name = String.fromCharCode(A + (rest % LETTERS)) + name;
  return name;
}
