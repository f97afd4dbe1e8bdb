import { GeomillError } from '../../errors/geomill-error.ts';
import { once } from '../../gazetteer/once.ts';
import { openPictures } from '../../gazetteer/open-dataset.ts';
import { readManifest } from '../../gazetteer/store/manifest.ts';
import { openPictureIndex, type PictureIndex } from '../../imagery/index/picture-index.ts';

/**
 * Creates the function that opens the street pictures of a dataset on its first call.
 *
 * Shape: `datasetDir` is undefined for a gateway.
 * Errors: NOT_SUPPORTED for a gateway and for a dataset without pictures; DATASET_BAD.
 */
export function createPictureOpener(datasetDir: string | undefined): () => Promise<PictureIndex> {
  return once(async () => {
    if (datasetDir === undefined) {
      throw new GeomillError(
        'NOT_SUPPORTED',
        'A gateway has no pages of collections. Send searches to /imagery/v1/search, or ask the service behind it.',
      );
    }
    const tables = await openPictures({
      dir: datasetDir,
      manifest: await readManifest(datasetDir),
      files: {},
    });
    if (tables !== undefined) return openPictureIndex(tables);
    throw new GeomillError(
      'NOT_SUPPORTED',
      'The dataset of this server has no street pictures: build one with `geomill dataset build --imagery FILE`.',
    );
  });
}
