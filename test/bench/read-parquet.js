// Reads the columns of a Parquet file that Geomill reads of Overture's places, with the same reader and nothing else.
// node test/bench/read-parquet.js FILE COLUMN ...
import process from 'node:process';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const [, , path, ...columns] = process.argv;
const file = await asyncBufferFromFile(path);
const metadata = await parquetMetadataAsync(file);
let rowStart = 0;
for (const { num_rows: rows } of metadata.row_groups) {
  const rowEnd = rowStart + Number(rows);
  const options = { file, metadata, compressors, columns, rowStart, rowEnd, rowFormat: 'object' };
  await parquetRead({ ...options, onComplete: () => undefined });
  rowStart = rowEnd;
}
