import type { NearPlace } from '../../base/geo/near-search.ts';
import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { openNames } from '../gazetteer/names/names.ts';
import { once } from '../gazetteer/once.ts';
import { readPlaceId, type PlaceKey } from '../gazetteer/place-id.ts';
import { remember } from '../gazetteer/remember.ts';
import type { SearchOptions } from './reader/admin-match.ts';
import type { AdminSearch, KnownNames } from './reader/admin-search.ts';
import { openSpatial } from '../gazetteer/spatial/spatial.ts';
import { featureOf } from '../gazetteer/store/access.ts';
import { realChildrenOf } from '../gazetteer/store/children.ts';
import type { Arrays } from '../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../gazetteer/store/place-tables.ts';
import { createReverse } from '../gazetteer/spatial/reverse.ts';
import { createPlaceSearch } from './forward/place-search.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';
import { BORDER_METERS } from './forward/named-units.ts';
import { certainMatch } from './places/certain-match.ts';
import { createBaseWardUnits } from './places/base-ward-units.ts';
import { createDoubleFilter, mergeDoubles } from './places/merge-doubles.ts';
import type { Match, PlaceMatch } from './places/place-match.ts';
import { createTablePlaces } from './places/table-places.ts';
import { createWardFinder } from './ward-finder.ts';

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
  /** Returns the streets, houses and points of interest within a radius, nearest first. */
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

/** Most places that are compared for one request. Fewer results than requested are returned where so many of the nearest places are doubles. */
const MOST_COMPARED = 1000;

/** Returns the nearest places, without doubles; `find` returns a number of places, nearest first. */
function nearestDistinct(
  size: number,
  find: (wanted: number) => NearPlace[],
  describe: (near: NearPlace) => LocalPlace,
): LocalPlace[] {
  const described = new Map<number, LocalPlace>();
  for (let wanted = size; ; wanted = Math.min(4 * wanted, MOST_COMPARED)) {
    const found = find(wanted);
    const isOther = createDoubleFilter();
    const places: LocalPlace[] = [];
    for (const near of found) {
      const place = described.get(near.place) ?? describe(near);
      described.set(near.place, place);
      if (isOther(place)) places.push(place);
      if (places.length >= size) return places;
    }
    if (found.length < wanted || wanted >= MOST_COMPARED) return places;
  }
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
  const near = once(() => createReverse(spatial(), tables));

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

  const inWard = remember((ward: number) => ({
    baseWard: adminSearch().table.wardOf.indexOf(ward),
    isFormer: false,
  }));

  /** Describes a place near a position in a ward; a street at its border is described in that ward. */
  const describeFrom = (
    ward: number,
    place: number,
    units: AdminUnits,
    distanceMeters: number,
  ): LocalPlace => {
    const match = certainMatch(tables, place);
    const own = adminSearch().table.wardOf[tables.featureBaseWard[featureOf(tables, place)]];
    const answered = ward < 0 || own === ward ? undefined : inWard(ward);
    if (place < tables.streetCount && distanceMeters <= BORDER_METERS) match.across = answered;
    return describe()(match, units, distanceMeters, answered);
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
      return nearestDistinct(
        size,
        (wanted) => near()(position, radiusMeters, wanted),
        ({ place, position: nearest, distanceMeters }) => {
          const local = describeFrom((ward ??= wards().at(position)), place, units, distanceMeters);
          local.position = nearest;
          return local;
        },
      );
    },
    nearby: (position, radiusMeters, categories, size, units) =>
      nearestDistinct(
        size,
        (wanted) => spatial().nearbyPois(position, radiusMeters, new Set(categories), wanted),
        ({ place, distanceMeters }) => describeNumber(place, units, distanceMeters),
      ),
  };
}
