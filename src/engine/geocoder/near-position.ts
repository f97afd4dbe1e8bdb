import type { Position } from '../../base/geo/position.ts';
import { CATEGORIES } from '../gazetteer/categories/categories.ts';
import type { NearPlace } from '../../base/geo/near-search.ts';
import { createReverse } from '../gazetteer/spatial/reverse.ts';
import { PLACE_KINDS, type Spatial } from '../gazetteer/spatial/spatial.ts';
import { categoriesOf } from '../gazetteer/store/access.ts';
import type { PlaceTables } from '../gazetteer/store/place-tables.ts';

/** A point of interest at most this far describes a position; one farther away is a landmark. Units: metres. */
const AT_PLACE_METERS = 250;
/** If the nearest street or house is farther than this, the ward describes the position better. Units: metres. */
const AT_ADDRESS_METERS = 1000;

/**
 * Most places that are compared for one request. Fewer results than requested are returned where so many of the nearest places are settlements, or have
 * the same label as another.
 */
export const MOST_COMPARED = 1000;

/** Categories of settlements: their point represents an area, which administrative units describe better. */
const SETTLEMENTS: ReadonlySet<number> = new Set(
  CATEGORIES.flatMap(({ groups }, number) => (groups.includes('settlement') ? [number] : [])),
);

/**
 * Creates the function that finds the places that describe a position.
 *
 * Shape: the places within the radius, nearest first, without settlements; none if the nearest place is a distant landmark and no street or house
 * is near, because the ward describes the position better then.
 */
export function createNearPosition(
  tables: PlaceTables,
  spatial: Spatial,
): (position: Position, radiusMeters: number, size: number) => NearPlace[] {
  const reverse = createReverse(spatial, tables);
  const isSettlement = (place: number): boolean => SETTLEMENTS.has(categoriesOf(tables, place)[0] ?? -1);
  const isAddressWithin = (position: Position, radiusMeters: number): boolean =>
    spatial.nearest(position, radiusMeters, 1, PLACE_KINDS.street | PLACE_KINDS.house).length > 0;

  return (position, radiusMeters, size) => {
    let answers: NearPlace[];
    let near: NearPlace[];
    let wanted = size;
    for (;;) {
      answers = reverse(position, radiusMeters, wanted);
      near = answers.filter(({ place }) => !isSettlement(place)).slice(0, size);
      if (near.length === size || answers.length < wanted || wanted >= MOST_COMPARED) break;
      wanted = Math.min(4 * wanted, MOST_COMPARED);
    }
    const [first] = near;
    if (first === undefined || first.distanceMeters <= AT_PLACE_METERS) return near;
    return isAddressWithin(position, Math.min(radiusMeters, AT_ADDRESS_METERS)) ? near : [];
  };
}
