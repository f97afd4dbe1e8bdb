import { message, type Message } from '../../base/messages/message.ts';
import { PbfReader } from 'pbf';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { osmBad, OsmFault, GIVE_OSM } from './osm-faults.ts';
import { readEnd, readFields, readNumber } from './pbf-message.ts';

/** Limit of the format for the header of a block. */
const MOST_HEADER_BYTES = 64 * 1024;
/** Limit of the format for a block, compressed and decompressed. */
const MOST_BLOB_BYTES = 32 * 1024 * 1024;

const inflateAsync = promisify(inflate);
/** Least size of a buffer of zlib, which gets one that a whole block fits into: each further one waits for this thread. */
const LEAST_CHUNK = 64;

/** Compressions of the format that Node does not support, by field. */
const OTHER_COMPRESSIONS: Readonly<Record<number, string>> = {
  4: 'LZMA',
  5: 'bzip2',
  6: 'LZ4',
  7: 'Zstandard',
};

/** Location of a block in a PBF file. Units: bytes; `offset` of the whole block, `blobOffset` of its content. */
export interface BlobPlace {
  type: 'OSMHeader' | 'OSMData';
  offset: number;
  blobOffset: number;
  blobLength: number;
}

/** A file open for reading. */
export interface OpenFile {
  path: string;
  handle: FileHandle;
  length: number;
}

/** Returns the block at an offset. Errors: INPUT_BAD if there is none. */
export async function findBlob(file: OpenFile, offset: number): Promise<BlobPlace> {
  const bad = (fault: Message, advice?: Message) =>
    osmBad(file.path, offset, advice ? { fault, advice } : { fault });
  const noPbf = () => bad(message('osm.notPbf'), GIVE_OSM);
  if (offset + 4 > file.length) throw bad(message('osm.breaksOffInLength'));
  const headerLength = (await readBytes(file, offset, 4)).readUInt32BE(0);
  if (headerLength === 0 || headerLength > MOST_HEADER_BYTES)
    throw offset === 0 ? noPbf() : bad(message('osm.badHeaderLength', { bytes: headerLength }));
  const blobOffset = offset + 4 + headerLength;
  if (blobOffset > file.length) throw bad(message('osm.breaksOffInHeader'));
  const { type, blobLength, fault } = readBlobHeader(await readBytes(file, offset + 4, headerLength));
  if (type !== 'OSMHeader' && type !== 'OSMData')
    throw offset === 0 ? noPbf() : bad(fault ?? message('osm.otherBlock', { type: JSON.stringify(type) }));
  if (blobLength < 0 || blobLength > MOST_BLOB_BYTES)
    throw bad(message('osm.blockTooLarge', { bytes: blobLength, most: MOST_BLOB_BYTES }));
  if (blobOffset + blobLength > file.length)
    throw bad(message('osm.endsBeforeBlock', { bytes: blobOffset + blobLength - file.length }));
  return { type, offset, blobOffset, blobLength };
}

/**
 * Reads and decompresses the content of a block.
 *
 * Errors: INPUT_BAD if it is damaged, has an unsupported compression, or is larger than the format allows: it is never decompressed beyond
 * its declared size.
 */
export async function readBlob(file: OpenFile, place: BlobPlace): Promise<Buffer> {
  const bytes = await readBytes(file, place.blobOffset, place.blobLength);
  try {
    return await inflateBlob(bytes);
  } catch (cause) {
    throw blobFault(file, place, cause);
  }
}

/** Returns the error for a block with invalid bytes; other errors are returned unchanged. */
export function blobFault(file: OpenFile, place: BlobPlace, cause: unknown): unknown {
  if (!(cause instanceof OsmFault) && !isZlibError(cause)) return cause;
  const isFault = cause instanceof OsmFault;
  const fault = message('osm.blockUnreadable', { cause: isFault ? cause.fault : cause.message });
  return osmBad(file.path, place.offset, isFault ? { fault, advice: cause.advice } : { fault }, { cause });
}

function isZlibError(cause: unknown): cause is Error {
  const code = (cause as { code?: unknown } | null)?.code;
  return (
    cause instanceof Error &&
    typeof code === 'string' &&
    (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
  );
}

function readBlobHeader(bytes: Buffer): { type: string; blobLength: number; fault?: Message } {
  const pbf = new PbfReader(bytes);
  const header = { type: '', blobLength: -1 };
  try {
    readFields(pbf, pbf.length, (field) => {
      if (field === 1) {
        const end = readEnd(pbf, pbf.length);
        header.type = bytes.toString('latin1', pbf.pos, end);
        pbf.pos = end;
      } else if (field === 3) header.blobLength = readNumber(pbf);
    });
  } catch (cause) {
    if (!(cause instanceof OsmFault)) throw cause;
    return { type: '', blobLength: -1, fault: message('osm.headerDamaged', { cause: cause.fault }) };
  }
  return header;
}

async function inflateBlob(bytes: Buffer): Promise<Buffer> {
  const pbf = new PbfReader(bytes);
  let raw: Buffer | undefined;
  let packed: Buffer | undefined;
  let rawSize = -1;
  readFields(pbf, pbf.length, (field) => {
    if (field === 2) {
      rawSize = readNumber(pbf);
      return;
    }
    const compression = OTHER_COMPRESSIONS[field];
    if (compression !== undefined)
      throw new OsmFault(message('osm.otherCompression', { compression }), message('osm.packAgain'));
    if (field !== 1 && field !== 3) return;
    const end = readEnd(pbf, pbf.length);
    const content = bytes.subarray(pbf.pos, end);
    pbf.pos = end;
    if (field === 1) raw = content;
    else packed = content;
  });
  if (packed === undefined) {
    if (raw === undefined) throw new OsmFault(message('osm.noContent'));
    return raw;
  }
  if (rawSize < 0 || rawSize > MOST_BLOB_BYTES)
    throw new OsmFault(message('osm.statesTooMuch', { bytes: rawSize, most: MOST_BLOB_BYTES }));
  // For zlib a limit of 0 is no limit; one byte more than declared is enough to detect a wrong size.
  const most = rawSize + 1;
  const inflated = await inflateAsync(packed, {
    maxOutputLength: most,
    chunkSize: Math.max(LEAST_CHUNK, most),
  });
  if (inflated.length !== rawSize)
    throw new OsmFault(message('osm.otherSize', { stated: rawSize, bytes: inflated.length }));
  return inflated;
}

async function readBytes(
  { handle, path, length: fileLength }: OpenFile,
  offset: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) {
      throw osmBad(path, offset + filled, {
        fault: message('osm.becameShorter', { bytes: fileLength }),
        advice: message('osm.runAgain'),
      });
    }
    filled += bytesRead;
  }
  return bytes;
}
