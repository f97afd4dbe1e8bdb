import { open } from 'node:fs/promises';
import { parquetMetadataAsync, type AsyncBuffer, type FileMetaData } from 'hyparquet';
import { errnoOf, GeomillError } from '../../base/errors/geomill-error.ts';
import { pruneColumns } from './prune-columns.ts';
import { orDamaged, readSlices } from './read-slices.ts';
import { tableColumns } from './table-columns.ts';

/** A Parquet file on disk whose index was read. */
export interface ParquetFile {
  /** Names of the columns at the top of the schema. */
  columns: readonly string[];
  rowCount: number;
  /**
   * Reads the rows, of the columns that are asked for only, as objects; shapes are GeoJSON. `omitted` are columns inside of them, as of pruneColumns.
   *
   * Errors: INPUT_BAD if the file is damaged.
   */
  rows: <Row>(columns: readonly string[], omitted: readonly string[]) => AsyncGenerator<Row[]>;
}

/**
 * Opens a Parquet file on disk, of any size, and passes it on.
 *
 * Errors: INPUT_MISSING if it cannot be opened; INPUT_BAD if it is damaged, encrypted, or in another coordinate system than WGS84; IO.
 * Cost: memory for the index, and for the asked columns of some rows.
 */
export async function withParquetFile<T>(path: string, use: (file: ParquetFile) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    const message = `Cannot open ${path} (${errnoOf(cause) ?? 'unknown error'}). Name a file that can be read.`;
    throw new GeomillError('INPUT_MISSING', message, { cause });
  });
  try {
    const { size } = await handle.stat();
    const file: AsyncBuffer = {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = Buffer.alloc(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start).catch((cause: unknown) => {
          throw new GeomillError(
            'IO',
            `Cannot read ${path} (${errnoOf(cause) ?? 'unknown error'}). Check the disk.`,
            {
              cause,
            },
          );
        });
        return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytesRead);
      },
    };
    const metadata = await orDamaged(() => parquetMetadataAsync(file));
    return await use(openFile(file, metadata));
  } finally {
    await handle.close();
  }
}

function openFile(file: AsyncBuffer, metadata: FileMetaData): ParquetFile {
  return {
    columns: tableColumns(metadata).map(({ name }) => name),
    rowCount: Number(metadata.num_rows),
    rows: (wanted, omitted) => readSlices(file, pruneColumns(metadata, omitted), [...wanted]),
  };
}
