import { GeomillError } from '../../base/errors/geomill-error.ts';
import { once } from '../../engine/gazetteer/once.ts';
import { openPictures } from '../../engine/gazetteer/open-dataset.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { openPictureIndex, type PictureIndex } from '../../engine/imagery/index/picture-index.ts';
import type { ServerContext } from '../server-context.ts';

/**
 * Creates the function that returns the street pictures: those that the service has opened, else those of the dataset, opened on the first call.
 *
 * Errors: NOT_SUPPORTED for a gateway and for a dataset without pictures; DATASET_BAD.
 */
export function createPictureOpener({
  datasetDir,
  pictures,
}: Pick<ServerContext, 'datasetDir' | 'pictures'>): () => Promise<PictureIndex> {
  const opened = pictures ?? once(() => openPicturesOf(datasetDir));
  return async () => {
    const index = await opened();
    if (index !== undefined) return index;
    throw new GeomillError(
      'NOT_SUPPORTED',
      'The dataset of this server has no street pictures: build one with `geomill dataset build --imagery FILE`.',
    );
  };
}

async function openPicturesOf(datasetDir: string | undefined): Promise<PictureIndex | undefined> {
  if (datasetDir === undefined) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      'A gateway has no pages of collections. Send searches to /imagery/v1/search, or ask the service behind it.',
    );
  }
  const tables = await openPictures({ dir: datasetDir, manifest: await readManifest(datasetDir), files: {} });
  return tables && openPictureIndex(tables);
}
