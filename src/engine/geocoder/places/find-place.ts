import type { PlaceKey } from '../../gazetteer/place-id.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

type KeyColumns = Pick<PlaceTables, 'placeKeyHigh' | 'placeKeyLow' | 'keyOrder'>;

/** Returns the number of the place with a key hash, or -1. Cost: a binary search. */
export function findPlace(tables: KeyColumns, { high, low }: PlaceKey): number {
  const { placeKeyHigh, placeKeyLow, keyOrder } = tables;
  let from = 0;
  let to = keyOrder.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const place = keyOrder[middle];
    const order = placeKeyHigh[place] - high || placeKeyLow[place] - low;
    if (order === 0) return place;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return -1;
}
