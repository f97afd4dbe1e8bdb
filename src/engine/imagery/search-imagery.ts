import type { ImageryCollection, ImageryLink } from '../../contract/records/imagery.ts';
import { queryOf } from '../../contract/wire.ts';
import type { PictureIndex } from './index/picture-index.ts';
import { itemOf, MEDIA_TYPES, plainLink } from './items/item.ts';
import { parseQuery, type ImageryParameters } from './query/picture-query.ts';
import { searchPictures } from './query/search-pictures.ts';

/** A page of a search whose pictures are numbers of the index, for one who writes the items. Shape: `features` is empty. */
export interface NumberedPage extends ImageryCollection {
  numbers: number[];
}

/** The parameter by which a search returns a {@link NumberedPage}: ten thousand items are 35 MB. Shape: no request has it, since the contract does not. */
export const AS_NUMBERS = { isNumbered: true } as const;

/**
 * Searches the pictures of a dataset.
 *
 * Shape: addresses are relative to the root of the imagery service, pages are linked by `next` and `prev`.
 * Errors: INVALID_REQUEST naming the parameter. Source: interface document, sections 2.7 and 4.11.
 * Cost: see {@link searchPictures}.
 */
export function searchImagery(
  index: PictureIndex,
  { isNumbered, ...parameters }: ImageryParameters & Partial<typeof AS_NUMBERS>,
): ImageryCollection | NumberedPage {
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
  if (isNumbered) return { type: 'FeatureCollection', features: [], links, numbers: pictures };
  return { type: 'FeatureCollection', features: pictures.map((picture) => itemOf(index, picture)), links };
}

function pageLink(rel: string, filters: string, page: number): ImageryLink {
  const query = [filters, page > 1 ? `page=${page}` : ''].filter((part) => part !== '').join('&');
  return plainLink(rel, query === '' ? 'search' : `search?${query}`, MEDIA_TYPES.item);
}
