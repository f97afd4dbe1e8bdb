import { findPictureFault } from '../dataset/imagery/picture-faults.ts';
import { findHashFault } from '../dataset/imagery/pictures/make-pictures.ts';
import { findTableFault } from '../dataset/table-faults.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { blockHashesOf, loadDataset } from '../engine/gazetteer/load-dataset.ts';
import { openDataset, openPictures } from '../engine/gazetteer/open-dataset.ts';
import { findBlockFault } from '../engine/gazetteer/store/block-family.ts';
import { PICTURE_HASHES_FILE } from '../engine/gazetteer/store/manifest.ts';
import { readSharedFile } from '../engine/gazetteer/store/read-file.ts';
import { buildUnits } from '../engine/gazetteer/unit-search/units.ts';
import { ADMIN_FILES } from '../engine/gazetteer/store/admin-files.ts';

/** Compares every file of a dataset with its hash, and checks that its tables fit together. Errors: DATASET_BAD. */
export async function verifyDataset(dir: string) {
  const loaded = await loadDataset(dir);
  const { manifest } = loaded;
  const pictures = await openPictures(loaded);
  // Loading a dataset reads and compares every file except those that only routes need.
  for (const name of Object.keys(manifest.files)) {
    const isRead = name in loaded.files || Object.values<string>(ADMIN_FILES).includes(name);
    if (!isRead) await readSharedFile(dir, name, manifest);
  }
  if (PICTURE_HASHES_FILE in manifest.files) {
    const hashes = await readSharedFile(dir, PICTURE_HASHES_FILE, manifest);
    const fault = await findHashFault(dir, Buffer.from(hashes).toString('utf8'));
    if (fault !== undefined) {
      throw new GeomillError('DATASET_BAD', `The dataset ${dir} is damaged: ${fault}. Build it again.`);
    }
  }
  const { admin, tables } = openDataset(loaded);
  const unitNameCount = buildUnits(admin).wardOf.length;
  const hashes = blockHashesOf(loaded);
  const fault =
    (tables && findTableFault(tables, unitNameCount)) ??
    (pictures && findPictureFault(pictures)) ??
    (hashes && findBlockFault(hashes, loaded.files));
  if (fault !== undefined) {
    const message = `The dataset ${dir} is damaged: ${fault}. Its hashes match, so it was built wrong. Build it again.`;
    throw new GeomillError('DATASET_BAD', message);
  }
  return manifest;
}
