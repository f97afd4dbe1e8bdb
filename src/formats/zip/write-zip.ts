import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip archive; its text is written as UTF-8. */
export interface ZipEntry {
  name: string;
  blocks: AsyncIterable<string> | Iterable<string>;
}

/** Thrown when a file is larger than the format allows without its extension for 64 bits. */
export class ZipTooLarge extends Error {}

const MAX_BYTES = 0xffff_ffff;
/** Names are UTF-8; CRC and sizes follow the data. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980, the first day of the format: equal contents give equal archives. */
const FIRST_DAY = 0x0021;

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  bytes: number;
  offset: number;
}

/**
 * Writes a zip archive as a stream, each file compressed. Source: PKWARE APPNOTE 6.3.
 *
 * Errors: ZipTooLarge. Guarantee: equal contents give equal bytes with the same version of zlib.
 */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const files: Written[] = [];
  let offset = 0;
  for (const { name, blocks } of entries) {
    const file: Written = { name: Buffer.from(name), crc: 0, packed: 0, bytes: 0, offset };
    const header = localHeader(file.name);
    yield header;
    for await (const block of deflate(counted(blocks, file))) {
      file.packed += block.length;
      yield block;
    }
    const descriptor = dataDescriptor(file);
    yield descriptor;
    offset += header.length + file.packed + descriptor.length;
    if (file.bytes > MAX_BYTES || offset > MAX_BYTES) throw new ZipTooLarge();
    files.push(file);
  }
  const directory = Buffer.concat(files.map(directoryEntry));
  yield directory;
  yield endRecord(files.length, directory.length, offset);
}

async function* counted(
  blocks: ZipEntry['blocks'],
  file: { crc: number; bytes: number },
): AsyncGenerator<Buffer> {
  for await (const text of blocks) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.bytes += bytes.length;
    if (file.bytes > MAX_BYTES) throw new ZipTooLarge();
    yield bytes;
  }
}

async function* deflate(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 6 });
  const source = Readable.from(blocks, { objectMode: true });
  source.on('error', (error) => packer.destroy(error));
  source.pipe(packer);
  try {
    for await (const block of packer) yield block as Buffer;
  } finally {
    source.destroy();
    packer.destroy();
  }
}

/** Packs unsigned numbers, each with its size in bytes, little endian. */
function pack(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const sizes = [4, 4, 4].map((size) => [size, 0] as [4, number]);
  const start = [
    [4, 0x04034b50],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, FIRST_DAY],
  ] as const;
  return Buffer.concat([pack(...start, ...sizes, [2, name.length], [2, 0]), name]);
}

function dataDescriptor({ crc, packed, bytes }: Written): Buffer {
  return pack([4, 0x08074b50], [4, crc], [4, packed], [4, bytes]);
}

function directoryEntry({ name, crc, packed, bytes, offset }: Written): Buffer {
  const start = [
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
  ] as const;
  const time = [
    [2, 0],
    [2, FIRST_DAY],
  ] as const;
  const sizes = [
    [4, crc],
    [4, packed],
    [4, bytes],
    [2, name.length],
  ] as const;
  const rest = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ] as const;
  return Buffer.concat([pack(...start, ...time, ...sizes, ...rest), name]);
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  return pack([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, bytes], [4, offset], [2, 0]);
}
