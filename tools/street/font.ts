/** Letters of 5 by 7 dots, row by row from the top. */
const GLYPHS: Record<string, string> = {
  0: '01110 10001 10011 10101 11001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00110 01000 10000 11111',
  3: '01110 10001 00001 00110 00001 10001 01110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '00110 01000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00010 01100',
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01110 10001 10000 10000 10000 10001 01110',
  F: '11111 10000 10000 11110 10000 10000 10000',
  G: '01110 10001 10000 10111 10001 10001 01110',
  H: '10001 10001 10001 11111 10001 10001 10001',
  I: '01110 00100 00100 00100 00100 00100 01110',
  K: '10001 10010 10100 11000 10100 10010 10001',
  M: '10001 11011 10101 10101 10001 10001 10001',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  T: '11111 00100 00100 00100 00100 00100 00100',
  X: '10001 10001 01010 00100 01010 10001 10001',
  Y: '10001 10001 01010 00100 00100 00100 00100',
  N: '10001 11001 10101 10101 10011 10001 10001',
  E: '11111 10000 10000 11110 10000 10000 11111',
  S: '01111 10000 10000 01110 00001 00001 11110',
  W: '10001 10001 10001 10101 10101 11011 10001',
};

/** Dots from the start of a letter to the start of the next. */
const ADVANCE = 6;

/** Height of a letter in dots. */
const GLYPH_ROWS = 7;

/** Returns the width of a text in dots. */
function textColumns(text: string): number {
  return text.length * ADVANCE - 1;
}

/** Reports whether a dot of a text is set. Columns count from the left, rows from the top; outside of the text none is set. */
function isDot(text: string, column: number, row: number): boolean {
  const glyph = GLYPHS[text[Math.floor(column / ADVANCE)] ?? ''];
  return column >= 0 && glyph?.split(' ')[row]?.[column % ADVANCE] === '1';
}

/** Reports whether a text, centred at 0/0, covers a point to the right and up from there. */
export function textAt(text: string, right: number, up: number, dot: number): boolean {
  const column = Math.floor(right / dot + textColumns(text) / 2);
  const row = Math.floor(GLYPH_ROWS / 2 - up / dot);
  return isDot(text, column, row);
}
