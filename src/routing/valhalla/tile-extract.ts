import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { GeomillError } from '../../errors/geomill-error.ts';

/** Counts the bytes of a block of a tar archive, which its members are padded to. */
export const TAR_BLOCK_BYTES = 512;
/** Names the first member of an extract of road tiles, which says where the others are. */
export const INDEX_NAME = 'index.bin';
/** Counts the bytes of an entry of the index: 64-bit offset, 32-bit tile id, 32-bit size, little-endian. */
export const INDEX_ENTRY_BYTES = 16;

const SIZE_AT = 124;
const SIZE_DIGITS = 11;

/**
 * Checks that a file is a whole extract of road tiles: Valhalla takes what is missing for a country without roads.
 *
 * Errors: DATASET_BAD for a file that cannot be read, is no such extract, or is cut off.
 */
export function checkTileExtract(file: string): void {
  const bad = (why: string, cause?: unknown) =>
    new GeomillError('DATASET_BAD', `${file}: ${why}. Build the dataset again, or leave roads out of it.`, {
      cause,
    });
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    throw bad('the road tiles cannot be read', cause);
  }
  try {
    const { size } = fstatSync(handle);
    const header = readAt(handle, 0, TAR_BLOCK_BYTES);
    const indexBytes = Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
    const name = header.toString('latin1', 0, INDEX_NAME.length + 1);
    if (name !== `${INDEX_NAME}\0` || !(indexBytes > 0) || indexBytes % INDEX_ENTRY_BYTES !== 0)
      throw bad('no extract of road tiles');
    const index = readAt(handle, TAR_BLOCK_BYTES, Math.min(indexBytes, size));
    for (let at = 0; at < indexBytes; at += INDEX_ENTRY_BYTES) {
      const isThere = at + INDEX_ENTRY_BYTES <= index.length;
      if (!isThere || Number(index.readBigUInt64LE(at)) + index.readUInt32LE(at + 12) > size)
        throw bad('the road tiles are cut off');
    }
  } catch (error) {
    throw error instanceof GeomillError ? error : bad('the road tiles cannot be read', error);
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, position));
}
