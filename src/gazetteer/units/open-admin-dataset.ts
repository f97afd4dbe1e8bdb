import { findWard, findWardOfCell, findWardsNear } from './cover.ts';
import { decodeCover, type CoverTree } from './cover-codec.ts';
import { ADMIN_FILES } from '../store/admin-files.ts';
import { readFormerWards, readProvinces, readWards } from './read-units.ts';
import { readManifest, type DatasetManifest } from '../store/manifest.ts';
import { readSharedFile } from '../store/read-file.ts';
import type { AdminDataset } from './units.ts';

/** The units of a dataset and the map of its wards. Shape: AdminDataset without its functions; the map is in shared memory. */
export type LoadedAdmin = Pick<
  AdminDataset,
  'id' | 'edition' | 'attribution' | 'provinces' | 'wards' | 'formerWards'
> & { map: LoadedMap };

/** The map of the wards. Shape: `cells` are the bytes of `cells.bin`; `cover` is decoded from them on first use, see {@link coverOf}. */
export interface LoadedMap {
  cells: Uint8Array;
  wardCount: number;
  cover?: CoverTree;
}

/**
 * Opens the administrative map in a folder.
 *
 * Errors: DATASET_BAD if files are missing, damaged, of another version, or inconsistent.
 * Cost: some tens of milliseconds, then 10 MB, for the whole of Vietnam; as much time and 40 MB more for the first position, see {@link coverOf}.
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
 * Reads the administrative map of a dataset into shared memory.
 *
 * Errors: DATASET_BAD if files are missing, damaged, or inconsistent.
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
 * Parses the administrative map from the bytes of its files.
 *
 * Errors: DATASET_BAD if the files are inconsistent.
 */
export function readAdmin(
  { id, edition, attribution }: Pick<DatasetManifest, 'id' | 'edition' | 'attribution'>,
  files: Record<'provinces' | 'wards' | 'cells', Buffer> & { formerWards?: Buffer },
): LoadedAdmin {
  const provinces = readProvinces(files.provinces);
  const wards = readWards(files.wards, provinces);
  const formerWards = files.formerWards === undefined ? [] : readFormerWards(files.formerWards, wards);
  return {
    ...{ id, edition, provinces, wards, formerWards },
    attribution: attribution.map(({ text }) => text).join(' '),
    map: { cells: files.cells, wardCount: wards.length },
  };
}

/**
 * Returns the decoded map of the wards.
 *
 * Errors: DATASET_BAD if the bytes of the map are inconsistent.
 * Cost: decodes it on the first call, 40 MB for the whole of Vietnam. Threads that receive the map afterwards share the result.
 */
export function coverOf(map: LoadedMap): CoverTree {
  return (map.cover ??= decodeCover(map.cells, map.wardCount));
}

/** Opens the administrative map in this thread; needs no memory of its own. */
export function openLoadedAdmin({ map, ...units }: LoadedAdmin): AdminDataset {
  return {
    ...units,
    get finestResolution() {
      return coverOf(map).finestResolution;
    },
    wardAt: (position) => findWard(coverOf(map), position),
    wardOfCell: (cell) => findWardOfCell(coverOf(map), cell),
    wardsNear: (position, radiusMeters) => findWardsNear(coverOf(map), position, radiusMeters),
  };
}
