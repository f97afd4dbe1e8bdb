import { HOUSE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import type { StreetDrafts } from './assign-streets.ts';
import { INTERPOLATED, type FeatureStore } from './feature-store.ts';
import type { Groups } from './group-rows.ts';

/** Rows of houses in the order of the tables, and the start of each street. */
export interface HouseOrder {
  rows: Uint32Array;
  streetHouseStart: Uint32Array;
}

/** Sorts houses by street, then by path; at the same path surveyed houses come before interpolated ones. */
export function orderHouses(
  { houses }: FeatureStore,
  housesOf: Groups,
  streetOrder: Uint32Array,
  pathOfNumber: Uint32Array,
): HouseOrder {
  const rows = new Uint32Array(housesOf.rows.length);
  const streetHouseStart = new Uint32Array(streetOrder.length + 1);
  let end = 0;
  streetOrder.forEach((draft, street) => {
    const start = end;
    const own = housesOf.rows.subarray(housesOf.start[draft], housesOf.start[draft + 1]);
    rows.set(own, start);
    end += own.length;
    rows
      .subarray(start, end)
      .sort(
        (a, b) =>
          pathOfNumber[houses.number.at(a)] - pathOfNumber[houses.number.at(b)] ||
          houses.flags.at(a) - houses.flags.at(b) ||
          houses.keyHigh.at(a) - houses.keyHigh.at(b) ||
          houses.keyLow.at(a) - houses.keyLow.at(b),
      );
    streetHouseStart[street + 1] = end;
  });
  return { rows, streetHouseStart };
}

/** Builds the columns of houses in their order. */
export function buildHouses(
  { houses }: FeatureStore,
  { rows, streetHouseStart }: HouseOrder,
  { houseIsNearest }: StreetDrafts,
  pathOfNumber: Uint32Array,
): Pick<PlaceTables, 'streetHouseStart' | 'housePath' | 'houseLat' | 'houseLon' | 'houseFlags'> {
  const housePath = new Uint32Array(rows.length);
  const houseLat = new Int32Array(rows.length);
  const houseLon = new Int32Array(rows.length);
  const houseFlags = new Uint8Array(rows.length);
  // A loop: `from` with a function gathers all values in a list first.
  for (let house = 0; house < rows.length; house += 1) {
    const row = rows[house];
    housePath[house] = pathOfNumber[houses.number.at(row)];
    houseLat[house] = houses.lat.at(row);
    houseLon[house] = houses.lon.at(row);
    houseFlags[house] =
      (houses.flags.at(row) === INTERPOLATED ? HOUSE_FLAGS.interpolated : 0) |
      (houseIsNearest[row] === 1 ? HOUSE_FLAGS.nearestStreet : 0);
  }
  return { streetHouseStart, housePath, houseLat, houseLon, houseFlags };
}
