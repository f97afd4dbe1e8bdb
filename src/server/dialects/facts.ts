import { cityOf, countyOf } from './address-parts.ts';
import { type DialectPlace, placeType, pointOf, rounded } from './dialect-place.ts';
import type { Facts } from './fill.ts';

/**
 * Returns what the templates of all dialects say of a place, with the words of a dialect for its level.
 *
 * Units: degrees and metres. Shape: what a place does not have is undefined.
 */
export function factsOf(place: DialectPlace, levels: Readonly<Record<string, Facts>> = {}): Facts {
  const { feature, position, level, address, tag, importance, box } = place;
  const { id, name, label, phone, website, geomill } = feature.properties;
  const { countryCode } = address;
  return {
    ...levels[level],
    ...position,
    ...{ id, level, name, label, importance },
    named: name || undefined,
    poiName: level === 'poi' ? name : undefined,
    phone: phone || undefined,
    website: website || undefined,
    confidence: geomill?.confidence,
    radius: geomill?.accuracy_radius_meters,
    point: pointOf(place),
    number: address.houseNumber,
    street: address.street,
    ward: address.ward?.name,
    district: address.district?.name,
    province: address.province?.name,
    city: cityOf(address),
    county: countyOf(address),
    postcode: address.postcode,
    country: address.country,
    cc: countryCode,
    CC: countryCode?.toUpperCase(),
    type: placeType(place),
    tagKey: tag.key,
    tagValue: tag.value,
    west: rounded(box.minLon),
    south: rounded(box.minLat),
    east: rounded(box.maxLon),
    north: rounded(box.maxLat),
  };
}
