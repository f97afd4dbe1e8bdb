import type { GeomillExtension, Level, OsmFeature } from './records/osm-feature.ts';

/** The administrative units before (`old`) or since (`new`) 1 July 2025. */
export type UnitGeneration = 'old' | 'new';

/** The administrative units that contain a match; codes are null where the response has none. */
export type MatchUnits = GeomillExtension['old'];

/**
 * A description of a match that reads the same whichever service returned it.
 *
 * Shape: `level` is what the position stands for; `old` and `new` are undefined where the response does not name that generation of units;
 * `confidence`, `score`, `accuracyMeters` and `margin` (the lead over the second match) are null where the service does not rate its matches.
 * Units: metres; `confidence`, `score` and `margin` 0 to 1.
 */
export interface MatchDescription {
  level: Level;
  confidence: number | null;
  score: number | null;
  accuracyMeters: number | null;
  margin: number | null;
  old: MatchUnits | undefined;
  new: MatchUnits | undefined;
  /** The successors of a former ward that was divided, the likeliest first; undefined for any other match. */
  wardCandidates: GeomillExtension['ward_candidates'];
  /** The verdict of each part of the text; undefined where the service gives none. */
  parts: GeomillExtension['parts'];
  /** How likely the true position is near; undefined where the service does not say. */
  distanceChances: GeomillExtension['distance_chances'];
  /** Why several matches fit the text equally; undefined if one is preferred, or where the service does not say. */
  ambiguity: GeomillExtension['ambiguity'];
}

/**
 * Describes a match in OSM shape.
 *
 * Shape: the local engine describes its matches itself; for other services the level follows from the members that are filled in, and the
 * units are those of the generation that was requested.
 */
export function describeMatch(feature: OsmFeature, requested: UnitGeneration): MatchDescription {
  const { geomill } = feature.properties;
  if (geomill) {
    return {
      level: geomill.level,
      confidence: geomill.confidence ?? null,
      score: geomill.score ?? null,
      accuracyMeters: geomill.accuracy_radius_meters,
      margin: geomill.margin ?? null,
      old: geomill.old,
      new: geomill.new,
      wardCandidates: geomill.ward_candidates,
      parts: geomill.parts,
      distanceChances: geomill.distance_chances,
      ambiguity: geomill.ambiguity,
    };
  }
  const units = unitsOf(feature);
  return {
    level: inferLevel(feature),
    confidence: null,
    score: null,
    accuracyMeters: null,
    margin: null,
    old: requested === 'old' ? units : undefined,
    new: requested === 'new' ? units : undefined,
    wardCandidates: undefined,
    parts: undefined,
    distanceChances: undefined,
    ambiguity: undefined,
  };
}

function unitsOf({ properties: { locality, county, region } }: OsmFeature): MatchUnits {
  return { ward: locality || null, district: county || null, province: region || null };
}

function inferLevel({ properties }: OsmFeature): Level {
  const { name, housenumber, street, locality, county, region } = properties;
  if (housenumber) return 'house';
  if (name !== '') {
    if (name === street) return 'street';
    if (name === locality) return 'ward';
    if (name === county) return 'district';
    if (name === region) return 'province';
    return 'poi';
  }
  if (street) return 'street';
  if (locality) return 'ward';
  return county ? 'district' : 'province';
}
