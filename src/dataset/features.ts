import { englishText, message, type Message, type PlainCode } from '../base/messages/message.ts';
import type { Position } from '../base/geo/position.ts';

/**
 * Key of the source object of a feature (`osm:way/123`, `addresses:H-17`).
 *
 * Guarantee: the same object has the same key in every build; place ids are derived from it.
 */
export type FeatureKey = string;

/** The administrative units of an address as its source writes them; unknown ones are absent. */
export interface UnitNames {
  ward?: string;
  district?: string;
  province?: string;
}

/** The positions of a line: latitude and longitude in turn. Units: degrees WGS84. */
export type LatLonLine = Float64Array;

/** The rings of polygons: for each polygon the outer ring, then the holes; rings as of {@link LatLonLine}, closed. */
export type LatLonPolygons = readonly (readonly LatLonLine[])[];

/** A section of a named street; sections of one name are joined if they meet in one ward. */
export interface StreetFeature {
  kind: 'street';
  key: FeatureKey;
  name: string;
  otherNames: readonly string[];
  line: LatLonLine;
  /** Road class: 0 a footway or alley, 1 residential, 2 tertiary, 3 secondary, 4 primary, 5 trunk or motorway. */
  rank: number;
}

/** A house with its number, or a point of a street: without a number it says only that the street is there. */
export interface HouseFeature {
  kind: 'house';
  key: FeatureKey;
  /** As written: `12`, `12A`, `47-49`, `12/3/45`; empty for a point of a street. */
  number: string;
  /** How far the street may lie from a point of it. Units: metres. */
  radiusMeters?: number;
  /** Street, alley or hamlet as written; absent if the source has none. */
  street?: string;
  units: UnitNames;
  position: Position;
  postcode?: string;
  /** Name of the building. */
  name?: string;
  /** True for a number that was not surveyed: computed along an interpolation line, or that of a stop near its house. */
  isInterpolated?: boolean;
  /** True for a position that a person confirmed: it stands behind surveyed houses. */
  isLearned?: boolean;
}

/** A point of interest. */
export interface PoiFeature {
  kind: 'poi';
  key: FeatureKey;
  name: string;
  otherNames: readonly string[];
  position: Position;
  /** Slugs of gazetteer/categories, the most specific first. */
  categories: readonly string[];
  units: UnitNames;
  number?: string;
  street?: string;
  postcode?: string;
  phone?: string;
  website?: string;
  openingHours?: string;
  /** Id of the Global Entity Reference System, which becomes the place id. */
  gersId?: string;
  /** Outline of a place that contains others (a campus, hospital, market, station), to find its children. */
  outline?: LatLonPolygons;
  /** Key of the place that it belongs to, if the source gives one. */
  parentKey?: FeatureKey;
  /** 0 to 255. */
  importance: number;
}

/** An administrative area with its boundary. */
export interface AreaFeature {
  kind: 'area';
  key: FeatureKey;
  name: string;
  /** Level as of OpenStreetMap: 4 province, 6 district (or, since July 2025, ward in force), 8 former ward. */
  adminLevel: number;
  /** Official code, if the source has one. */
  code?: string;
  polygons: LatLonPolygons;
}

/** What water is: `area` a lake or the surface of a river, `shore` an edge of the sea or of an area that is not known as a whole. */
export type WaterKind = 'area' | 'river' | 'canal' | 'stream' | 'shore';

/** Water, as the ground of maps: it has no name and is not searched. */
export interface WaterFeature {
  kind: 'water';
  key: FeatureKey;
  water: WaterKind;
  /** Lines; of an `area` closed rings, outer ones counter-clockwise and holes clockwise. */
  lines: readonly LatLonLine[];
}

/** One feature of a source. */
export type Feature = StreetFeature | HouseFeature | PoiFeature | AreaFeature | WaterFeature;

/** Receiver of features, one by one, in the order of the source. */
export type FeatureSink = (feature: Feature) => void;

/** Why an object cannot be used, or not as a whole: a code for one that many objects have, else a message. */
export type Reason = PlainCode | Message;

/** Objects that could not be used for one reason. */
export interface SkippedCount {
  reason: Message;
  count: number;
}

/** Numbers of objects of a source that could not be used, by the key of the reason. */
export type SkippedCounts<T extends SkippedCount = SkippedCount> = Map<string, T>;

/** Counts objects for a reason; returns its entry. Cost: no text is made for a code, which a large file has millions of times. */
export function countReason<T extends SkippedCount>(
  counts: SkippedCounts<T>,
  reason: Reason,
  count: number,
  create: (counted: SkippedCount) => T,
): T {
  const key = typeof reason === 'string' ? reason : englishText(reason);
  let entry = counts.get(key);
  if (entry) entry.count += count;
  else {
    const of = typeof reason === 'string' ? message(reason) : reason;
    counts.set(key, (entry = create({ reason: of, count })));
  }
  return entry;
}
