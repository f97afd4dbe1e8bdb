import { message } from '../../../base/messages/message.ts';
import { badParameter, choiceParameter, flagParameter, textParameter, type ValuesOf } from '../parameters.ts';
import type { DialectPlace } from '../dialect-place.ts';

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
  /** The sentence about the origin of the data, in every response. */
  licence: string;
}

const detailParameters = (addressDetails: boolean) => ({
  format: choiceParameter('format of the response; jsonv2 when left out', FORMATS),
  addressdetails: flagParameter('whether places have their address in parts', addressDetails),
  extratags: flagParameter(
    'whether places have their id of the interface, phone, website and opening hours',
    false,
  ),
  namedetails: flagParameter('whether places have their name apart', false),
  polygon_geojson: flagParameter('whether places have their position as GeoJSON', false),
  polygon_kml: flagParameter('whether places have their position as KML', false),
  polygon_svg: flagParameter('whether places have their position as SVG', false),
  polygon_text: flagParameter('whether places have their position as WKT', false),
  admin_v2: flagParameter('whether addresses name the units since July 2025; an addition of Geomill', true),
  json_callback: textParameter('not supported: refused'),
  debug: flagParameter('not supported: refused', false),
});

/** The parameters that all calls share, for a call without address details unless they are requested. */
export const DETAIL_PARAMETERS = detailParameters(false);

/** The parameters that all calls share, for a call with address details. */
export const ADDRESS_DETAIL_PARAMETERS = detailParameters(true);

/**
 * Reads the parameters that all calls share.
 *
 * Shape: the default format is jsonv2 for every call.
 * Errors: INVALID_REQUEST for JSONP, debug output, or several geometries.
 */
export function readDetails(values: ValuesOf<typeof DETAIL_PARAMETERS>, licence: string): Details {
  if (values.json_callback !== undefined) {
    throw badParameter(message('server.nominatimCallback'));
  }
  if (values.debug) throw badParameter(message('server.nominatimDebug'));
  const geometries = GEOMETRIES.filter((name) => values[`polygon_${name}` as const]);
  if (geometries.length > 1) {
    throw badParameter(
      message('server.nominatimPolygons', { options: geometries.map((name) => `polygon_${name}`) }),
    );
  }
  return {
    format: values.format ?? 'jsonv2',
    addressDetails: values.addressdetails,
    extraTags: values.extratags,
    nameDetails: values.namedetails,
    geometry: geometries[0],
    licence,
  };
}

/**
 * Reports whether a place is in one of the layers; with no layers, every place is.
 *
 * Shape: points of interest are `poi`, all other places `address`. The dataset has nothing in `railway`, `natural` and `manmade` alone.
 */
export function isInLayers({ level }: DialectPlace, layers: readonly string[]): boolean {
  return layers.length === 0 || layers.includes(level === 'poi' ? 'poi' : 'address');
}
