// C0 but tab and newline, DEL, C1, and the marks that reorder or hide text.
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Whole escape sequences first, so that their letters do not stay behind.
const ESCAPE_SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

/**
 * Takes out of a text what would command a terminal instead of being shown: escape sequences, control characters, marks of direction.
 *
 * Guarantee: what comes out holds no control character but tab and newline.
 */
export function printable(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, '').replace(UNPRINTABLE, '');
}

/** Writes a value as indented JSON that no terminal obeys: such characters are escaped, so that the value stays the same. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
