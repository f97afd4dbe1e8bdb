import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { errnoOf, GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import {
  ADMIN_COLUMNS,
  ADMIN_FILES,
  ADMIN_FORMAT,
  ADMIN_FORMAT_VERSION,
  CODE_SEPARATOR,
  MANIFEST_FILE,
  type AdminManifest,
} from '../../local/admin/dataset-files.ts';
import { sha256Of } from '../../local/admin/read-files.ts';
import type { Gazetteer, UnitName } from './gazetteer.ts';
import type { ShapeFigures } from './shape.ts';

/** Holds everything that the files of a dataset are written from. */
export interface DatasetContent {
  edition: string;
  attribution: string;
  license: string;
  provinces: (UnitName & ShapeFigures & { forcodePrefix: string })[];
  wards: (UnitName & ShapeFigures & { provinceCode: string })[];
  formerWards: Gazetteer['formerWards'];
  cells: Buffer;
  finestResolution: number;
}

/** Makes the files of a dataset, by name, the manifest last. */
export function renderDataset(content: DatasetContent): { id: string; contents: Map<string, Buffer> } {
  const files = new Map([
    [
      ADMIN_FILES.provinces,
      table(
        ADMIN_COLUMNS.provinces,
        content.provinces.map((unit) => [...nameCells(unit), unit.forcodePrefix, ...figureCells(unit)]),
      ),
    ],
    [
      ADMIN_FILES.wards,
      table(
        ADMIN_COLUMNS.wards,
        content.wards.map((unit) => [...nameCells(unit), unit.provinceCode, ...figureCells(unit)]),
      ),
    ],
    [
      ADMIN_FILES.formerWards,
      table(
        ADMIN_COLUMNS.formerWards,
        content.formerWards.map((unit) => [
          unit.code,
          unit.fullName,
          unit.district,
          unit.province,
          unit.wardCodes.join(CODE_SEPARATOR),
        ]),
      ),
    ],
    [ADMIN_FILES.cells, content.cells],
  ] as [string, Buffer][]);
  const entries = [...files].map(
    ([name, bytes]) => [name, { sha256: sha256Of(bytes), bytes: bytes.length }] as const,
  );
  const manifest: AdminManifest = {
    format: ADMIN_FORMAT,
    version: ADMIN_FORMAT_VERSION,
    id: sha256Of(entries.map(([, entry]) => entry.sha256).join('\n')),
    edition: content.edition,
    counts: {
      provinces: content.provinces.length,
      wards: content.wards.length,
      formerWards: content.formerWards.length,
    },
    finestResolution: content.finestResolution,
    attribution: content.attribution,
    license: content.license,
    files: Object.fromEntries(entries),
  };
  files.set(MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  return { id: manifest.id, contents: files };
}

/**
 * Writes files as the whole content of a folder: aside first, then renamed, so that the folder is never half written.
 *
 * Errors: OUTPUT_REFUSED when the folder holds anything else; IO when the disk refuses.
 */
export async function replaceFolder(dir: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const aside = join(dirname(dir), `.${basename(dir)}.part`);
  const old = join(dirname(dir), `.${basename(dir)}.old`);
  try {
    await refuseForeignFolder(dir, files);
    await rm(aside, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    for (const [name, bytes] of files) await writeDurably(join(aside, name), bytes);
    await rename(dir, old).catch((error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw error;
    });
    await rename(aside, dir);
    await rm(old, { recursive: true, force: true });
  } catch (cause) {
    if (isGeomillError(cause)) throw cause;
    const message = `Cannot write the dataset ${dir} (${errnoOf(cause) ?? 'unknown error'}). Make room or name another folder.`;
    throw new GeomillError('IO', message, { cause });
  }
}

/** Protects a folder that somebody named by mistake: its other files would go with the old dataset. */
async function refuseForeignFolder(dir: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  });
  const foreign = names.find((name) => !files.has(name));
  if (foreign !== undefined) {
    const message = `The folder ${dir} holds ${foreign}, which is no part of a dataset, and would be replaced as a whole. Name an empty or new folder.`;
    throw new GeomillError('OUTPUT_REFUSED', message);
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function table(columns: readonly string[], rows: string[][]): Buffer {
  return Buffer.from(stringify([[...columns], ...rows]));
}

function nameCells(unit: UnitName): string[] {
  return [unit.code, unit.name, unit.fullName, unit.type];
}

/** Writes figures no finer than they are: 6 decimals are 0.1 m, and the boundaries are simplified to 10 m. */
function figureCells({ position, areaKm2, radiusMeters }: ShapeFigures): string[] {
  return [position.lat.toFixed(6), position.lon.toFixed(6), areaKm2.toFixed(2), radiusMeters.toFixed(0)];
}
