import { hashKey } from '../../engine/gazetteer/place-id.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { orderByKey } from './key-order.ts';

/**
 * Returns the columns of keys, given the key hashes of all places by place number.
 *
 * Guarantee: no two places share a key. One source object can be a place and a house; then the later of both, the house, gets a
 * key derived from the shared one.
 */
export function buildKeys(
  placeKeyHigh: Uint32Array,
  placeKeyLow: Uint32Array,
): Pick<PlaceTables, 'placeKeyHigh' | 'placeKeyLow' | 'keyOrder'> {
  let keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  while (partShared(placeKeyHigh, placeKeyLow, keyOrder)) keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  return { placeKeyHigh, placeKeyLow, keyOrder };
}

/** Replaces the key of the later of two places with one key. Shape: true if there were any. */
function partShared(high: Uint32Array, low: Uint32Array, order: Uint32Array): boolean {
  let shared = false;
  for (let i = 1; i < order.length; i += 1) {
    const [before, place] = [order[i - 1], order[i]];
    if (high[place] !== high[before] || low[place] !== low[before]) continue;
    const key = hashKey(`house:${high[place]}:${low[place]}`);
    high[place] = key.high;
    low[place] = key.low;
    shared = true;
  }
  return shared;
}
