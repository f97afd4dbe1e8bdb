import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { RecordReader } from '../../formats/output-format.ts';
import { RECORD, recordReader } from '../../formats/outputs.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { streamFile, streamFileAhead } from '../../run/pipeline/input/stream-file.ts';
import { scanOfFeatures, scanOfRecords, type ChooseColumns, type ResultRow } from './result-rows.ts';

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
