import type { NearPlace } from '../../base/geo/near-search.ts';
import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { openNames } from '../gazetteer/names/names.ts';
import { once } from '../gazetteer/once.ts';
import { readPlaceId, type PlaceKey } from '../gazetteer/place-id.ts';
import type { SearchOptions } from './reader/admin-match.ts';
import type { AdminSearch, KnownNames } from './reader/admin-search.ts';
import { openSpatial, PLACE_KINDS, type Spatial } from '../gazetteer/spatial/spatial.ts';
import { featureOf, categoriesOf } from '../gazetteer/store/access.ts';
import { realChildrenOf } from '../gazetteer/store/children.ts';
import type { Arrays } from '../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../gazetteer/store/place-tables.ts';
import { CATEGORIES } from '../gazetteer/categories/categories.ts';
import { createReverse } from '../gazetteer/spatial/reverse.ts';
import { createPlaceSearch } from './forward/place-search.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';
import { certainMatch } from './places/certain-match.ts';
import { createBaseWardUnits } from './places/base-ward-units.ts';
import { mergeDoubles } from './places/merge-doubles.ts';
import type { Match, PlaceMatch } from './places/place-match.ts';
import { createTablePlaces } from './places/table-places.ts';
import { createWardFinder } from './ward-finder.ts';

/** How many more places are searched if some of those found are one place; doubled each time. */
const SPARE_PLACES = 5;

/** The operations over streets, houses and points of interest. Units: metres. */
export interface PlaceEngine {
  /** Returns the places and administrative units that match a text. */
  search: (text: string, options: SearchOptions) => Match[];
  /** Returns the ward in force of a match as an index; undefined outside of all wards. */
  wardOf: (match: PlaceMatch) => number | undefined;
  describe: (match: PlaceMatch, units: AdminUnits, distanceMeters?: number | null) => LocalPlace;
  byId: (id: string, units: AdminUnits) => LocalPlace | undefined;
  /** Returns the places that belong to a place; undefined if no place has that id. */
  children: (parentId: string, units: AdminUnits) => LocalPlace[] | undefined;
  /** Returns the places that describe a position, see `createNearPosition`. */
  near: (position: Position, radiusMeters: number, size: number, units: AdminUnits) => LocalPlace[];
  /** Returns the points of interest of some categories within a radius, nearest first. */
  nearby: (
    position: Position,
    radiusMeters: number,
    categories: readonly number[],
    size: number,
    units: AdminUnits,
  ) => LocalPlace[];
}

/** The data of the engine; `adminSearch` and `known` are created at their first use. */
export interface PlaceEngineOptions {
  admin: AdminDataset;
  tables: PlaceTables;
  arrays: Arrays;
  adminSearch: () => AdminSearch;
  known: () => KnownNames | undefined;
}

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

/** A point of interest at most this far describes a position; one farther away is a landmark. Units: metres. */
const AT_PLACE_METERS = 250;
/** If the nearest street or house is farther than this, the ward describes the position better. Units: metres. */
const AT_ADDRESS_METERS = 1000;

/**
 * Most places that are compared for one request. Fewer results than requested are returned where so many of the nearest places are settlements, or have
 * the same label as another.
 */
const MOST_COMPARED = 1000;

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

/** Creates the engine for places. Cost: none at first; each part is opened at its first use. */
export function createPlaceEngine({
  admin,
  tables,
  arrays,
  adminSearch,
  known,
}: PlaceEngineOptions): PlaceEngine {
  const search = once(() =>
    createPlaceSearch({
      ...{ adminSearch: adminSearch(), wardAt: admin.wardAt, tables, names: openNames(arrays) },
      known: known(),
    }),
  );
  const describe = once(() =>
    createTablePlaces(tables, createBaseWardUnits(admin, adminSearch().table), admin),
  );
  const spatial = once(() => openSpatial(arrays, tables));
  const wards = once(() => createWardFinder(admin, arrays));
  const near = once(() => createNearPosition(tables, spatial()));

  const numberOf = (id: string): number => {
    const key = readPlaceId(id);
    return key ? findPlace(tables, key) : -1;
  };
  const describeNumber = (place: number, units: AdminUnits, distanceMeters?: number): LocalPlace =>
    describe()(
      certainMatch(tables, place),
      units,
      distanceMeters === undefined ? null : Math.round(distanceMeters),
    );

  /** Describes a place near a position in a ward; a street on the border of several wards is described in that ward. */
  const describeFrom = (
    ward: number,
    place: number,
    units: AdminUnits,
    distanceMeters: number,
  ): LocalPlace => {
    const { wardOf } = adminSearch().table;
    const feature = featureOf(tables, place);
    if (ward < 0 || wardOf[tables.featureBaseWard[feature]] === ward) {
      return describeNumber(place, units, distanceMeters);
    }
    const match = certainMatch(tables, place);
    match.across = { baseWard: wardOf.indexOf(ward), isFormer: false };
    const there = describe()(match, units, distanceMeters);
    if (place < tables.streetCount) return there;
    const local = describeNumber(place, units, distanceMeters);
    local.extension = there.extension;
    return local;
  };

  return {
    search: (text, options) => search().search(text, options),
    wardOf: ({ place, across }) =>
      adminSearch().table.wardOf[across?.baseWard ?? tables.featureBaseWard[featureOf(tables, place)]],
    describe: (match, units, distanceMeters) => describe()(match, units, distanceMeters),
    byId(id, units) {
      const place = numberOf(id);
      return place < 0 ? undefined : describeNumber(place, units);
    },
    children(parentId, units) {
      const parent = numberOf(parentId);
      if (parent < 0) return undefined;
      if (parent >= tables.featureCount) return [];
      return mergeDoubles(realChildrenOf(tables, parent).map((child) => describeNumber(child, units)));
    },
    near(position, radiusMeters, size, units) {
      let ward: number | undefined;
      const described = new Map<number, LocalPlace>();
      const describeOnce = ({ place, position: nearest, distanceMeters }: NearPlace): LocalPlace => {
        let local = described.get(place);
        if (!local)
          described.set(
            place,
            (local = describeFrom((ward ??= wards().at(position)), place, units, distanceMeters)),
          );
        local.position = nearest;
        return local;
      };
      for (let wanted = size; ; wanted = Math.min(4 * wanted, MOST_COMPARED)) {
        const answers = near()(position, radiusMeters, wanted);
        if (answers.length === 0) return [];
        const byLabel = new Map<string, LocalPlace>();
        for (const answer of answers) {
          const local = describeOnce(answer);
          // A building and its house number, or a street and its continuation, have the same label.
          if (!byLabel.has(local.label)) byLabel.set(local.label, local);
          if (byLabel.size >= size) break;
        }
        if (byLabel.size >= size || answers.length < wanted || wanted >= MOST_COMPARED)
          return [...byLabel.values()];
      }
    },
    nearby(position, radiusMeters, categories, size, units) {
      const described = new Map<number, LocalPlace>();
      for (let wanted = size, spare = SPARE_PLACES; ; wanted += spare, spare *= 2) {
        const found = spatial().nearbyPois(position, radiusMeters, new Set(categories), wanted);
        for (const { place, distanceMeters } of found)
          if (!described.has(place)) described.set(place, describeNumber(place, units, distanceMeters));
        const places = mergeDoubles(found.map(({ place }) => described.get(place) as LocalPlace));
        if (places.length >= size || found.length < wanted || wanted >= MOST_COMPARED)
          return places.slice(0, size);
      }
    },
  };
}
