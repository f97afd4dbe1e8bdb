import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { replaceFolder } from '../../base/files/replace-folder.ts';
import { writeHashed } from '../../base/files/write-hashed.ts';
import { DATA_PACKAGE_FILE, dataPackage, type DescribedFile } from '../../formats/data-package.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { loadAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { readUnitHistory } from '../../engine/gazetteer/units/unit-history.ts';
import { outlineTable } from './outline-table.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-formats.ts';
import { unitTables, type ExportTable } from './unit-tables.ts';

/** Start of the name of the Data Package, by which a folder is known that an export made. */
const PACKAGE_NAME = 'geomill-units';

/** What is exported, and where to. */
export interface ExportOptions {
  datasetDir: string;
  /** A new or empty folder, or one that an export made, which is replaced as a whole. */
  outDir: string;
  format: ExportFormat;
  /** Leaves out the boundaries. */
  withoutOutlines?: boolean;
  /** Receives the name of the table that is written, and the share of it that is done where it takes long. */
  onProgress?: (table: string, share?: number) => void;
}

/** A file of an export. */
export interface ExportedFile {
  name: string;
  table: string;
  rows: number;
  bytes: number;
}

/**
 * Writes the administrative units of a dataset for other programs: a file for each table, and a Data Package that describes them.
 *
 * Errors: DATASET_BAD; OUTPUT_REFUSED if the folder contains other files than an export; IO.
 * Guarantee: the same dataset gives the same bytes; the folder has its old files until all new ones are on disk.
 */
export async function exportUnits(options: ExportOptions): Promise<ExportedFile[]> {
  const { datasetDir, outDir, format, withoutOutlines = false, onProgress = () => undefined } = options;
  const manifest = await readManifest(datasetDir);
  const admin = await loadAdmin(datasetDir, manifest);
  if (admin.law === undefined) {
    throw new GeomillError(
      'DATASET_BAD',
      `The dataset ${datasetDir} has no dated units, since an older version built it. Build it anew, or name another one by --dataset.`,
    );
  }
  const history = readUnitHistory(admin.law);
  const tables = unitTables({ history, ...admin });
  if (!withoutOutlines) tables.push(outlineTable(admin, history, (share) => onProgress('outlines', share)));
  const fs = createDurableFs();
  return guarded(outDir, async () => {
    const folder = await replaceFolder(fs, outDir, { of: 'an export of units', knownFiles });
    try {
      const files: (DescribedFile & { rows: number })[] = [];
      for (const table of tables) {
        onProgress(table.name);
        files.push(await writeTable(fs, folder.aside, table, format));
      }
      const described = dataPackage({
        name: `${PACKAGE_NAME}-${history.newestDay}`,
        title: `Administrative units of Vietnam, as of ${history.newestDay}`,
        files,
        sources: manifest.attribution.map(({ text: title }) => ({ title })),
      });
      await writeHashed(fs, join(folder.aside, DATA_PACKAGE_FILE), [
        Buffer.from(`${JSON.stringify(described, null, 2)}\n`),
      ]);
      await folder.finish();
      return files.map(({ name, file, rows }) => ({
        ...{ name: file.name, table: name, rows, bytes: file.bytes },
      }));
    } catch (error) {
      await folder.discard();
      throw error;
    }
  });
}

async function writeTable(fs: DurableFs, folder: string, table: ExportTable, format: ExportFormat) {
  const { name, description } = table;
  const { blocks, columns, extension } = EXPORT_FORMATS[format](table);
  let rows = 0;
  const hashed = await writeHashed(
    fs,
    join(folder, name + extension),
    blocks((count) => (rows += count)),
  );
  return { name, format, file: { name: name + extension, ...hashed }, columns, description, rows };
}

/** Converts errors of the disk to IO. */
async function guarded<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const errno = errnoOf(cause);
    if ((isGeomillError(cause) && !isGeomillError(cause, 'IO')) || errno === undefined) throw cause;
    throw new GeomillError(
      'IO',
      `Cannot write the folder ${dir} (${errno}). Make room or name another folder.`,
      {
        cause,
      },
    );
  }
}

/** Returns the files of the export in a folder; none if it has no Data Package of an export. */
async function knownFiles(dir: string): Promise<ReadonlySet<string>> {
  const content = await readFile(join(dir, DATA_PACKAGE_FILE), 'utf8').catch(() => '');
  try {
    const { name, resources } = JSON.parse(content) as { name: string; resources: { path: string }[] };
    if (!name.startsWith(`${PACKAGE_NAME}-`)) return new Set();
    return new Set([DATA_PACKAGE_FILE, ...resources.map(({ path }) => path)]);
  } catch {
    return new Set();
  }
}
