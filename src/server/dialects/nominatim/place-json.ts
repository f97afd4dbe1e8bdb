import { createHash } from 'node:crypto';
import type { AddressParts } from '../address-parts.ts';
import { pointOf, type DialectPlace } from '../dialect-place.ts';
import type { Details, Geometry } from './parameters.ts';

/** The reference to an object of OpenStreetMap; known only where the request contained it. */
export interface OsmReference {
  osm_type: 'node' | 'way' | 'relation';
  osm_id: number;
}

/** A place of a response and, where it is known, its object of OpenStreetMap. */
export interface FoundPlace {
  place: DialectPlace;
  reference?: OsmReference | undefined;
}

/** The search ranks of levels. Source: Nominatim's page "Place ranking". */
const PLACE_RANK: Readonly<Record<DialectPlace['level'], number>> = {
  province: 8,
  district: 14,
  ward: 19,
  street: 26,
  alley: 27,
  house: 30,
  interpolated: 30,
  poi: 30,
  position: 30,
  hamlet: 20,
};

const PLACE_ID_BYTES = 6;

/**
 * Returns the number that stands for a place id.
 *
 * Shape: 48 bits of its sha256, so that any reader of JSON keeps it exactly. Equal ids give equal numbers in every build of a dataset.
 */
export function placeNumber(id: string): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, PLACE_ID_BYTES);
}

/** Returns a place as the formats json and jsonv2 have it, `categoryName` being the name of the member that differs. */
export function placeJson(found: FoundPlace, details: Details, categoryName: 'class' | 'category') {
  const { lat, lon } = found.place.position;
  const { minLat, maxLat, minLon, maxLon } = found.place.box;
  return {
    place_id: placeNumber(found.place.feature.properties.id),
    licence: details.licence,
    ...found.reference,
    lat: degrees(lat),
    lon: degrees(lon),
    ...kindOf(found.place, categoryName),
    ...namesOf(found.place, details),
    boundingbox: [minLat, maxLat, minLon, maxLon].map(degrees),
    ...geometryOf(found.place, details.geometry),
  };
}

/** Returns a place as a feature of the format geojson. */
export function placeFeature(found: FoundPlace, details: Details) {
  const { box } = found.place;
  return {
    type: 'Feature',
    properties: {
      place_id: placeNumber(found.place.feature.properties.id),
      ...found.reference,
      ...kindOf(found.place, 'category'),
      ...namesOf(found.place, details),
    },
    bbox: [box.minLon, box.minLat, box.maxLon, box.maxLat].map((value) => Number(degrees(value))),
    geometry: pointOf(found.place),
  };
}

/** Returns the address as Nominatim labels it. */
export function addressJson({ feature, address, level }: DialectPlace) {
  const { ward, district } = address;
  return {
    amenity: level === 'poi' ? feature.properties.name || undefined : undefined,
    house_number: address.houseNumber,
    road: address.street,
    ...(ward && { [ward.kind]: ward.name }),
    ...(district && { [district.kind]: district.name }),
    ...provinceJson(address),
    postcode: address.postcode,
    country: address.country,
    country_code: address.countryCode,
  };
}

/** Returns the whole address in one line: the label and the country. */
export function displayName({ feature, address }: DialectPlace): string {
  return [feature.properties.label, address.country].filter((part) => part).join(', ');
}

/** A province that is a city is the city of its addresses, unless its district is one. */
function provinceJson({ district, province }: AddressParts) {
  if (!province) return {};
  const isCity = province.isCity && district?.kind !== 'city';
  return isCity ? { city: province.name } : { state: province.name };
}

function kindOf(place: DialectPlace, categoryName: 'class' | 'category') {
  const { tag, level, importance } = place;
  return {
    [categoryName]: tag.key,
    type: tag.value,
    place_rank: PLACE_RANK[level],
    importance,
    addresstype: addressType(place),
  };
}

/** Returns the label of the place itself among the labels of its address. */
export function addressType({ level, tag, address }: DialectPlace): string {
  switch (level) {
    case 'position':
    case 'house':
    case 'interpolated':
      return 'place';
    case 'street':
    case 'alley':
      return 'road';
    case 'ward':
      return address.ward?.kind ?? 'suburb';
    case 'district':
      return address.district?.kind ?? 'county';
    case 'province':
      return address.province?.isCity ? 'city' : 'state';
    default:
      return tag.key;
  }
}

function namesOf(place: DialectPlace, { addressDetails, extraTags, nameDetails }: Details) {
  const { name } = place.feature.properties;
  return {
    name,
    display_name: displayName(place),
    ...(addressDetails ? { address: addressJson(place) } : {}),
    ...(extraTags ? { extratags: extraTagsJson(place) } : {}),
    ...(nameDetails ? { namedetails: name === '' ? {} : { name } } : {}),
  };
}

function extraTagsJson({ feature }: DialectPlace): Record<string, string> {
  const { id, phone, website, opening_hours, geomill } = feature.properties;
  const hours = geomill?.opening_hours ?? opening_hours;
  return {
    // The id of the interface, with which the operations place and children continue.
    'geomill:id': id,
    ...(phone ? { phone } : {}),
    ...(website ? { website } : {}),
    ...(typeof hours === 'string' && hours !== '' ? { opening_hours: hours } : {}),
  };
}

/** Returns the geometry of a place, always its position: the interface has no outlines. */
function geometryOf(place: DialectPlace, geometry: Geometry | undefined) {
  const { position } = place;
  const lat = degrees(position.lat);
  const lon = degrees(position.lon);
  switch (geometry) {
    case 'geojson':
      return { geojson: pointOf(place) };
    case 'kml':
      return { geokml: `<Point><coordinates>${lon},${lat}</coordinates></Point>` };
    case 'svg':
      return { svg: `cx="${lon}" cy="${degrees(-position.lat)}"` };
    case 'text':
      return { geotext: `POINT(${lon} ${lat})` };
    default:
      return {};
  }
}

/** Returns degrees as text with seven decimals. */
function degrees(value: number): string {
  return value.toFixed(7);
}
