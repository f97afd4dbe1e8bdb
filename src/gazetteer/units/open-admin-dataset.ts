import { findWard, findWardOfCell, findWardsNear } from './cover.ts';
import { decodeCover, type CoverTree } from './cover-codec.ts';
import { ADMIN_FILES } from './dataset-files.ts';
import { readFormerWards, readProvinces, readWards } from './read-units.ts';
import { readManifest, type DatasetManifest } from '../store/manifest.ts';
import { readSharedFile } from '../store/read-file.ts';
import type { AdminDataset } from './units.ts';

/** Holds the units of a dataset and the map of its wards. Shape: what AdminDataset has but for its functions; the cover lies in shared memory. */
export type LoadedAdmin = Pick<
  AdminDataset,
  'id' | 'edition' | 'attribution' | 'provinces' | 'wards' | 'formerWards'
> & { cover: CoverTree };

/**
 * Opens the administrative map in a folder.
 *
 * Errors: DATASET_BAD when files are missing, damaged, of another version, or do not fit each other.
 * Cost: a third of a second, then 40 MB, for the whole of Vietnam.
 */
export async function openAdminDataset(dir: string): Promise<AdminDataset> {
  return openLoadedAdmin(await loadAdmin(dir, await readManifest(dir)));
}

/**
 * Opens the provinces and wards of a dataset and their map, without former units, for what needs positions only.
 *
 * Shape: `formerWards` is empty.
 * Errors: as openAdminDataset.
 */
export async function openWardMap(dir: string): Promise<AdminDataset> {
  const manifest = await readManifest(dir);
  const { provinces, wards, cells } = await readFiles(dir, manifest, ['provinces', 'wards', 'cells']);
  return openLoadedAdmin(readAdmin(manifest, { provinces, wards, cells }));
}

/**
 * Reads the administrative map of a dataset into memory that threads share.
 *
 * Errors: DATASET_BAD when files are missing, damaged, or do not fit each other.
 */
export async function loadAdmin(dir: string, manifest: DatasetManifest): Promise<LoadedAdmin> {
  return readAdmin(manifest, await readFiles(dir, manifest, ['provinces', 'wards', 'formerWards', 'cells']));
}

async function readFiles<Name extends keyof typeof ADMIN_FILES>(
  dir: string,
  manifest: DatasetManifest,
  names: readonly Name[],
): Promise<Record<Name, Buffer>> {
  const entries: [Name, Buffer][] = [];
  for (const name of names) {
    entries.push([name, Buffer.from(await readSharedFile(dir, ADMIN_FILES[name], manifest))]);
  }
  return Object.fromEntries(entries) as Record<Name, Buffer>;
}

/**
 * Reads the administrative map out of the bytes of its files.
 *
 * Errors: DATASET_BAD when the files do not fit each other.
 */
export function readAdmin(
  { id, edition, attribution }: Pick<DatasetManifest, 'id' | 'edition' | 'attribution'>,
  files: Record<'provinces' | 'wards' | 'cells', Buffer> & { formerWards?: Buffer },
): LoadedAdmin {
  const provinces = readProvinces(files.provinces);
  const wards = readWards(files.wards, provinces);
  const formerWards = files.formerWards === undefined ? [] : readFormerWards(files.formerWards, wards);
  const { finestResolution, roots, blocks } = decodeCover(files.cells, wards.length);
  return {
    ...{ id, edition, provinces, wards, formerWards },
    attribution: attribution.map(({ text }) => text).join(' '),
    cover: { finestResolution, roots: share(roots), blocks: share(blocks) },
  };
}

/** Opens the administrative map in this thread; the functions of units and cover only, no memory of its own. */
export function openLoadedAdmin({ cover, ...units }: LoadedAdmin): AdminDataset {
  return {
    ...units,
    finestResolution: cover.finestResolution,
    wardAt: (position) => findWard(cover, position),
    wardOfCell: (cell) => findWardOfCell(cover, cell),
    wardsNear: (position, radiusMeters) => findWardsNear(cover, position, radiusMeters),
  };
}

function share(values: Int32Array): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}
