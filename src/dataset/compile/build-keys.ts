import { hashKey } from '../../gazetteer/place-id.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { orderByKey } from './key-order.ts';

/**
 * Orders the key hashes of all places, in the order of their numbers.
 *
 * Guarantee: no two places share a key. One source object can be a place and the house with its address; then the later of both, the house, gets a
 * key that follows from the one they share.
 */
export function buildKeys(
  placeKeyHigh: Uint32Array,
  placeKeyLow: Uint32Array,
): Pick<PlaceTables, 'placeKeyHigh' | 'placeKeyLow' | 'keyOrder'> {
  let keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  while (partShared(placeKeyHigh, placeKeyLow, keyOrder)) keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  return { placeKeyHigh, placeKeyLow, keyOrder };
}

/** Gives the later of two places with one key another. Shape: true where there were any. */
function partShared(high: Uint32Array, low: Uint32Array, order: Uint32Array): boolean {
  let shared = false;
  for (let i = 1; i < order.length; i += 1) {
    const [before, place] = [order[i - 1] as number, order[i] as number];
    if (high[place] !== high[before] || low[place] !== low[before]) continue;
    const key = hashKey(`house:${high[place]}:${low[place]}`);
    high[place] = key.high;
    low[place] = key.low;
    shared = true;
  }
  return shared;
}
