import {
  type CollectionInfo,
  collectionId,
  collectionInfo,
  findCollection,
  sequenceOf,
  type PictureIndex,
  readyPicture,
} from '../index/picture-index.ts';
import { collectionHref, MEDIA_TYPES, plainLink, itemOf } from '../items/item.ts';
import type { StacLink } from './links.ts';
import type { ImageryCollection, ImageryItem, ImageryLink } from '../../../contract/records/imagery.ts';

/** A collection of pictures. Source: STAC 1.0.0, collection specification. */
export interface StacCollection {
  type: 'Collection';
  stac_version: '1.0.0';
  id: string;
  description: string;
  license: string;
  providers: CollectionInfo['providers'];
  extent: {
    spatial: { bbox: CollectionInfo['bbox'][] };
    temporal: { interval: CollectionInfo['interval'][] };
  };
  links: StacLink[];
}

/** Returns all collections, in ascending order of id. */
export function listCollections(index: PictureIndex): { collections: StacCollection[]; links: StacLink[] } {
  return {
    collections: Array.from({ length: index.collectionCount }, (_, at) => stacCollection(index, at)),
    links: [
      { rel: 'root', href: './', type: MEDIA_TYPES.json },
      { rel: 'self', href: 'collections', type: MEDIA_TYPES.json },
    ],
  };
}

/** Returns the collection with an id, or undefined. */
export function getCollection(index: PictureIndex, id: string): StacCollection | undefined {
  const collection = findCollection(index, id);
  return collection === undefined ? undefined : stacCollection(index, collection);
}

function stacCollection(index: PictureIndex, collection: number): StacCollection {
  const id = collectionId(index, collection);
  const { bbox, interval, license, providers } = collectionInfo(index, collection);
  const count = sequenceOf(index, collection).length;
  const href = collectionHref(id);
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    id,
    description: `${count} street ${count === 1 ? 'picture' : 'pictures'} in the order in which they were taken.`,
    license,
    providers,
    extent: { spatial: { bbox: [bbox] }, temporal: { interval: [interval] } },
    links: [
      { rel: 'root', href: './', type: MEDIA_TYPES.json },
      { rel: 'parent', href: './', type: MEDIA_TYPES.json },
      { rel: 'self', href, type: MEDIA_TYPES.json },
      { rel: 'items', href: `${href}/items`, type: MEDIA_TYPES.item },
    ],
  };
}

/** Returns the number of pictures of a collection; 0 if there is no such collection. */
export function countPictures(index: PictureIndex, id: string): number {
  const collection = findCollection(index, id);
  return collection === undefined ? 0 : sequenceOf(index, collection).length;
}

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
  page: { limit: number; page: number },
): ImageryCollection | undefined {
  const found = listPictures(index, collection, page);
  if (!found) return undefined;
  const features = found.pictures.map((picture) => itemOf(index, picture));
  return { type: 'FeatureCollection', features, links: found.links };
}

/** Returns the pictures of a page of {@link listItems}, and its links. */
export function listPictures(
  index: PictureIndex,
  collection: string,
  { limit, page }: { limit: number; page: number },
): { pictures: number[]; links: ImageryLink[] } | undefined {
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
  return { pictures: [...sequence.subarray(first, first + limit)], links };
}
