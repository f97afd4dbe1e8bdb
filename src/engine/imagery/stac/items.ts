import type { ImageryCollection, ImageryItem, ImageryLink } from '../../../contract/records/imagery.ts';
import { findCollection, readyPicture, sequenceOf, type PictureIndex } from '../index/picture-index.ts';
import { itemOf } from '../items/item.ts';
import { collectionHref, MEDIA_TYPES, plainLink } from '../items/stored-item.ts';

/** Returns the item with an id in a collection, or undefined. */
export function getItem(index: PictureIndex, collection: string, id: string): ImageryItem | undefined {
  const picture = readyPicture(index, id);
  if (picture === undefined) return undefined;
  const isInCollection = index.tables.pictureCollection[picture] === findCollection(index, collection);
  return isInCollection ? itemOf(index, picture) : undefined;
}

/** Returns a page of the items of a collection, in the order in which they were taken; undefined if there is no such collection. */
export function listItems(
  index: PictureIndex,
  collection: string,
  { limit, page }: { limit: number; page: number },
): ImageryCollection | undefined {
  const found = findCollection(index, collection);
  if (found === undefined) return undefined;
  const sequence = sequenceOf(index, found);
  const first = (page - 1) * limit;
  const href = `${collectionHref(collection)}/items`;
  const pageLink = (rel: string, number: number): ImageryLink =>
    plainLink(rel, `${href}?limit=${limit}${number > 1 ? `&page=${number}` : ''}`, MEDIA_TYPES.item);
  const links: ImageryLink[] = [
    plainLink('root', './', MEDIA_TYPES.json),
    plainLink('collection', collectionHref(collection), MEDIA_TYPES.json),
    pageLink('self', page),
  ];
  if (first + limit < sequence.length) links.push(pageLink('next', page + 1));
  if (page > 1) links.push(pageLink('prev', page - 1));
  const features = [...sequence.subarray(first, first + limit)].map((picture) => itemOf(index, picture));
  return { type: 'FeatureCollection', features, links };
}
