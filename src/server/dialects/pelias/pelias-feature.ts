import type { Level } from '../../../contract/records/osm-feature.ts';
import type { AddressParts } from '../address-parts.ts';
import type { DialectPlace } from '../dialect-place.ts';
import type { Box } from '../position-values.ts';

/** The layers of places, by their levels. Source: Pelias documentation, "Data sources and layers". */
export const LAYERS = {
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
      'neighbourhood',
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
 * Units: `distance` in kilometres, `confidence` 0 to 1. Shape: members without a value are left out. A place without an id of its own, as a number that
 * was interpolated, has that of its street. `addendum.geomill` is an addition: level and radius in metres.
 */
export function peliasFeature(place: DialectPlace) {
  const { feature, position, address, level, importance, box } = place;
  const { id, name, label, distance, geomill } = feature.properties;
  const layer = LAYERS[level];
  const isRated = geomill?.confidence !== undefined;
  const properties: Record<string, unknown> = {
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
    accuracy: level === 'house' || level === 'poi' ? 'point' : 'centroid',
    ...units(address),
    label,
    addendum: geomill && {
      geomill: { level, accuracy_meters: geomill.accuracy_radius_meters },
    },
  };
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [position.lon, position.lat] },
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)),
    ...(level === 'house' || level === 'poi' ? {} : { bbox: corners(box) }),
  };
}

const MATCH_TYPES: Readonly<Partial<Record<Level, string>>> = {
  house: 'exact',
  poi: 'exact',
  interpolated: 'interpolated',
};

function units({ ward, district, province, country, countryCode }: AddressParts) {
  return {
    country,
    country_a: countryCode === 'vn' ? 'VNM' : undefined,
    region: province?.name,
    county: district?.name,
    locality: ward?.name,
  };
}

/** Returns a box as GeoJSON has it: west, south, east, north. */
function corners({ minLon, minLat, maxLon, maxLat }: Box): number[] {
  return [minLon, minLat, maxLon, maxLat].map((degrees) => Math.round(degrees * 1e7) / 1e7);
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
    type: 'FeatureCollection' as const,
    features: places.map(peliasFeature),
    ...(places.length === 0
      ? {}
      : {
          bbox: corners({
            minLon: Math.min(...lons),
            minLat: Math.min(...lats),
            maxLon: Math.max(...lons),
            maxLat: Math.max(...lats),
          }),
        }),
  };
}
