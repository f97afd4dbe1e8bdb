import type { ImageryItem, ImageryLink } from '../../../contract/records/imagery.ts';
import { collectionId, pictureId, positionOf, textAt, type PictureIndex } from '../index/picture-index.ts';

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
function itemHref(collection: string, id: string): string {
  return `${collectionHref(collection)}/items/${encodeURIComponent(id)}`;
}

/**
 * Returns the item of a picture, with its links: to the root, its collection, itself, and its neighbours in the sequence.
 *
 * Shape: addresses are relative to the root of the imagery service; `next` and `prev` have the id, position and time of the neighbour.
 */
export function itemOf(index: PictureIndex, picture: number): ImageryItem {
  const { tables } = index;
  const item = JSON.parse(textAt(tables.itemText, tables.itemOffset, picture)) as StoredItem;
  return { ...item, links: [...derivedLinks(index, picture), ...item.links] };
}

function derivedLinks(index: PictureIndex, picture: number): ImageryLink[] {
  const id = collectionId(index, index.tables.pictureCollection[picture]);
  const collection = collectionHref(id);
  const links: ImageryLink[] = [
    plainLink('root', './', MEDIA_TYPES.json),
    plainLink('parent', collection, MEDIA_TYPES.json),
    plainLink('self', itemHref(id, pictureId(index, picture)), MEDIA_TYPES.item),
    plainLink('collection', collection, MEDIA_TYPES.json),
  ];
  const { previous, next } = neighboursOf(index, picture);
  if (next !== undefined) links.push(neighbourLink(index, 'next', next));
  if (previous !== undefined) links.push(neighbourLink(index, 'prev', previous));
  return links;
}

/** Returns the pictures before and after a picture in its sequence. */
function neighboursOf({ tables }: PictureIndex, picture: number): { previous?: number; next?: number } {
  const { pictureCollection, pictureSequence, sequenceStart, sequencePicture } = tables;
  const collection = pictureCollection[picture];
  const at = pictureSequence[picture];
  const [start, end] = [sequenceStart[collection], sequenceStart[collection + 1]];
  return {
    previous: at > start ? sequencePicture[at - 1] : undefined,
    next: at + 1 < end ? sequencePicture[at + 1] : undefined,
  };
}

function neighbourLink(index: PictureIndex, rel: 'next' | 'prev', picture: number): ImageryLink {
  const { tables } = index;
  const { lat, lon } = positionOf(index, picture);
  const id = pictureId(index, picture);
  const time = tables.pictureTime[picture];
  return {
    rel,
    href: itemHref(collectionId(index, tables.pictureCollection[picture]), id),
    type: MEDIA_TYPES.item,
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    datetime: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
  };
}
