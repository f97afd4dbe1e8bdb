import { badParameter, flagOf, textOf, type RawQuery } from '../query.ts';

/** The formats of the response. */
export const FORMATS = ['jsonv2', 'json', 'geojson', 'geocodejson'] as const;

/** A format of the response. */
export type Format = (typeof FORMATS)[number];

/** A way to write the geometry of a place beside its position. */
export type Geometry = 'geojson' | 'kml' | 'svg' | 'text';

const GEOMETRIES: readonly Geometry[] = ['geojson', 'kml', 'svg', 'text'];

/** The parameters that all calls share: how places are written. */
export interface Details {
  format: Format;
  addressDetails: boolean;
  extraTags: boolean;
  nameDetails: boolean;
  geometry: Geometry | undefined;
  /** Whether addresses name the units since July 2025. An addition of Geomill. */
  adminV2: boolean;
  /** The sentence about the origin of the data, in every response. */
  licence: string;
}

/**
 * Reads the parameters that all calls share.
 *
 * Shape: the default format is jsonv2 for every call.
 * Errors: INVALID_REQUEST for a format that is not supported, JSONP, debug output, or several geometries.
 */
export function readDetails(
  query: RawQuery,
  defaults: { addressDetails: boolean; licence: string },
): Details {
  const format = textOf(query, 'format') ?? 'jsonv2';
  if (!isFormat(format)) {
    throw badParameter(`Parameter 'format' must be one of: ${FORMATS.join(', ')}. There is no '${format}'.`);
  }
  if (textOf(query, 'json_callback') !== undefined) {
    throw badParameter(
      "Parameter 'json_callback' is not supported, since a script from another site could be run. Use CORS or a proxy.",
    );
  }
  if (flagOf(query, 'debug', false)) throw badParameter("Parameter 'debug' is not supported.");
  const geometries = GEOMETRIES.filter((name) => flagOf(query, `polygon_${name}`, false));
  if (geometries.length > 1) {
    throw badParameter(
      `Too many polygon output options selected: ${geometries.map((name) => `polygon_${name}`).join(', ')}. Give one.`,
    );
  }
  return {
    format,
    addressDetails: flagOf(query, 'addressdetails', defaults.addressDetails),
    extraTags: flagOf(query, 'extratags', false),
    nameDetails: flagOf(query, 'namedetails', false),
    geometry: geometries[0],
    adminV2: flagOf(query, 'admin_v2', true),
    licence: defaults.licence,
  };
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}
