import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { cellText } from '../../base/text/cell-text.ts';
import { type FeatureCells, scanFeatures } from '../../formats/feature-scan.ts';
import type { RecordReader } from '../../formats/output-format.ts';
import { RECORD, recordReader } from '../../formats/outputs.ts';
import { cellTextOf } from '../../formats/read-features.ts';
import { streamFile, streamFileAhead } from '../../run/pipeline/input/stream-file.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { readRecords } from '../../run/pipeline/rerun/stored-rows.ts';

const BYTE_ORDER_MARK = /^\ufeff/;

/** A row of a result file. Shape: `text` returns a cell of the columns that were asked for, by its place in that list; empty where there is none. */
export interface ResultRow {
  text(at: number): string;
}

/** Finds the columns that are read, in the header of the file. Shape: indexes of columns. */
export type ChooseColumns = (header: readonly string[]) => readonly number[];

/**
 * Reads the rows of a file, those of a block together: a generator that yields behind each block.
 *
 * Shape: the row that `onRow` receives is valid during the call only.
 */
export type ScanRows = (
  blocks: AsyncIterable<Uint8Array>,
  choose: ChooseColumns,
  onRow: (row: ResultRow) => void,
) => AsyncGenerator<void>;

/** Returns the scan of the GeoJSON that Geomill writes, with these columns. Cost: decodes only the cells that are asked for. */
export function scanOfFeatures(names: readonly string[]): ScanRows {
  return async function* (blocks, choose, onRow) {
    const chosen = choose(names);
    let current: FeatureCells;
    const row: ResultRow = { text: (at) => cellTextOf(current, chosen[at] as number) };
    const addRow = (cells: FeatureCells) => {
      current = cells;
      onRow(row);
    };
    yield* scanFeatures(blocks, names, addRow, () => undefined);
  };
}

/** Returns the scan of the CSV or of the lines of JSON that Geomill writes. Cost: decodes all cells. */
export function scanOfRecords(reader: RecordReader): ScanRows {
  const isCsv = reader.syntax === 'csv';
  return async function* (blocks, choose, onRow) {
    let header: string[] | undefined;
    let chosen: readonly number[] = [];
    let values: readonly unknown[] = [];
    const row: ResultRow = { text: (at) => cellText(values[chosen[at] as number]) };
    for await (const records of readRecords(blocks, { separator: '', isQuoted: isCsv })) {
      for (const record of records) {
        if (!header) {
          header = isCsv
            ? reader.read(record.replace(BYTE_ORDER_MARK, ''), []).map(cellText)
            : Object.keys(JSON.parse(record) as object);
          chosen = choose(header);
          if (isCsv) continue;
        }
        values = reader.read(record, header);
        onRow(row);
      }
      yield;
    }
  };
}

/** The formats that have the rows as text, the cheapest first: of GeoJSON only the cells that are asked for are decoded. */
const FORMATS = [RECORD, 'geojson', 'geojsonl', 'geojsons', 'csv', 'excel', 'ndjson'];

/** Reads all rows of a finished run, in their order. */
export type ReadResults = (choose: ChooseColumns, onRow: (row: ResultRow) => void) => Promise<void>;

/**
 * Opens the rows of a finished run, from the first of its files that has them as text.
 *
 * Errors: RESULTS_CHANGED when the file is missing, or has not the size that the manifest names; NOT_SUPPORTED when no file has the rows as text.
 */
export async function openResults(fs: DurableFs, folder: string, manifest: Manifest): Promise<ReadResults> {
  const columns = manifest.columns?.map(({ name }) => name);
  // A run of an older version has no list of its columns.
  const formats = FORMATS.filter((format) => columns || !isGeojson(format));
  const names = formats.flatMap((format) => [format, `${format}.gz`]);
  const output = names.find((name) => manifest.files[name] !== undefined);
  const file = output === undefined ? undefined : manifest.files[output];
  if (output === undefined || file === undefined) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      `no file in ${folder} has the rows as text: run the job with csv or ndjson among its outputs`,
    );
  }
  const path = join(folder, file.name);
  const found = await fs.stat(path);
  if (found?.bytes !== file.bytes) {
    throw new GeomillError(
      'RESULTS_CHANGED',
      `${path} ${found ? 'was changed' : 'is missing'} after the run: use --restart to run it again`,
    );
  }
  const format = output.replace(/\.gz$/, '');
  const scan = isGeojson(format)
    ? scanOfFeatures(columns ?? [])
    : scanOfRecords(recordReader(format) as RecordReader);
  return async (choose, onRow) => {
    const blocks = scan(open(fs, path, output.endsWith('.gz')), choose, onRow);
    while (!(await blocks.next()).done);
  };
}

const isGeojson = (format: string) => format === RECORD || format.startsWith('geojson');

function open(fs: DurableFs, path: string, isCompressed: boolean): AsyncIterable<Uint8Array> {
  if (!isCompressed) return streamFileAhead(fs, path);
  // A reader that stops early, or a failure, closes the file too; the failure reaches the reader through the last stream.
  return pipeline(Readable.from(streamFile(fs, path)), createGunzip(), () => undefined);
}
