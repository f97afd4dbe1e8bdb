import { HOUSE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { countReason } from '../features.ts';
import type { StreetDrafts } from './assign-streets.ts';
import { type FeatureStore, INTERPOLATED, NO_TEXT } from './feature-store.ts';
import type { Groups } from './locate-rows.ts';
import { fold } from '../../base/text/fold.ts';
import { foldHouseNumber, shownPath } from '../../engine/gazetteer/store/shown-path.ts';
import { compareHousePaths, type HousePath } from '../../base/text/house-path.ts';
import { createTextColumn } from './text-pool.ts';

/** Rows of houses in the order of the tables, and the start of each street. */
export interface HouseOrder {
  rows: Uint32Array;
  streetHouseStart: Uint32Array;
}

/** Sorts houses by street, then by path; a number of a stop, or that a person confirmed, is left out where its street has a better known one. */
export function orderHouses(
  { houses, skipped }: FeatureStore,
  housesOf: Groups,
  streetOrder: Uint32Array,
  pathOfNumber: Uint32Array,
): HouseOrder {
  const rows = new Uint32Array(housesOf.rows.length);
  const streetHouseStart = new Uint32Array(streetOrder.length + 1);
  let end = 0;
  streetOrder.forEach((draft, street) => {
    const own = housesOf.rows.subarray(housesOf.start[draft], housesOf.start[draft + 1]);
    let last = -1;
    // Points of a street are no houses.
    const sorted = own
      .filter((row) => !houses.radii.has(row))
      .sort(
        (a, b) =>
          pathOfNumber[houses.number.at(a)] - pathOfNumber[houses.number.at(b)] ||
          houses.flags.at(a) - houses.flags.at(b) ||
          houses.keyHigh.at(a) - houses.keyHigh.at(b) ||
          houses.keyLow.at(a) - houses.keyLow.at(b),
      );
    for (const row of sorted) {
      const isSame =
        last >= 0 && pathOfNumber[houses.number.at(last)] === pathOfNumber[houses.number.at(row)];
      if (isSame && houses.flags.at(last) < houses.flags.at(row)) {
        countReason(skipped, 'dataset.houseKnown', 1, (counted) => counted);
        continue;
      }
      rows[end] = last = row;
      end += 1;
    }
    streetHouseStart[street + 1] = end;
  });
  return { rows: rows.subarray(0, end), streetHouseStart };
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

/** The paths of the tables, and the path of each house number of the store. */
export interface BuiltPaths extends Pick<PlaceTables, 'pathText' | 'pathOffset' | 'pathNumber' | 'pathUpTo'> {
  pathOfNumber: Uint32Array;
}

/** Returns the distinct house numbers of a store, sorted; numbers that differ in case or spaces are one, displayed in the most frequent spelling. */
export function buildPaths({ numbers, houses }: FeatureStore): BuiltPaths {
  const uses = new Uint32Array(numbers.count);
  for (let house = 0; house < houses.number.length; house += 1) {
    const number = houses.number.at(house);
    uses[number] = uses[number] + 1;
  }
  const entries: { number: number; text: string; folded: string; path: HousePath }[] = [];
  for (let number = 0; number < uses.length; number += 1) {
    if (uses[number] === 0 || number === NO_TEXT) continue;
    const text = numbers.text(number);
    entries.push({ number, text, folded: foldHouseNumber(text), path: shownPath(text) });
  }
  entries.sort(
    (a, b) =>
      compareHousePaths(a.path, b.path) ||
      compare(a.folded, b.folded) ||
      uses[b.number] - uses[a.number] ||
      compare(a.text, b.text),
  );
  const texts = createTextColumn();
  const pathNumber: number[] = [];
  const pathUpTo: number[] = [];
  const pathOfNumber = new Uint32Array(numbers.count);
  entries.forEach(({ number, text, folded, path }, index) => {
    const before = entries[index - 1];
    // Folding decides which numbers are one, and it drops what cannot be seen, so an equal text is an equal path.
    if (before === undefined || before.folded !== folded) {
      texts.push(withoutAnnouncement(text));
      const [first] = path;
      pathNumber.push(first?.number ?? 0);
      pathUpTo.push(path.length === 1 && first !== undefined ? first.upTo : 0);
    }
    pathOfNumber[number] = texts.count - 1;
  });
  const { text: pathText, offset: pathOffset } = texts.values();
  return {
    pathText,
    pathOffset,
    pathOfNumber,
    pathNumber: Uint32Array.from(pathNumber),
    pathUpTo: Uint32Array.from(pathUpTo),
  };
}

/** Removes "số" and similar words in front of a number. */
function withoutAnnouncement(text: string): string {
  const spaced = text.search(/[a-z]{0,2}\d/iu);
  return spaced > 0 && foldHouseNumber(text) === fold(text.slice(spaced)) ? text.slice(spaced) : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
