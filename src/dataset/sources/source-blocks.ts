import { open } from 'node:fs/promises';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';

const BLOCK_BYTES = 1 << 20;

/** Receiver of the progress of reading a file. Units: bytes on disk, compressed ones of a `.gz`. */
export type OnBytes = (readBytes: number, totalBytes: number) => void;

/**
 * Reads a file block by block.
 *
 * Errors: INPUT_MISSING if it cannot be opened; IO.
 */
export async function* readBlocks(file: string, onBytes?: OnBytes): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    const message = `Cannot open ${file} (${errnoOf(cause) ?? 'unknown error'}). Name a file that can be read.`;
    throw new GeomillError('INPUT_MISSING', message, { cause });
  });
  try {
    const { size } = await handle.stat();
    let readBytes = 0;
    const raw = handle.createReadStream({ autoClose: false, highWaterMark: BLOCK_BYTES });
    for await (const block of raw as AsyncIterable<Buffer>) {
      readBytes += block.length;
      onBytes?.(readBytes, size);
      yield block;
    }
  } catch (cause) {
    if (isGeomillError(cause) || errnoOf(cause) === undefined) throw cause;
    throw new GeomillError('IO', `Cannot read ${file} (${errnoOf(cause)}). Check the disk and the name.`, {
      cause,
    });
  } finally {
    await handle.close();
  }
}
