import type { ImageryCollection, ImageryLink } from '../../contract/records/imagery.ts';
import { queryOf } from '../../contract/wire.ts';
import type { PictureIndex } from './index/picture-index.ts';
import { itemOf, MEDIA_TYPES, plainLink } from './items/item.ts';
import { parseQuery, type ImageryParameters } from './query/picture-query.ts';
import { searchPictures } from './query/search-pictures.ts';

/**
 * Searches the pictures of a dataset.
 *
 * Shape: addresses are relative to the root of the imagery service, pages are linked by `next` and `prev`.
 * Errors: INVALID_REQUEST naming the parameter. Source: interface document, sections 2.7 and 4.11.
 * Cost: see {@link searchPictures}.
 */
export function searchImagery(index: PictureIndex, parameters: ImageryParameters): ImageryCollection {
  const query = parseQuery(parameters);
  const { pictures, hasMore } = searchPictures(index, query);
  // Encoded once: a geometry may be long.
  const filters = queryOf({ ...parameters, page: undefined });
  const links: ImageryLink[] = [
    plainLink('root', './', MEDIA_TYPES.json),
    pageLink('self', filters, query.page),
  ];
  if (hasMore) links.push(pageLink('next', filters, query.page + 1));
  if (query.page > 1) links.push(pageLink('prev', filters, query.page - 1));
  return { type: 'FeatureCollection', features: pictures.map((picture) => itemOf(index, picture)), links };
}

function pageLink(rel: string, filters: string, page: number): ImageryLink {
  const query = [filters, page > 1 ? `page=${page}` : ''].filter((part) => part !== '').join('&');
  return plainLink(rel, query === '' ? 'search' : `search?${query}`, MEDIA_TYPES.item);
}
