import type { OutputColumn, OutputRow } from '../record.ts';
import { toJsonText } from '../json-text.ts';
import { isoToSerial } from './serial-date.ts';

/** How a column of a sheet is written. Shape: `width` in characters; `hasDates` if its ISO dates become dates of the workbook. */
export interface SheetColumn {
  width: number;
  hasDates: boolean;
}

/** Rows that decide how columns are written. */
export const SAMPLE_ROWS = 1000;

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
/** The arrow of the filter covers the end of a name. */
const ARROW = 4;
/** Space at both sides. */
const MARGIN = 2;
const DATE_WIDTH = 18;

/**
 * Returns how the columns of a sheet are written, by the first rows.
 *
 * Shape: a column is as wide as its longest cell, between two bounds; a column of the input has dates if most of its cells are ISO dates,
 * or if the first rows leave it empty. The columns of stages have the type that they declare.
 */
export function sheetColumns(columns: readonly OutputColumn[], sample: readonly OutputRow[]): SheetColumn[] {
  return columns.map(({ name, type }, at) => {
    let width = lengthOf(name) + ARROW;
    let dates = 0;
    let others = 0;
    for (const { values } of sample) {
      const value = values[at] ?? '';
      if (value === '') continue;
      const isDate = type === 'any' && typeof value === 'string' && isoToSerial(value) !== undefined;
      if (isDate) dates += 1;
      else others += 1;
      const length = isDate ? DATE_WIDTH : lengthOf(typeof value === 'string' ? value : toJsonText(value));
      width = Math.max(width, length + MARGIN);
    }
    return {
      width: Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX),
      hasDates: type === 'any' && dates >= others,
    };
  });
}

/** Returns the number of characters of the longest line of a text, as it is shown: marks take no place. */
function lengthOf(text: string): number {
  // Longer than any column: not worth counting exactly.
  if (text.length > 1000) return text.length;
  return Math.max(...text.split('\n').map((line) => [...line.replace(/\p{M}/gu, '')].length));
}
