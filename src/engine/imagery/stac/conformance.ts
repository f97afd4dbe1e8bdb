/**
 * The conformance classes that the imagery service implements.
 *
 * Shape: without the class of OGC API Features, which demands filters on the items of a collection; `/search` has them.
 * Source: STAC API 1.0.0.
 */
export const CONFORMANCE_CLASSES: readonly string[] = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/item-search',
];

/** Returns the response of `/conformance`. */
export function conformance(): { conformsTo: readonly string[] } {
  return { conformsTo: CONFORMANCE_CLASSES };
}
