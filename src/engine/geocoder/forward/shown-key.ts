import { diacriticKey } from '../../../base/text/diacritics.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

/** Number of names that are kept: some 100 kB. */
const KEPT = 1024;

const kept = new Array<{ tables: PlaceTables; feature: number; key: string } | undefined>(KEPT).fill(
  undefined,
);

/**
 * Returns the spelling key of the name of a street or place as it is shown.
 *
 * Cost: about a microsecond to decode a name, for the first of the questions that compare it; each result of a question is compared several times.
 */
export function shownKey(tables: PlaceTables, feature: number): string {
  const slot = feature % KEPT;
  let known = kept[slot];
  if (known?.feature !== feature || known.tables !== tables) {
    known = { tables, feature, key: diacriticKey(nameOf(tables, feature)) };
    kept[slot] = known;
  }
  return known.key;
}
