import table from '../../data/osm.json' with { type: 'json' };
import type { Position } from '../../base/geo/position.ts';
import {
  CATEGORIES,
  categoryImportance,
  categoryNumber,
} from '../../engine/gazetteer/categories/categories.ts';
import { categoryOfName } from '../../engine/gazetteer/categories/categories-of-name.ts';
import { categoriesOfTags } from '../../engine/gazetteer/categories/categories-of-tags.ts';
import { fold } from '../../base/text/fold.ts';
import type { FeatureKey, HouseFeature, LatLonPolygons, PoiFeature } from '../features.ts';
import { addressOf, namesOfBrand, namesOfPlace, type OsmNames, readText } from './osm-names.ts';
import { keepForTags, type OsmTags } from './osm-entities.ts';
import { polygonsArea } from './shapes.ts';

/** Categories whose places are known by their brand if they have no name. */
const NAMED_BY_BRAND = new Set(table.namedByBrand);

/** Categories of places that contain others, so their outline is stored. */
const CONTAINERS = new Set(table.containers);

/** Categories that do not show what a place is. */
const VAGUE = new Set(table.vague);

/** Values of place=* that are administrative units; the starter has those already, with their boundaries. */
const UNIT_PLACES = new Set(table.unitPlaces);
/** Names of units: with diacritics, because Quán and Xá begin other names; without them only before a number, or abbreviated. */
const UNIT_NAME = /^(?:phường|xã|thị trấn|đặc khu|quận|huyện|thị xã|thành phố|tỉnh)\s/;
const PLAIN_UNIT_NAME = /^(?:(?:phuong|quan)\s\d|(?:p|q|tp|tx)\.)|\s(?:ward|commune|district|city|province)$/;

/** The place that an object is, before its position is known. */
export interface PlaceKind {
  names: OsmNames;
  categories: readonly string[];
}

/** Returns the place of an object: a name (or brand) and a category; otherwise the reason why it is not a place, or undefined if no tag suggests one. */
export const placeKindOf = keepForTags(
  (tags): PlaceKind | 'dataset.noName' | 'osm.noCategory' | 'osm.label' | undefined => {
    const ofTags = categoriesOfTags(tags);
    const named = namesOfPlace(tags);
    if (ofTags.length === 0 && (named === undefined || isOtherFeature(tags))) return undefined;
    const names = named ?? (ofTags.some((slug) => NAMED_BY_BRAND.has(slug)) ? namesOfBrand(tags) : undefined);
    // Nearly every building is nameless, so this is not reported.
    if (names === undefined) return ofTags[0] === 'building' ? undefined : 'dataset.noName';
    const categories = withCategoryOfName(ofTags, names.name);
    if (categories.length === 0) return 'osm.noCategory';
    if (isUnitLabel(tags, names.name, categories)) return 'osm.label';
    return { names, categories };
  },
);

/** Adds the category of the name to vague categories, such as that of building=yes. */
function withCategoryOfName(categories: readonly string[], name: string): readonly string[] {
  if (!categories.every((slug) => VAGUE.has(slug))) return categories;
  const slug = categoryOfName(name);
  return slug === undefined || categories.includes(slug) ? categories : [slug, ...categories];
}

/** Position and surroundings of a place. */
export interface PlaceSetting {
  position: Position;
  polygons?: LatLonPolygons | undefined;
  parentKey?: FeatureKey | undefined;
  /** Street, if the tags of the place have none. */
  street?: string | undefined;
}

/** Returns the feature of a place. */
export function poiFeature(
  key: FeatureKey,
  tags: OsmTags,
  { names, categories }: PlaceKind,
  { position, polygons, parentKey, street }: PlaceSetting,
): PoiFeature {
  const address = addressOf(tags);
  const [number] = address.numbers;
  const addressStreet = address.street ?? street;
  const phone = first(tags, 'phone', 'contact:phone', 'contact:mobile', 'mobile');
  const website = first(tags, 'website', 'contact:website', 'url');
  const openingHours = first(tags, 'opening_hours');
  const keepsOutline = polygons !== undefined && categories.some((slug) => CONTAINERS.has(slug));
  return {
    kind: 'poi',
    key,
    name: names.name,
    otherNames: names.otherNames,
    position,
    categories,
    units: address.units,
    importance: importanceOf(tags, categories, polygons),
    number,
    street: addressStreet,
    postcode: address.postcode,
    phone,
    website,
    openingHours,
    ...(keepsOutline ? { outline: polygons } : {}),
    parentKey,
  };
}

/** Returns the houses of an object, one per house number; `name` is the name of the building. */
export function houseFeatures(
  key: FeatureKey,
  tags: OsmTags,
  position: Position,
  street: string | undefined,
  name: string | undefined,
): HouseFeature[] {
  const address = addressOf(tags);
  const houseStreet = address.street ?? street;
  const houseName = address.houseName ?? name;
  return address.numbers.map((number) => ({
    kind: 'house',
    key: `${key}#${number}`,
    number,
    units: address.units,
    position,
    street: houseStreet,
    postcode: address.postcode,
    ...(houseName === undefined ? {} : { name: houseName }),
  }));
}

function importanceOf(
  tags: OsmTags,
  categories: readonly string[],
  polygons: LatLonPolygons | undefined,
): number {
  const category = Math.max(...categories.map(categoryImportance));
  const isKnown = tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined;
  const hectares = polygons === undefined ? 0 : polygonsArea(polygons) / 10_000;
  const size = hectares >= 100 ? 24 : hectares >= 10 ? 16 : hectares >= 1 ? 8 : 0;
  return Math.min(255, category + size + (isKnown ? 25 : 0));
}

/** Reports whether an object is a road, river, boundary or route, which have names but are not places. */
function isOtherFeature(tags: OsmTags): boolean {
  return [
    'highway',
    'waterway',
    'boundary',
    'route',
    'natural',
    'railway',
    'power',
    'barrier',
    'junction',
  ].some((key) => tags[key] !== undefined);
}

function isUnitLabel(tags: OsmTags, name: string, categories: readonly string[]): boolean {
  if (tags['place'] === undefined || !categories.every(isSettlement)) return false;
  return (
    UNIT_PLACES.has(tags['place']) ||
    tags['admin_level'] !== undefined ||
    UNIT_NAME.test(name.toLowerCase()) ||
    PLAIN_UNIT_NAME.test(fold(name))
  );
}

function isSettlement(slug: string): boolean {
  const number = categoryNumber(slug);
  return number !== undefined && (CATEGORIES[number]?.groups.includes('settlement') ?? false);
}

function first(tags: OsmTags, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const text = readText(tags, key);
    if (text !== undefined) return text;
  }
  return undefined;
}
