import { cityOf, countyOf } from '../address-parts.ts';
import type { DialectPlace } from '../dialect-place.ts';
import { placeType } from '../place-type.ts';

/**
 * Returns a place as a feature of Photon.
 *
 * Shape: members without a value are left out. `osm_type` and `osm_id` are left out too: the interface has no ids of OpenStreetMap. The extent is
 * west, north, east, south, the order of Photon.
 */
export function photonFeature(place: DialectPlace) {
  const { feature, position, address, tag, box, level } = place;
  const { id, name } = feature.properties;
  const isUnit = level === 'ward' || level === 'district' || level === 'province';
  const properties: Record<string, unknown> = {
    osm_key: tag.key,
    osm_value: tag.value,
    type: placeType(place),
    name: name || undefined,
    housenumber: address.houseNumber,
    // A street has its name once, as Photon writes it.
    street: placeType(place) === 'street' ? undefined : address.street,
    postcode: address.postcode,
    district: level === 'ward' ? undefined : address.ward?.name,
    city: cityOf(address) === name && isUnit ? undefined : cityOf(address),
    county: level === 'district' ? undefined : countyOf(address),
    state: level === 'province' ? undefined : address.province?.name,
    country: address.country,
    countrycode: address.countryCode?.toUpperCase(),
    ...(level === 'house' || level === 'poi'
      ? {}
      : { extent: [box.minLon, box.maxLat, box.maxLon, box.minLat].map(rounded) }),
    // The id of the interface, with which the operations place and children continue.
    extra: { 'geomill:id': id },
  };
  return {
    type: 'Feature' as const,
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)),
    geometry: { type: 'Point' as const, coordinates: [position.lon, position.lat] },
  };
}

/** Returns the response with these places. */
export function photonCollection(places: readonly DialectPlace[]) {
  return { type: 'FeatureCollection' as const, features: places.map(photonFeature) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
