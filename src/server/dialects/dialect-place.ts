import { boxAround } from '../../base/geo/boxes.ts';
import type { Position } from '../../base/geo/position.ts';
import { describeMatch } from '../../contract/match.ts';
import type { Level, OsmFeature } from '../../contract/records/osm-feature.ts';
import { addressParts, type AddressParts, cityOf } from './address-parts.ts';
import { type OsmTag, tagOf } from './osm-tag.ts';
import type { Box } from './position-values.ts';

/** A feature of the contract with what the dialects derive from it. */
export interface DialectPlace {
  feature: OsmFeature;
  position: Position;
  level: Level;
  address: AddressParts;
  tag: OsmTag;
  /** Probability that the match is right, else the share of the text that it explains; 0 to 1, 0 if the service rates no matches. */
  importance: number;
  /** The box around the circle that holds the place. */
  box: Box;
}

/** Radius of a place where the service states none. Units: metres. */
const RADIUS_METERS: Readonly<Record<Level, number>> = {
  position: 10,
  hamlet: 2_800,
  house: 25,
  interpolated: 50,
  alley: 100,
  street: 500,
  poi: 50,
  ward: 2_000,
  district: 8_000,
  province: 50_000,
};

/** Derives the place of a feature; undefined for a feature without a position. */
function dialectPlace(feature: OsmFeature): DialectPlace | undefined {
  const [lon, lat] = feature.geometry?.coordinates ?? [];
  if (lon === undefined || lat === undefined) return undefined;
  const position = { lat, lon };
  // Only the level is read here; the generation of units does not matter.
  const { level, confidence, score, accuracyMeters } = describeMatch(feature, 'new');
  return {
    feature,
    position,
    level,
    address: addressParts(feature.properties),
    tag: tagOf(level, feature.properties.category ?? []),
    importance: confidence ?? score ?? 0,
    box: boxAround(position, accuracyMeters ?? RADIUS_METERS[level]),
  };
}

/** Derives the places of features, without those that have no position. */
export function dialectPlaces(features: readonly OsmFeature[]): DialectPlace[] {
  return features.map(dialectPlace).filter((place) => place !== undefined);
}

/** Returns the geometry of a place. */
export function pointOf({ position: { lat, lon } }: DialectPlace) {
  return { type: 'Point', coordinates: [lon, lat] };
}

/** Returns degrees with seven decimals. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** The kind of a place in the words of Photon and of GeocodeJSON. */
type PlaceType = 'house' | 'street' | 'district' | 'county' | 'city' | 'state';

/** Returns the type of a place. Shape: points of interest are houses; a ward is a district, as in the cities of other countries. */
export function placeType({ level, address }: Pick<DialectPlace, 'level' | 'address'>): PlaceType {
  switch (level) {
    case 'street':
    case 'alley':
      return 'street';
    case 'ward':
      return 'district';
    case 'district':
      return cityOf(address) === address.district?.name ? 'city' : 'county';
    case 'province':
      return 'state';
    default:
      return 'house';
  }
}
