import type { CollectionInfo } from '../index/collection-info.ts';
import {
  collectionId,
  collectionInfo,
  findCollection,
  sequenceOf,
  type PictureIndex,
} from '../index/picture-index.ts';
import { collectionHref, MEDIA_TYPES } from '../items/stored-item.ts';
import type { StacLink } from './links.ts';

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
