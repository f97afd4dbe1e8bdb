import type { ImageryItem, ImageryLink } from '../../../contract/records/imagery.ts';

/** An item as a dataset stores it. Shape: `links` has only the links that are not derived on output: a licence, for example. */
export type StoredItem = ImageryItem & { links: ImageryLink[] };

/** Relations whose links are derived on output. */
export const DERIVED_RELATIONS: ReadonlySet<string> = new Set([
  'root',
  'parent',
  'self',
  'collection',
  'next',
  'prev',
  'items',
]);

/** Media types of links. */
export const MEDIA_TYPES = { item: 'application/geo+json', json: 'application/json' } as const;

/** Returns a link without a position, as the interface writes it. */
export function plainLink(rel: string, href: string, type: string): ImageryLink {
  return { rel, href, type, geometry: null };
}

/** Returns the address of a collection, relative to the root of the imagery service. */
export function collectionHref(collection: string): string {
  return `collections/${encodeURIComponent(collection)}`;
}

/** Returns the address of an item, relative to the root of the imagery service. */
export function itemHref(collection: string, id: string): string {
  return `${collectionHref(collection)}/items/${encodeURIComponent(id)}`;
}
