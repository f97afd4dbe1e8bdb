import { copyFile, cp, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../../base/errors/geomill-error.ts';
import { loadDataset, loadFiles, viewArrays } from '../../engine/gazetteer/load-dataset.ts';
import { countByProvince } from '../../engine/gazetteer/province-counts.ts';
import { ADMIN_FILES, LAW_FILES } from '../../engine/gazetteer/store/admin-files.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { BLOCK_FAMILY } from '../../engine/gazetteer/store/block-family.ts';
import { toManifestName } from '../../engine/gazetteer/store/manifest-names.ts';
import {
  type DatasetManifest,
  DECREES_FOLDER,
  MANIFEST_FILE,
  PICTURE_HASHES_FILE,
  PICTURES_FOLDER,
  readManifest,
} from '../../engine/gazetteer/store/manifest.ts';
import { POLYGON_FAMILY } from '../../engine/gazetteer/spatial/spatial-family.ts';
import { openTables } from '../../engine/gazetteer/store/open-tables.ts';
import { STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { AUTOCOMPLETE_FAMILY } from '../../engine/gazetteer/store/suggest-arrays.ts';
import { buildSuggestArrays } from '../../engine/gazetteer/autocomplete/build-suggest.ts';
import { buildUnitArrays } from '../../engine/gazetteer/unit-table/unit-arrays.ts';
import { UNIT_FAMILY } from '../../engine/gazetteer/unit-table/unit-family.ts';
import { buildUnits } from '../../engine/gazetteer/unit-table/units.ts';
import { mapHashOf, UNIT_FILES } from '../../engine/gazetteer/law-digest.ts';
import { openLoadedAdmin, readAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { type AdminBytes, readAdminBytes } from '../compile/admin-tables.ts';
import { createDatasetWriter, type DatasetWriter } from '../compile/dataset-writer.ts';
import { applyDecree } from './apply-decree.ts';
import { type Boundaries, readBoundaries } from './boundaries.ts';
import { type DecreeFile, readDecree } from './read-decree.ts';
import { createWardSuccession, divideBaseWards, relabelWards, WARD_ARRAY_FILES } from './ward-arrays.ts';

/** The folder with the files of the dataset as it was before the first decree. */
const BASE = 'base';

/** The files that a decree may change. */
const CHANGED: readonly string[] = [
  ...UNIT_FILES,
  ...[ADMIN_FILES.formerWards, ADMIN_FILES.cells],
  ...WARD_ARRAY_FILES,
];

/** A decree that was added to a dataset: its file, as it was given, what is in it, and the files of its boundaries. */
export interface AddedDecree {
  file: string;
  text: string;
  decree: DecreeFile;
  boundaries: Boundaries;
}

/** Returns the folder of the boundaries of a decree beside its file in a dataset. */
const boundaryFolder = (file: string): string => file.replace(/\.yaml$/, '');

/** Returns the decrees that were added to a dataset, in the order of their days. Errors: IO. */
export async function addedDecrees(dir: string): Promise<AddedDecree[]> {
  const folder = join(dir, DECREES_FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.yaml'));
  const added = await Promise.all(
    names.map(async (file): Promise<AddedDecree> => {
      const text = await readFile(join(folder, file), 'utf8');
      const decree = readDecree(text, file);
      return {
        file,
        text,
        decree,
        boundaries: await readBoundaries(decree, join(folder, boundaryFolder(file))),
      };
    }),
  );
  return added.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ decree: { effective, id } }: AddedDecree): string {
  return `${effective} ${id}`;
}

/** Returns the name of the file of a decree in the folder of a dataset. */
export function fileNameOf({ id }: DecreeFile): string {
  return `${id.replace(/[^\p{L}\p{N}-]+/gu, '-')}.yaml`;
}

/**
 * Writes a dataset anew with other decrees than it has: those that were added are applied to the files of before the first one.
 *
 * Errors: INPUT_BAD for a decree that does not fit the units of its day; DATASET_BAD; IO.
 * Guarantee: the folder has the old dataset until all of the new one is on disk. Without decrees it has the bytes of before the first one.
 * Cost: a copy of the dataset, and its units and suggestions built anew.
 */
export async function setDecrees(dir: string, decrees: readonly AddedDecree[]): Promise<DatasetManifest> {
  const base = join(dir, DECREES_FOLDER, BASE);
  const present = new Set(await readdir(base).catch(() => []));
  /** The path of a file as it was before the first decree. */
  const before = (name: string): string => join(present.has(name) ? base : dir, name);
  const manifest = await readManifest(present.size > 0 ? base : dir);
  const writer = await createDatasetWriter(dir);
  try {
    await copyPictures(dir, manifest, writer);
    if (decrees.length === 0) {
      for (const name of [...Object.keys(manifest.files), MANIFEST_FILE])
        await linkFile(before(name), writer.pathOf(name));
      await writer.finishAs();
      return manifest;
    }
    const kept = writer.pathOf(join(DECREES_FOLDER, BASE));
    await mkdir(kept, { recursive: true });
    for (const name of [...CHANGED.filter((each) => each in manifest.files), MANIFEST_FILE])
      await linkFile(before(name), join(kept, name));
    for (const { file, text, boundaries } of decrees) {
      await writeFile(writer.pathOf(join(DECREES_FOLDER, file)), text);
      const own = writer.pathOf(join(DECREES_FOLDER, boundaryFolder(file)));
      if (boundaries.size > 0) await mkdir(own, { recursive: true });
      for (const [name, { text: boundary }] of boundaries) await writeFile(join(own, name), boundary);
    }
    return await writeChanged(dir, kept, manifest, decrees, writer);
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function copyPictures(dir: string, { files }: DatasetManifest, writer: DatasetWriter): Promise<void> {
  if (PICTURE_HASHES_FILE in files)
    await cp(join(dir, PICTURES_FOLDER), writer.pathOf(PICTURES_FOLDER), { recursive: true });
}

/** Writes the files of a dataset with its units changed by decrees. Shape: `base` has the files of before that decrees may change. */
async function writeChanged(
  dir: string,
  base: string,
  manifest: DatasetManifest,
  decrees: readonly AddedDecree[],
  writer: DatasetWriter,
): Promise<DatasetManifest> {
  const before = await readAdminBytes(base);
  let adminBytes: AdminBytes = before;
  const wards = createWardSuccession(before.wards);
  for (const { decree, boundaries } of decrees) {
    wards.add(adminBytes.wards, decree);
    adminBytes = applyDecree(adminBytes, decree, boundaries);
  }
  const edition = decrees.reduce(
    (newest, { decree }) => (decree.effective > newest ? decree.effective : newest),
    manifest.edition,
  );
  const { attribution, bbox, provinces, build } = manifest;
  const open = (bytes: AdminBytes) => openLoadedAdmin(readAdmin({ id: '', edition, attribution }, bytes));
  const admin = open(adminBytes);
  // Places stay in the order of the base wards of before.
  const then = buildUnits(open(before));
  const ofBase = { dir: base, manifest, files: {} };
  await loadFiles(ofBase, WARD_ARRAY_FILES);
  const baseArrays = viewArrays(ofBase);
  const divided = divideBaseWards(baseArrays, then, wards, admin.wardAt);
  const units = buildUnits(admin, divided.pairs);
  // The arrays of other places are those of the folder, whichever decrees it has.
  const loaded = await loadDataset(dir, new Set());
  const tables = openTables({ ...viewArrays(loaded), ...divided.arrays });
  const built: Record<string, Arrays | undefined> = {
    [UNIT_FAMILY.file]: buildUnitArrays(units),
    [AUTOCOMPLETE_FAMILY.file]: buildSuggestArrays(tables, admin, units),
    ...relabelWards(baseArrays, wards, admin),
    ...(tables && { [STREET_AND_POI_FAMILY.file]: divided.arrays }),
  };
  const arrayFiles = [...new Set(manifest.arrays.map(({ file }) => file))];
  const views = viewArrays(loaded);
  for (const file of arrayFiles.filter((name) => name !== BLOCK_FAMILY.file)) {
    const ofFile = loaded.manifest.arrays.filter((each) => each.file === file).map(({ name }) => name);
    const arrays =
      built[file] ??
      Object.fromEntries(Object.entries(views).filter(([name]) => ofFile.includes(toManifestName(name))));
    await writer.addArrays(file, arrays);
  }
  for (const name of Object.keys(manifest.files)) {
    if (arrayFiles.includes(name)) continue;
    const key = Object.entries({ ...ADMIN_FILES, ...LAW_FILES }).find(([, each]) => each === name)?.[0];
    const bytes = key === undefined ? undefined : { ...adminBytes, ...adminBytes.law }[key as 'wards'];
    if (bytes !== undefined) await writer.addFile(name, bytes);
    else
      await writer.addMade(name, async (path) => {
        await linkFile(join(dir, name), path);
        return true;
      });
  }
  const counted = tables && provinces && countByProvince(admin, tables, units);
  return writer.finish({
    ...{ edition, attribution, bbox, build, map: mapHashOf(manifest) },
    counts: { ...manifest.counts, wards: admin.wards.length },
    provinces: provinces?.map((each) => {
      const { name = each.name, ...now } = counted?.find(({ code }) => code === each.code) ?? each;
      return { ...each, wards: now.wards, covered: now.covered, name };
    }),
  });
}

/** Refuses a dataset whose units have no days, and boundaries for one with exact ones of its own. Errors: NOT_SUPPORTED. */
export function requireDays({ files }: DatasetManifest, { items }: DecreeFile): void {
  if (!(LAW_FILES.datedUnits in files)) throw failure('NOT_SUPPORTED', 'decree.noDays');
  if (POLYGON_FAMILY.file in files && items.some(({ boundary }) => boundary !== ''))
    throw failure('NOT_SUPPORTED', 'decree.ownBoundaries');
}

/** Makes a second name of a file, or a copy where the file system has no such names. */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
