import type { PlaceTables } from '../store/place-tables.ts';
import { NOWHERE } from './house-finder.ts';

/** What a find is worth, by its kind (EXACT to WHOLE): how much of the truth it can be. */
const KIND_QUALITY = [1, 0.97, 0.92, 0.9, 0.86, 0.78, 1];
/** What the name of an alley is worth when the house in it is not known. */
const ALLEY_QUALITY = 0.88;
/** What a point of interest is worth beside the house of an address. */
const POI_QUALITY = 0.97;

/** Share of its weight that a unit explains although the place is only near it. */
export const NEAR_SHARE = 0.85;

/** Rates how well a find answers what was asked of its thing; `taken` steps of the house path are in the thing's own name. */
export function qualityOf(tables: PlaceTables, thing: number, kind: number, taken: number): number {
  if (thing >= tables.streetCount) return POI_QUALITY;
  return kind === NOWHERE && taken > 0 ? ALLEY_QUALITY : (KIND_QUALITY[kind] as number);
}
