// C0 except tab and newline, DEL, C1, and the marks that reorder or hide text.
const UNPRINTABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Whole escape sequences first, so that their letters do not stay behind.
const ESCAPE_SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\r\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

/**
 * Removes from a text what a terminal would execute instead of show: escape sequences, control characters, direction marks.
 *
 * Guarantee: the result has no control characters except tab and newline.
 */
export function printable(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, '').replace(UNPRINTABLE, '');
}

/** Returns a value as indented JSON that is safe to print: such characters are escaped, so the value stays the same. */
export function printableJson(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** Returns a value as one line of JSON, as {@link printableJson}. */
export function printableJsonLine(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(json: string): string {
  return json.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
