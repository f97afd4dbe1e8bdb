import type { Level } from '../../../contract/records/osm-feature.ts';
import { pointOf, rounded, type DialectPlace } from '../dialect-place.ts';
import type { Box } from '../position-values.ts';

/** The layers of places, by their levels. Source: Pelias documentation, "Data sources and layers". */
export const LAYERS = {
  position: 'address',
  hamlet: 'neighbourhood',
  house: 'address',
  interpolated: 'address',
  alley: 'street',
  street: 'street',
  poi: 'venue',
  ward: 'locality',
  district: 'county',
  province: 'region',
} as const satisfies Readonly<Record<Level, string>>;

/** Names that stand for several layers. */
export const LAYER_GROUPS: Readonly<Record<string, readonly string[]>> = {
  coarse: ['locality', 'county', 'region'],
  // Layers of Pelias that no place of Vietnam has here.
  ...Object.fromEntries(
    [
      'postalcode',
      'borough',
      'localadmin',
      'macrocounty',
      'macroregion',
      'country',
      'continent',
      'empire',
      'ocean',
      'marinearea',
      'dependency',
      'intersection',
    ].map((name) => [name, []]),
  ),
};

/** The source of all places, in their global ids. */
export const SOURCE = 'geomill';

/**
 * Returns a place as a feature of Pelias.
 *
 * Units: `distance` in kilometres, `confidence` 0 to 1. Shape: members without a value are undefined. A place without an id of its own, as a number that
 * was interpolated, has that of its street. `addendum.geomill` is an addition: level and radius in metres.
 */
export function peliasFeature(place: DialectPlace) {
  const { feature, address, level, importance, box } = place;
  const { id, name, label, distance, geomill } = feature.properties;
  const layer = LAYERS[level];
  const isRated = geomill?.confidence !== undefined;
  const isPoint = level === 'house' || level === 'poi' || level === 'position';
  return {
    type: 'Feature',
    geometry: pointOf(place),
    properties: {
      id,
      gid: `${SOURCE}:${layer}:${id}`,
      layer,
      source: SOURCE,
      source_id: id,
      country_code: address.countryCode?.toUpperCase(),
      name,
      housenumber: address.houseNumber,
      street: layer === 'venue' || layer === 'address' || layer === 'street' ? address.street : undefined,
      postalcode: address.postcode,
      confidence: isRated ? importance : undefined,
      match_type: isRated ? MATCH_TYPES[level] : undefined,
      distance: typeof distance === 'number' ? distance / 1000 : undefined,
      accuracy: isPoint ? 'point' : 'centroid',
      country: address.country,
      country_a: address.countryCode === 'vn' ? 'VNM' : undefined,
      region: address.province?.name,
      county: address.district?.name,
      locality: address.ward?.name,
      label,
      addendum: geomill && {
        geomill: { level, accuracy_meters: geomill.accuracy_radius_meters },
      },
    },
    bbox: isPoint ? undefined : corners(box),
  };
}

const MATCH_TYPES: Readonly<Partial<Record<Level, string>>> = {
  position: 'exact',
  house: 'exact',
  poi: 'exact',
  interpolated: 'interpolated',
};

/** Returns a box as GeoJSON has it: west, south, east, north. */
function corners({ minLon, minLat, maxLon, maxLat }: Box): number[] {
  return [minLon, minLat, maxLon, maxLat].map(rounded);
}

/** Returns the collection of places; its box holds them all. `query` is what was understood of the request. */
export function peliasCollection(
  places: readonly DialectPlace[],
  query: Record<string, unknown>,
  wallMs: number,
) {
  const lats = places.map(({ position }) => position.lat);
  const lons = places.map(({ position }) => position.lon);
  return {
    geocoding: {
      version: '0.2',
      query,
      engine: { name: 'Geomill', author: 'Geomill', version: '1.0' },
      timestamp: wallMs,
    },
    type: 'FeatureCollection',
    features: places.map(peliasFeature),
    bbox:
      places.length === 0
        ? undefined
        : corners({
            minLon: Math.min(...lons),
            minLat: Math.min(...lats),
            maxLon: Math.max(...lons),
            maxLat: Math.max(...lats),
          }),
  };
}
