import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parquetWriteBuffer, type ParquetWriteOptions } from 'hyparquet-writer';
import { decodeOutlines } from '../../../src/base/geo/outlines.ts';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { conversionColumns } from './conversions.ts';
import { OUTLINE_METADATA, outlineColumns } from './outlines.ts';

/** Folder of the outlines that tools/outlines packs for the maps of pages. */
const OUTLINES = 'src/web/kit/map';

/** Returns the tables of a dataset that notebooks read: names of the files and their bytes. Guarantee: the same dataset and outlines give the same bytes. */
export async function unitTables(datasetDir: string): Promise<Record<string, Uint8Array>> {
  const admin = await openAdminDataset(datasetDir);
  const { history } = admin;
  if (history === undefined) throw new Error(`${datasetDir} has no dated units`);
  const [provinces, wards] = await Promise.all(
    ['provinces.bin', 'wards.bin'].map(async (name) =>
      decodeOutlines(inflateRawSync(await readFile(join(OUTLINES, name)))),
    ),
  );
  return {
    'conversions.parquet': parquet({ columnData: conversionColumns(admin, history) }),
    'outlines.parquet': parquet({
      ...{ columnData: outlineColumns(admin, provinces!, wards!), kvMetadata: [OUTLINE_METADATA] },
    }),
  };
}

function parquet(options: Omit<ParquetWriteOptions, 'writer'>): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ ...options, createdBy: 'geomill' }));
}

/** Writes the tables. Shape: the sum of their bytes. */
export async function writeUnitTables(datasetDir: string, outDir: string): Promise<number> {
  await mkdir(outDir, { recursive: true });
  const tables = Object.entries(await unitTables(datasetDir));
  for (const [name, bytes] of tables) await writeFile(join(outDir, name), bytes);
  return tables.reduce((sum, [, { length }]) => sum + length, 0);
}
