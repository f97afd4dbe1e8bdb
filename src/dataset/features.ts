import type { Position } from '../geo/position.ts';

/**
 * Names the source object of a feature (`osm:way/123`, `addresses:H-17`).
 *
 * Guarantee: the same object has the same key in every build; place ids are made of it.
 */
export type FeatureKey = string;

/** Names the administrative units of an address as its source writes them; what is not known is absent. */
export interface UnitNames {
  ward?: string;
  district?: string;
  province?: string;
}

/** Holds the positions of a line by turns, latitude first. Units: degrees WGS84. */
export type LatLonLine = Float64Array;

/** Holds the rings of polygons: of each polygon the outer ring, then the holes; rings as of {@link LatLonLine}, closed. */
export type LatLonPolygons = readonly (readonly LatLonLine[])[];

/** Describes a piece of a named street; pieces of one name are joined where they meet in one ward. */
export interface StreetFeature {
  kind: 'street';
  key: FeatureKey;
  name: string;
  otherNames: readonly string[];
  line: LatLonLine;
  /** How much traffic the street carries: 0 a footway or alley, 1 residential, 2 tertiary, 3 secondary, 4 primary, 5 trunk or motorway. */
  rank: number;
}

/** Describes a house with its number. */
export interface HouseFeature {
  kind: 'house';
  key: FeatureKey;
  /** As written: `12`, `12A`, `47-49`, `12/3/45`. */
  number: string;
  /** Street, alley or hamlet as written; absent where the source names none. */
  street?: string;
  units: UnitNames;
  position: Position;
  postcode?: string;
  /** Name of the building. */
  name?: string;
  /** True for a house that was computed along an interpolation line. */
  isInterpolated?: boolean;
}

/** Describes a point of interest. */
export interface PoiFeature {
  kind: 'poi';
  key: FeatureKey;
  name: string;
  otherNames: readonly string[];
  position: Position;
  /** Slugs of local/categories, the most telling first. */
  categories: readonly string[];
  units: UnitNames;
  number?: string;
  street?: string;
  postcode?: string;
  phone?: string;
  website?: string;
  openingHours?: string;
  /** Outline of a place that holds others (a campus, hospital, market, station), for finding its children. */
  outline?: LatLonPolygons;
  /** Key of the place that it belongs to, where the source says so. */
  parentKey?: FeatureKey;
  /** 0 to 255. */
  importance: number;
}

/** Describes an administrative area with its boundary. */
export interface AreaFeature {
  kind: 'area';
  key: FeatureKey;
  name: string;
  /** As OpenStreetMap counts: 4 province, 6 district (or, since July 2025, ward in force), 8 former ward. */
  adminLevel: number;
  /** Official code, where the source has one. */
  code?: string;
  polygons: LatLonPolygons;
}

/** Describes one thing that a source of data says. */
export type Feature = StreetFeature | HouseFeature | PoiFeature | AreaFeature;

/** Takes features one by one, in the order of the source. */
export type FeatureSink = (feature: Feature) => void;

/** Counts what a source held that could not be used, by reason. */
export type SkippedCounts = Map<string, number>;
