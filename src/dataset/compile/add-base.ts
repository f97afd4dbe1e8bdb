import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import { foldKey } from '../../base/text/fold.ts';
import { streetKey } from '../../base/text/street-key.ts';
import { categoryValues } from '../../engine/gazetteer/categories/categories.ts';
import { hashKey } from '../../engine/gazetteer/place-id.ts';
import type { OpenDataset } from '../../engine/gazetteer/open-dataset.ts';
import {
  aliasesOf,
  categoriesOf,
  featureOf,
  houseNumberOf,
  nameOf,
  positionOf,
  toDegrees,
} from '../../engine/gazetteer/store/access.ts';
import type { PlaceCounts } from '../../engine/gazetteer/store/manifest.ts';
import { FEATURE_FLAGS, HOUSE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../../engine/gazetteer/store/records.ts';
import type { PoiFeature, UnitNames } from '../features.ts';
import { surroundingsOf } from './build-features.ts';
import { RANK_IMPORTANCE } from './build-streets.ts';
import type { FeatureStore } from './feature-store.ts';

/**
 * Adds the streets, houses and places of a dataset that no source has.
 *
 * Shape: a street is that of a source with its name within 200 m of its middle, a house that of a source with its number and street within 100 m; an object of a source
 * is the one with its key too. Returns the numbers that were added, by the code of the province.
 */
export function addBase(store: FeatureStore, base: OpenDataset): Map<string, PlaceCounts> {
  const { tables, admin } = base;
  const added = new Map<string, PlaceCounts>();
  if (tables === undefined) return added;
  const wardOf = base.arrays.baseWardWard as Int32Array;
  const count: CountAdded = (kind, baseWard) => {
    const { code } = admin.provinces[admin.wards[wardOf[baseWard]].province];
    const counts = added.get(code) ?? { streets: 0, houses: 0, places: 0 };
    counts[kind] += 1;
    added.set(code, counts);
  };
  addPlaces(store, tables, count);
  const own = indexOwn(store);
  addStreets(store, base, tables, own, count);
  addHouses(store, base, tables, own, count);
  return added;
}

type CountAdded = (kind: keyof PlaceCounts, baseWard: number) => void;

const SAME_STREET_METERS = 200;
const SAME_HOUSE_METERS = 100;

/** The features of the sources by name. Shape: of streets all points of their lines, of houses `number|street`; latitude and longitude in turn. Units: degrees. */
interface OwnFeatures {
  streets: Map<string, number[]>;
  houses: Map<string, number[]>;
}

function indexOwn({ names, numbers, streets, houses }: FeatureStore): OwnFeatures {
  const own: OwnFeatures = { streets: new Map(), houses: new Map() };
  const keys = new Map<number, string>();
  const keyOf = (name: number): string => {
    const known = keys.get(name) ?? streetKey(names.text(name));
    keys.set(name, known);
    return known;
  };
  const add = (map: Map<string, number[]>, key: string, latE7: number, lonE7: number): void => {
    const list = map.get(key) ?? [];
    list.push(toDegrees(latE7), toDegrees(lonE7));
    map.set(key, list);
  };
  for (let row = 0; row < streets.name.length; row += 1) {
    for (let point = streets.pointStart.at(row); point < streets.pointStart.at(row + 1); point += 1)
      add(own.streets, keyOf(streets.name.at(row)), streets.lat.at(point), streets.lon.at(point));
  }
  for (let row = 0; row < houses.number.length; row += 1) {
    // What was not surveyed, or has no number, takes no place of the base.
    if (houses.flags.at(row) !== 0 || houses.radii.has(row)) continue;
    const key = `${numbers.text(houses.number.at(row))}|${keyOf(houses.street.at(row))}`;
    add(own.houses, key, houses.lat.at(row), houses.lon.at(row));
  }
  return own;
}

function isNear(points: readonly number[] | undefined, position: Position, withinMeters: number): boolean {
  for (let at = 0; points !== undefined && at < points.length; at += 2)
    if (distanceMeters({ lat: points[at], lon: points[at + 1] }, position) <= withinMeters) return true;
  return false;
}

/** Adds the lines of streets, each with a key of its own, of which the first is that of the street. */
function addStreets(
  store: FeatureStore,
  base: OpenDataset,
  tables: PlaceTables,
  own: OwnFeatures,
  count: CountAdded,
): void {
  const { streetCount, streetPartStart, partPointStart, pointLat, pointLon, placeKeyHigh, placeKeyLow } =
    tables;
  const { streetHouseStart, featureRadius } = tables;
  const used = new Set<string>();
  const gained = surroundingsOf(tables, streetCount);
  for (let street = 0; street < streetCount; street += 1) {
    if (
      isNear(
        own.streets.get(streetKey(nameOf(tables, street))),
        positionOf(tables, street),
        SAME_STREET_METERS,
      )
    )
      continue;
    count('streets', tables.featureBaseWard[street]);
    const common = {
      kind: 'street' as const,
      key: '',
      name: nameOf(tables, street),
      otherNames: aliasesOf(tables, street),
      rank: rankOf(tables.featureImportance[street] - gained[street]),
    };
    const first = streetPartStart[street];
    const [high, low] = [placeKeyHigh[street], placeKeyLow[street]];
    if (first === streetPartStart[street + 1] && streetHouseStart[street] === streetHouseStart[street + 1])
      store.add(
        {
          ...{ kind: 'house', key: '', number: '', street: common.name },
          ...{ units: unitsOf(base, street), position: positionOf(tables, street) },
          radiusMeters: featureRadius[street],
        },
        { high, low },
      );
    for (let part = first; part < streetPartStart[street + 1]; part += 1) {
      const [from, to] = [partPointStart[part], partPointStart[part + 1]];
      const line = new Float64Array(2 * (to - from));
      for (let point = from; point < to; point += 1) {
        line[2 * (point - from)] = toDegrees(pointLat[point]);
        line[2 * (point - from) + 1] = toDegrees(pointLon[point]);
      }
      const id = `${high}.${low}`;
      // The sections of a way in several wards have its key each.
      const isFirst = !used.has(id);
      used.add(id);
      const place = `${tables.featureBaseWard[street]}/${part - first}`;
      store.add({ ...common, line }, isFirst ? { high, low } : hashKey(`base:${id}/${place}`));
    }
  }
}

/** Returns the road class of a street from its importance without what is around it, half of what length and houses can add taken away. */
function rankOf(importance: number): number {
  return Math.max(
    0,
    RANK_IMPORTANCE.findLastIndex((least) => least <= importance - 15),
  );
}

function addHouses(
  store: FeatureStore,
  base: OpenDataset,
  tables: PlaceTables,
  own: OwnFeatures,
  count: CountAdded,
): void {
  const { featureCount, placeCount, featureFlags, houseFlags, placeKeyHigh, placeKeyLow } = tables;
  for (let place = featureCount; place < placeCount; place += 1) {
    const street = featureOf(tables, place);
    const flags = houseFlags[place - featureCount];
    const isNameless =
      (featureFlags[street] & FEATURE_FLAGS.nameless) !== 0 || (flags & HOUSE_FLAGS.nearestStreet) !== 0;
    const name = isNameless ? '' : nameOf(tables, street);
    const number = houseNumberOf(tables, place);
    const position = positionOf(tables, place);
    if (isNear(own.houses.get(`${number}|${streetKey(name)}`), position, SAME_HOUSE_METERS)) continue;
    count('houses', tables.featureBaseWard[street]);
    const { name: ownName, postcode } = recordOf(tables, place) ?? {};
    store.add(
      {
        kind: 'house',
        key: '',
        number,
        units: unitsOf(base, street),
        position,
        isInterpolated: (flags & HOUSE_FLAGS.interpolated) !== 0,
        ...(name === '' ? {} : { street: name }),
        ...(postcode === undefined ? {} : { postcode }),
        ...(ownName === undefined ? {} : { name: ownName }),
      },
      { high: placeKeyHigh[place], low: placeKeyLow[place] },
    );
  }
}

/** Returns the former units of a street, as an address names them, if they are known. */
function unitsOf({ admin, arrays, tables }: OpenDataset, street: number): UnitNames {
  const { featureFlags, featureBaseWard } = tables as PlaceTables;
  const isKnown = (featureFlags[street] & FEATURE_FLAGS.formerKnown) !== 0;
  const former = admin.formerWards[(arrays.baseWardFormer as Int32Array)[featureBaseWard[street]] ?? -1];
  return former === undefined || !isKnown
    ? {}
    : { ward: former.fullName, district: former.district, province: former.province };
}

/** Greatest distance of two entries with one name that are the same place. */
const SAME_PLACE_METERS = 500;
/** The same for populated places, whose positions are approximate. */
const SAME_SETTLEMENT_METERS = 3000;
const SETTLEMENTS: ReadonlySet<string> = new Set(['city', 'town', 'village', 'hamlet']);

/** Adds the places of a dataset that no source has; places of one name near each other are the same. */
function addPlaces(store: FeatureStore, tables: PlaceTables, count: CountAdded): void {
  const known = rowsByName(store, tables);
  for (let poi = tables.streetCount; poi < tables.featureCount; poi += 1) {
    const feature = placeOf(tables, poi);
    if (isKnown(feature, known.get(foldKey(feature.name)) ?? [], store)) continue;
    count('places', tables.featureBaseWard[poi]);
    store.add(feature, {
      high: tables.placeKeyHigh[poi],
      low: tables.placeKeyLow[poi],
    });
  }
}

/** Returns the rows of the store with the name of a place of the starter, by name. */
function rowsByName({ names, pois }: FeatureStore, tables: PlaceTables): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let poi = tables.streetCount; poi < tables.featureCount; poi += 1)
    rows.set(foldKey(nameOf(tables, poi)), []);
  for (let row = 0; row < pois.name.length; row += 1)
    rows.get(foldKey(names.text(pois.name.at(row))))?.push(row);
  return rows;
}

function isKnown(
  { position, categories }: PoiFeature,
  rows: readonly number[],
  { pois }: FeatureStore,
): boolean {
  const isSettlement = categories.some((slug) => SETTLEMENTS.has(slug));
  const withinMeters = isSettlement ? SAME_SETTLEMENT_METERS : SAME_PLACE_METERS;
  return rows.some((row) => {
    const other = { lat: toDegrees(pois.lat.at(row)), lon: toDegrees(pois.lon.at(row)) };
    return distanceMeters(position, other) <= withinMeters;
  });
}

function placeOf(tables: PlaceTables, poi: number): PoiFeature {
  const { houseNumber, street, ...record } = recordOf(tables, poi) ?? {};
  return {
    kind: 'poi',
    key: '',
    name: nameOf(tables, poi),
    otherNames: aliasesOf(tables, poi),
    position: positionOf(tables, poi),
    categories: Array.from(categoriesOf(tables, poi), (category) => categoryValues(category)[0]),
    units: {},
    importance: tables.featureImportance[poi],
    ...record,
    number: houseNumber,
    street,
  };
}
