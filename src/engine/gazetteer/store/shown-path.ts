import { fold } from '../../../base/text/fold.ts';
import { readHousePath, type HousePath } from '../../../base/text/house-path.ts';

const ANNOUNCED = /^(?:so nha|nha so|so|nha|sn|no)\.?\s*(?=[a-z]{0,2}\d)/;
const BEGINNING = /^[a-z]{0,3}[\s.-]*(\d{1,6})([^\s,;(]*)/;

/** Folds a house number for comparison: without "số nhà" and without spaces around its signs. */
export function foldHouseNumber(text: string): string {
  return fold(text)
    .replace(ANNOUNCED, '')
    .replace(/ ?([/-]) ?/g, '$1');
}

/**
 * Parses any house number of a dataset, also those that `readHousePath` refuses ("12A1", "12;14", "Lô A").
 *
 * Shape: paths of the tables ascend by this, then by their folded text. The first of several numbers; unknown letters and digits after a number become its letter; empty for text without a number.
 */
export function shownPath(text: string): HousePath {
  const folded = foldHouseNumber(text);
  const path = readHousePath(folded) ?? readHousePath(folded.split(/[,;(]/)[0].trim());
  if (path !== undefined) return path;
  const match = BEGINNING.exec(folded);
  if (match === null) return [];
  const number = Number(match[1]);
  return [{ number, letter: match[2].replace(/[^a-z0-9]/g, '').slice(0, 6), upTo: number }];
}
