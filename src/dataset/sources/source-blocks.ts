import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';

const BLOCK_BYTES = 1 << 20;

/** Receiver of the progress of reading a file. Units: bytes on disk, compressed ones of a `.gz`. */
export type OnBytes = (readBytes: number, totalBytes: number) => void;

/**
 * Reads a file block by block and decompresses gzip, whatever its name.
 *
 * Errors: INPUT_MISSING if it cannot be opened; INPUT_BAD with the byte if a gzip file is truncated or damaged; IO.
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
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const block of raw as AsyncIterable<Buffer>) {
        readBytes += block.length;
        onBytes?.(readBytes, size);
        yield block;
      }
    }
    const magic = Buffer.alloc(2);
    await handle.read(magic, 0, 2, 0);
    if (magic[0] !== 0x1f || magic[1] !== 0x8b) {
      yield* counted();
      return;
    }
    const inflate = createGunzip({ chunkSize: BLOCK_BYTES });
    // Errors of the stream and of the file are thrown by the loop below.
    pipeline(counted, inflate, () => undefined);
    try {
      for await (const block of inflate) yield block as Buffer;
    } catch (cause) {
      if (!isZlibError(cause)) throw cause;
      const how = cause.code === 'Z_BUF_ERROR' ? 'breaks off after' : 'is damaged before';
      const message = `${file}: the gzip file ${how} byte ${readBytes}. Download or copy it again.`;
      throw new GeomillError('INPUT_BAD', message, { cause, details: { byteOffset: readBytes } });
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

function isZlibError(error: unknown): error is Error & { code: string } {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('Z_');
}
