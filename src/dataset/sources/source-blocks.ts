import { open } from 'node:fs/promises';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';

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
    const reason = message('dataset.notOpened', {
      file,
      cause: errnoOf(cause) ?? message('fault.unknownError'),
    });
    throw new GeomillError('INPUT_MISSING', reason, { cause });
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
    const reason = message('dataset.sourceUnreadable', { file, cause: errnoOf(cause) ?? '' });
    throw new GeomillError('IO', reason, { cause });
  } finally {
    await handle.close();
  }
}
