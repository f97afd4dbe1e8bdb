import { message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';

/** A rectangle of cells. Shape: rows from 1, columns from 0, both ends included; Infinity where it is open. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const CORNER = /^\$?([A-Z]{0,3})\$?(\d{0,7})$/i;
const LETTERS = 26;
const BEFORE_A = 64;

/** Parses a range as spreadsheets write it: `B3:H200`, `B:H`, `3:200`, `B3` (from there on). Errors: INPUT_BAD. */
export function parseRange(text: string): CellRange {
  const [from = '', to, ...more] = text.trim().split(':');
  const first = CORNER.exec(from);
  const last = to === undefined ? undefined : CORNER.exec(to);
  const isEmpty = from === '' || to === '';
  // Letters alone are a name, as of a range that the workbook defines.
  const isName = to === undefined && first?.[2] === '';
  if (!first || last === null || more.length > 0 || isEmpty || isName) throw badRange(text);
  const range = {
    top: first[2] === '' ? 1 : Number(first[2]),
    left: first[1] === '' ? 0 : columnIndex(first[1] as string),
    bottom: last?.[2] ? Number(last[2]) : Infinity,
    right: last?.[1] ? columnIndex(last[1]) : Infinity,
  };
  if (range.top < 1 || range.bottom < range.top || range.right < range.left) throw badRange(text);
  return range;
}

function badRange(text: string) {
  return inputBad(message('workbook.noRange', { text: JSON.stringify(text) }));
}

/** Returns the index of a column, from 0, from its letters. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - BEFORE_A;
  return index - 1;
}
