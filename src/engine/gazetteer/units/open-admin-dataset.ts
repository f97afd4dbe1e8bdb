import { cellAt } from '../../../base/geo/h3.ts';
import { findWardOfCell, findWardsNear } from './cover.ts';
import { decodeCover, finestResolutionOf, regionOf, type CoverTree } from './cover-codec.ts';
import { once } from '../once.ts';
import { ADMIN_FILES, LAW_FILES } from '../store/admin-files.ts';
import { readFormerWards, readProvinces, readWards } from './read-units.ts';
import { readUnitCodes, type UnitCodes } from './unit-codes.ts';
import { bytesOf } from './unit-rows.ts';
import { readUnitHistory, type LawBytes, type UnitHistory } from './unit-history.ts';
import { readManifest, type DatasetManifest } from '../store/manifest.ts';
import { readSharedFile } from '../store/read-file.ts';
import type { AdminDataset } from './units.ts';

/**
 * The units of a dataset and the map of its wards. Shape: AdminDataset without its functions; the map is in shared memory, and so are the tables of
 * former units, which most threads never read.
 */
export type LoadedAdmin = Pick<AdminDataset, 'id' | 'edition' | 'attribution' | 'provinces' | 'wards'> & {
  map: LoadedMap;
  former?: Uint8Array;
  law?: LawBytes;
};

/**
 * The map of the wards.
 *
 * Shape: `cells` are the bytes of `cells.bin`. `regions` and `cover` are decoded from them on first use, see {@link coverAt} and {@link coverOf}.
 */
export interface LoadedMap {
  cells: Uint8Array;
  wardCount: number;
  regions?: Map<string, CoverTree>;
  cover?: CoverTree;
}

/** Most parts of the map that are decoded one by one, before all of it is. */
const MOST_REGIONS = 6;

/**
 * Opens the administrative map in a folder.
 *
 * Errors: DATASET_BAD if files are missing, damaged, of another version, or inconsistent.
 * Cost: some tens of milliseconds and 10 MB for the whole of Vietnam; some milliseconds more for the first position in each of a few regions, a fifth of a second and 40 MB for positions in more of them, see {@link coverAt}.
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
export async function openWardMap(dir: string, stated?: DatasetManifest): Promise<AdminDataset> {
  const manifest = stated ?? (await readManifest(dir));
  const { provinces, wards, cells } = await readFiles(dir, manifest, ['provinces', 'wards', 'cells']);
  return openLoadedAdmin(readAdmin(manifest, { provinces, wards, cells }));
}

/**
 * Reads the administrative map of a dataset into shared memory.
 *
 * Errors: DATASET_BAD if files are missing, damaged, or inconsistent; of former units that are inconsistent, when they are read.
 */
export async function loadAdmin(dir: string, manifest: DatasetManifest): Promise<LoadedAdmin> {
  const files = await readFiles(dir, manifest, ['provinces', 'wards', 'formerWards', 'cells']);
  const law = await readLawFiles(dir, manifest);
  return readAdmin(manifest, law === undefined ? files : { ...files, law });
}

/**
 * Reads the units of every day alone, for what needs no map; undefined for a dataset without them.
 *
 * Errors: DATASET_BAD if files are missing, damaged, or inconsistent.
 */
export async function loadHistory(dir: string, manifest: DatasetManifest): Promise<UnitHistory | undefined> {
  const law = await readLawFiles(dir, manifest);
  return law && readUnitHistory(law);
}

/** Reads the codes and days of the units alone, as {@link loadHistory}. */
export async function loadUnitCodes(dir: string, manifest: DatasetManifest): Promise<UnitCodes | undefined> {
  const law = await readLawFiles(dir, manifest);
  return law && readUnitCodes(law);
}

/** Reads the tables of dated units; undefined for a dataset without them. */
async function readLawFiles(dir: string, manifest: DatasetManifest): Promise<LawBytes | undefined> {
  if (Object.values(LAW_FILES).some((name) => manifest.files[name] === undefined)) return undefined;
  const read = async (name: string): Promise<Buffer> =>
    Buffer.from(await readSharedFile(dir, name, manifest));
  return {
    datedUnits: await read(LAW_FILES.datedUnits),
    datedEdges: await read(LAW_FILES.datedEdges),
    decrees: await read(LAW_FILES.decrees),
  };
}

async function readFiles<Name extends keyof typeof ADMIN_FILES>(
  dir: string,
  manifest: DatasetManifest,
  names: readonly Name[],
): Promise<Record<Name, Buffer>> {
  const entries: [Name, Buffer][] = [];
  for (const name of names)
    entries.push([name, Buffer.from(await readSharedFile(dir, ADMIN_FILES[name], manifest))]);
  return Object.fromEntries(entries) as Record<Name, Buffer>;
}

/**
 * Parses the administrative map from the bytes of its files.
 *
 * Errors: DATASET_BAD if the files are inconsistent.
 */
export function readAdmin(
  { id, edition, attribution }: Pick<DatasetManifest, 'id' | 'edition' | 'attribution'>,
  files: Record<'provinces' | 'wards' | 'cells', Buffer> & { formerWards?: Buffer; law?: LawBytes },
): LoadedAdmin {
  const provinces = readProvinces(files.provinces);
  const wards = readWards(files.wards, provinces);
  return {
    id,
    edition,
    provinces,
    wards,
    attribution: attribution.map(({ text }) => text).join(' '),
    map: { cells: files.cells, wardCount: wards.length },
    ...(files.formerWards === undefined ? {} : { former: files.formerWards }),
    ...(files.law === undefined ? {} : { law: files.law }),
  };
}

/**
 * Returns the decoded map of the wards.
 *
 * Errors: DATASET_BAD if the bytes of the map are inconsistent.
 * Cost: decodes it on the first call, 40 MB for the whole of Vietnam. Threads that receive the map afterwards share the result.
 */
export function coverOf(map: LoadedMap): CoverTree {
  delete map.regions;
  return (map.cover ??= decodeCover(map.cells, map.wardCount));
}

/**
 * Returns a decoded map of the wards that is valid for one cell, as questions about a few cities need.
 *
 * Errors: as coverOf.
 * Cost: decodes the region of the cell, see `regionOf`: some milliseconds for each of the first regions; then the whole map.
 */
function coverAt(map: LoadedMap, cell: string): CoverTree {
  if (map.cover) return map.cover;
  const name = regionOf(cell);
  map.regions ??= new Map();
  let region = map.regions.get(name);
  if (region === undefined) {
    if (map.regions.size === MOST_REGIONS) return coverOf(map);
    region = decodeCover(map.cells, map.wardCount, name);
    map.regions.set(name, region);
  }
  return region;
}

/** Opens the administrative map in this thread; needs no memory of its own. */
export function openLoadedAdmin({ map, former, law, ...units }: LoadedAdmin): AdminDataset {
  const formerWards = once(() => (former === undefined ? [] : readFormerWards(bytesOf(former), units.wards)));
  const history = once(() => law && readUnitHistory(law));
  const codes = once(() => law && readUnitCodes(law));
  const finestResolution = once(() => finestResolutionOf(map.cells));
  const wardOfCell = (cell: string): number => findWardOfCell(coverAt(map, cell), cell);
  return {
    ...units,
    get formerWards() {
      return formerWards();
    },
    get history() {
      return history();
    },
    get codes() {
      return codes();
    },
    get finestResolution() {
      return finestResolution();
    },
    wardAt: (position) => wardOfCell(cellAt(position, finestResolution())),
    wardOfCell,
    wardsNear: (position, radiusMeters, size) => findWardsNear(coverOf(map), position, radiusMeters, size),
  };
}
