import { cityOf, countyOf } from '../address-parts.ts';
import { pointOf, rounded, type DialectPlace } from '../dialect-place.ts';
import { placeType } from '../place-type.ts';

/**
 * Returns a place as a feature of Photon.
 *
 * Shape: members without a value are undefined. `osm_type` and `osm_id` are left out: the interface has no ids of OpenStreetMap. The extent is
 * west, north, east, south, the order of Photon.
 */
export function photonFeature(place: DialectPlace) {
  const { feature, address, tag, box, level } = place;
  const { id, name } = feature.properties;
  const isUnit = level === 'ward' || level === 'district' || level === 'province';
  const type = placeType(place);
  const city = cityOf(address);
  const properties = {
    osm_key: tag.key,
    osm_value: tag.value,
    type,
    name: name || undefined,
    housenumber: address.houseNumber,
    // A street has its name once, as Photon writes it.
    street: type === 'street' ? undefined : address.street,
    postcode: address.postcode,
    district: level === 'ward' ? undefined : address.ward?.name,
    city: city === name && isUnit ? undefined : city,
    county: level === 'district' ? undefined : countyOf(address),
    state: level === 'province' ? undefined : address.province?.name,
    country: address.country,
    countrycode: address.countryCode?.toUpperCase(),
    extent:
      level === 'house' || level === 'poi'
        ? undefined
        : [box.minLon, box.maxLat, box.maxLon, box.minLat].map(rounded),
    // The id of the interface, with which the operations place and children continue.
    extra: { 'geomill:id': id },
  };
  return { type: 'Feature', properties, geometry: pointOf(place) };
}
