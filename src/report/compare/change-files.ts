import { join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { csvOutput } from '../../formats/csv-write.ts';
import { excelOutput } from '../../formats/excel-write.ts';
import { encodeLines } from '../../formats/feature-collection.ts';
import type { RowWriter } from '../../formats/output-format.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { DurableFile, DurableFs } from '../../base/files/durable-fs.ts';
import { partPathOf } from '../../base/files/replace-file.ts';
import { journalPath, manifestPath } from '../../run/pipeline/journal/run-paths.ts';
import type { RowChange } from './row-change.ts';
import type { RowFacts } from './row-facts.ts';

const BOTH: Readonly<Record<string, [OutputColumn['type'], (facts: RowFacts) => unknown]>> = {
  row: ['integer', ({ row }) => (row === 0 ? null : row)],
  status: ['string', ({ status }) => status],
  reason: ['string', ({ reason }) => reason],
  label: ['string', ({ label }) => label],
  level: ['string', ({ level }) => level],
  ward: ['string', ({ ward: [, name, former] }) => name || former],
  ward_code: ['string', ({ ward: [code] }) => code],
  province: ['string', ({ province: [, name, former] }) => name || former],
  lat: ['number', ({ position }) => position?.lat],
  lon: ['number', ({ position }) => position?.lon],
};

interface ChangeColumn {
  name: string;
  type: OutputColumn['type'];
  of: (change: RowChange) => unknown;
}

const COLUMNS: readonly ChangeColumn[] = [
  { name: 'key', type: 'string', of: ({ before, after }) => (after ?? before)?.key },
  { name: 'changes', type: 'string', of: ({ kinds }) => kinds.join(' ') },
  { name: 'moved_meters', type: 'number', of: ({ meters }) => meters && Math.round(meters * 10) / 10 },
  ...Object.entries(BOTH).flatMap(([name, [type, of]]): ChangeColumn[] => [
    { name: `old_${name}`, type, of: ({ before }) => before && of(before) },
    { name: `new_${name}`, type, of: ({ after }) => after && of(after) },
  ]),
];

/** The files of the changed rows while they are written. */
export interface ChangeFiles {
  add(changes: readonly RowChange[]): Promise<void>;
  /** Gives the files their names and returns their paths. */
  finish(): Promise<string[]>;
  /** Removes what was written. */
  cancel(): Promise<void>;
}

/**
 * Begins the files of changed rows in a folder: `changes.csv`, `changes.excel.csv` for spreadsheets, and `moved.geojsonl`, a line from the old to the new position of each moved row.
 *
 * Errors: OUTPUT_REFUSED when the folder is that of a run, or a file cannot be made; IO.
 * Guarantee: the files have their names when they are complete.
 */
export async function openChangeFiles(fs: DurableFs, folder: string): Promise<ChangeFiles> {
  if ((await fs.exists(manifestPath(folder))) || (await fs.exists(journalPath(folder))))
    throw new GeomillError(
      'OUTPUT_REFUSED',
      `${folder} is the folder of a run: choose another folder with --to`,
    );
  await fs.makeFolder(folder);
  const columns = COLUMNS.map(({ name, type }): OutputColumn => ({ name, type, description: '' }));
  const files: { file: NamedFile; encode: (changes: readonly RowChange[]) => string }[] = [];
  for (const format of [csvOutput, excelOutput]) {
    const writer = format.open(columns);
    const file = await openNamed(fs, folder, `changes${format.extension}`);
    await file.append(writer.head);
    files.push({ file, encode: (changes) => encodeRows(writer, changes) });
  }
  files.push({ file: await openNamed(fs, folder, 'moved.geojsonl'), encode: encodeMoves });
  return {
    async add(changes) {
      if (changes.length > 0) for (const { file, encode } of files) await file.append(encode(changes));
    },
    async finish() {
      for (const { file } of files) await file.finish();
      await fs.syncFolder(folder);
      return files.map(({ file }) => file.path);
    },
    async cancel() {
      for (const { file } of files) await file.cancel();
    },
  };
}

function encodeRows(writer: RowWriter, changes: readonly RowChange[]): string {
  return writer.encode(
    changes.map((change) => ({ values: COLUMNS.map(({ of }) => of(change)), position: null })),
  );
}

function encodeMoves(changes: readonly RowChange[]): string {
  return changes.map((change) => (change.kinds.includes('moved') ? `${lineOf(change)}\n` : '')).join('');
}

function lineOf(change: RowChange): string {
  const line = [change.before?.position, change.after?.position].filter((position) => position !== undefined);
  const properties = Object.fromEntries(COLUMNS.map(({ name, of }) => [name, of(change) ?? null]));
  return encodeLines([{ line, properties }]);
}

interface NamedFile {
  path: string;
  append(text: string): Promise<void>;
  finish(): Promise<void>;
  cancel(): Promise<void>;
}

/** Opens a file under a temporary name. */
async function openNamed(fs: DurableFs, folder: string, name: string): Promise<NamedFile> {
  const path = join(folder, name);
  const part = partPathOf(path);
  const file: DurableFile = await fs.openWrite(part);
  await file.truncate(0);
  let bytes = 0;
  return {
    path,
    async append(text) {
      const block = Buffer.from(text);
      await file.write(block, bytes);
      bytes += block.length;
    },
    async finish() {
      await file.sync();
      await file.close();
      await fs.rename(part, path);
    },
    async cancel() {
      await file.close();
      await fs.remove(part);
    },
  };
}
