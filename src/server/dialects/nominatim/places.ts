import { createHash } from 'node:crypto';
import table from '../../../data/dialect-nominatim.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import { pointOf, type DialectPlace } from '../dialect-place.ts';
import { factsOf } from '../facts.ts';
import { fill, type Facts } from '../fill.ts';
import { badParameter, type ValuesOf } from '../parameters.ts';

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

type HowValues = ValuesOf<typeof table.parameters.how>;
const GEOMETRIES = ['geojson', 'kml', 'svg', 'text'] as const;

/** The template of a place in each format of the response. */
const FORMATS = {
  json: table.templates.place,
  jsonv2: table.templates.place,
  geojson: table.templates.geojson,
  geocodejson: table.templates.geocodejson,
};

/** How places are written. */
export interface Details extends Omit<HowValues, 'format'> {
  format: keyof typeof FORMATS;
  geometry: (typeof GEOMETRIES)[number] | undefined;
  /** The sentence about the origin of the data, in every response. */
  licence: string;
}

/**
 * Reads the parameters that all calls share. Shape: the default format is jsonv2 for every call.
 *
 * Errors: INVALID_REQUEST for JSONP, debug output, or several geometries.
 */
export function readDetails(values: HowValues, licence: string): Details {
  if (values.json_callback !== undefined) throw badParameter(message('server.nominatimCallback'));
  if (values.debug) throw badParameter(message('server.nominatimDebug'));
  const [geometry, ...more] = GEOMETRIES.filter((name) => values[`polygon_${name}`]);
  if (geometry !== undefined && more.length > 0) {
    const options = [geometry, ...more].map((name) => `polygon_${name}`);
    throw badParameter(message('server.nominatimPolygons', { options }));
  }
  return { ...values, format: (values.format ?? 'jsonv2') as Details['format'], geometry, licence };
}

/**
 * Reports whether a place is in one of the layers; with no layers, every place is.
 *
 * Shape: points of interest are `poi`, all other places `address`. The dataset has nothing in `railway`, `natural` and `manmade` alone.
 */
export function isInLayers({ level }: DialectPlace, layers: readonly string[]): boolean {
  return layers.length === 0 || layers.includes(level === 'poi' ? 'poi' : 'address');
}

/**
 * Returns the number that stands for a place id.
 *
 * Shape: 48 bits of its sha256, so that any reader of JSON keeps it exactly. Equal ids give equal numbers in every build of a dataset.
 */
export function placeNumber(id: string): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6);
}

/** Returns what the templates of Nominatim say of a place. */
export function nominatimFacts({ place, reference }: FoundPlace): Facts {
  const facts = factsOf(place, table.levels);
  const { level, address, box, position, feature } = place;
  const { ward, district, province } = address;
  const { id, label, opening_hours, geomill } = feature.properties;
  const hours = geomill?.opening_hours ?? opening_hours;
  const own = {
    ...facts,
    placeNumber: placeNumber(id),
    osmType: reference?.osm_type,
    osmId: reference?.osm_id,
    poiNamed: level === 'poi' ? facts.named : undefined,
    hours: typeof hours === 'string' && hours !== '' ? hours : undefined,
    wardKind: ward?.kind,
    districtKind: district?.kind,
    // A province that is a city is the city of its addresses, unless its district is one.
    provinceKind: province && (province.isCity && district?.kind !== 'city' ? 'city' : 'state'),
    addressType: addressType(place),
    displayName: [label, address.country].filter((part) => part).join(', '),
    placeType: level === 'province' && province?.isCity ? 'city' : facts.type,
    latText: degrees(position.lat),
    lonText: degrees(position.lon),
    southText: degrees(box.minLat),
    northText: degrees(box.maxLat),
    westText: degrees(box.minLon),
    eastText: degrees(box.maxLon),
  };
  const { address: parts, extratags } = table.templates;
  const namedetails = facts.named === undefined ? {} : { name: facts.name };
  return { ...own, address: fill(parts, own), extratags: fill(extratags, own), namedetails };
}

/** Returns the label of the place itself among the labels of its address. */
function addressType({ level, tag, address }: DialectPlace): string {
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

/** Returns the geometry of a place, always its position: the interface has no outlines. */
function geometryOf(place: DialectPlace, geometry: Details['geometry']): Facts {
  const [lat, lon] = [degrees(place.position.lat), degrees(place.position.lon)];
  switch (geometry) {
    case 'geojson':
      return { geojson: pointOf(place) };
    case 'kml':
      return { geokml: `<Point><coordinates>${lon},${lat}</coordinates></Point>` };
    case 'svg':
      return { svg: `cx="${lon}" cy="${degrees(-place.position.lat)}"` };
    case 'text':
      return { geotext: `POINT(${lon} ${lat})` };
    default:
      return {};
  }
}

/** Returns degrees as text with seven decimals. */
const degrees = (value: number): string => value.toFixed(7);

/** The response to a search or a lookup: the places in the requested format. `query` is what geocodejson repeats. */
export function placesResponse(found: readonly FoundPlace[], query: string, details: Details): unknown {
  const { templates } = table;
  const { format, licence } = details;
  const features = found.map((each) => {
    const facts = nominatimFacts(each);
    return fill(FORMATS[format], {
      ...facts,
      ...geometryOf(each.place, details.geometry),
      licence,
      category: format === 'json' ? 'class' : 'category',
      address: details.addressdetails ? facts.address : undefined,
      extratags: details.extratags ? facts.extratags : undefined,
      namedetails: details.namedetails ? facts.namedetails : undefined,
      admin: details.addressdetails ? fill(templates.admin, facts) : undefined,
    });
  });
  if (format === 'json' || format === 'jsonv2') return features;
  const page = format === 'geojson' ? templates.geojsonPage : templates.geocodejsonPage;
  return fill(page, { features, licence, query });
}

/** The response to a reverse request: one place, or Nominatim's answer where there is none. */
export function reverseResponse(found: FoundPlace | undefined, query: string, details: Details): unknown {
  if (found === undefined) return { error: 'Unable to geocode' };
  const response = placesResponse([found], query, details);
  return Array.isArray(response) ? (response[0] as unknown) : response;
}
