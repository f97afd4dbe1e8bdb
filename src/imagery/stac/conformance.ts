/**
 * The conformance classes that the imagery service implements.
 *
 * Source: STAC API 1.0.0, OGC API Features part 1.
 */
export const CONFORMANCE_CLASSES: readonly string[] = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0/item-search',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
];

/** Returns the response of `/conformance`. */
export function conformance(): { conformsTo: readonly string[] } {
  return { conformsTo: CONFORMANCE_CLASSES };
}
