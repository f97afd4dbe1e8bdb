import { PICTURE_FAMILY } from '../../gazetteer/store/picture-family.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { searchImagery as search } from '../../imagery/search-imagery.ts';
import type { LocalOperation } from '../local-operation.ts';

/** Searches the street pictures of the dataset. Errors: INVALID_REQUEST naming the parameter; NOT_SUPPORTED for a dataset without pictures. */
export const searchImagery: LocalOperation<'searchImagery', 'pictures'> = {
  support: 'yes, where the dataset has street pictures',
  files: [PICTURE_FAMILY.file],
  createHandlers: ({ pictures }) => ({
    only: async (parameters) => {
      const index = await pictures();
      if (index) return search(index, parameters);
      throw failure('NOT_SUPPORTED', 'imagery.noPictures');
    },
  }),
};
