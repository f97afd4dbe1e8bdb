import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';

/** Size of a block of a tar archive; members are padded to it. */
export const TAR_BLOCK_BYTES = 512;
/** Name of the first member of a tile extract, which has the offsets of the others. */
export const INDEX_NAME = 'index.bin';
/** Size of an entry of the index: 64-bit offset, 32-bit tile id, 32-bit size, little-endian. */
export const INDEX_ENTRY_BYTES = 16;

/** Position of the size in the header of a tar member. */
const SIZE_OFFSET = 124;
const SIZE_DIGITS = 11;

/**
 * Checks that a file is a complete extract of road tiles: Valhalla treats missing tiles as an area without roads.
 *
 * Errors: DATASET_BAD for a file that cannot be read, is not a tile extract, or is truncated.
 * Cost: reads the index only.
 */
export function checkTileExtract(file: string): void {
  const bad = (fault: Message, cause?: unknown) =>
    new GeomillError('DATASET_BAD', message('roads.badTiles', { file, fault }), {
      cause,
    });
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    throw bad(message('roads.tilesUnreadable'), cause);
  }
  try {
    const { size } = fstatSync(handle);
    const header = readAt(handle, 0, TAR_BLOCK_BYTES);
    const indexBytes = Number.parseInt(header.toString('latin1', SIZE_OFFSET, SIZE_OFFSET + SIZE_DIGITS), 8);
    const name = header.toString('latin1', 0, INDEX_NAME.length + 1);
    if (name !== `${INDEX_NAME}\0` || !(indexBytes > 0) || indexBytes % INDEX_ENTRY_BYTES !== 0)
      throw bad(message('roads.noTileExtract'));
    const index = readAt(handle, TAR_BLOCK_BYTES, Math.min(indexBytes, size));
    for (let at = 0; at < indexBytes; at += INDEX_ENTRY_BYTES) {
      const isInIndex = at + INDEX_ENTRY_BYTES <= index.length;
      if (!isInIndex || Number(index.readBigUInt64LE(at)) + index.readUInt32LE(at + 12) > size)
        throw bad(message('roads.tilesTruncated'));
    }
  } catch (error) {
    throw error instanceof GeomillError ? error : bad(message('roads.tilesUnreadable'), error);
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, position));
}
