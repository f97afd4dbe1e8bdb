import { collectionId, type PictureIndex } from '../index/picture-index.ts';
import { collectionHref, MEDIA_TYPES } from '../items/item.ts';
import type { StacLink } from './links.ts';

/** The landing page of the imagery service: a STAC catalogue. */
export interface LandingPage {
  type: 'Catalog';
  stac_version: '1.0.0';
  id: string;
  title: string;
  description: string;
  conformsTo: readonly string[];
  links: StacLink[];
}

/**
 * Returns the landing page, with a link to each collection.
 *
 * Shape: `links` of the caller are added: the address of the API description, for example.
 */
export function landingPage(index: PictureIndex, links: readonly StacLink[] = []): LandingPage {
  const json = MEDIA_TYPES.json;
  const children = Array.from({ length: index.collectionCount }, (_, at): StacLink => ({
    rel: 'child',
    href: collectionHref(collectionId(index, at)),
    type: json,
  }));
  return {
    type: 'Catalog',
    stac_version: '1.0.0',
    id: 'geomill-imagery',
    title: 'Street imagery',
    description: 'Street pictures of the dataset that this server has opened.',
    conformsTo: CONFORMANCE_CLASSES,
    links: [
      { rel: 'root', href: './', type: json },
      { rel: 'self', href: './', type: json },
      { rel: 'conformance', href: 'conformance', type: json },
      { rel: 'data', href: 'collections', type: json },
      { rel: 'search', href: 'search', type: MEDIA_TYPES.item, method: 'GET' },
      { rel: 'search', href: 'search', type: MEDIA_TYPES.item, method: 'POST' },
      ...links,
      ...children,
    ],
  };
}

/**
 * The conformance classes that the imagery service implements.
 *
 * Shape: without the class of OGC API Features, which demands filters on the items of a collection; `/search` has them.
 * Source: STAC API 1.0.0.
 */
const CONFORMANCE_CLASSES: readonly string[] = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/item-search',
];

/** Returns the response of `/conformance`. */
export function conformance(): { conformsTo: readonly string[] } {
  return { conformsTo: CONFORMANCE_CLASSES };
}
