import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { asBuffer } from '../lines.ts';

/** A file of a zip archive: bytes, or text that is written as UTF-8. */
export interface ZipEntry {
  name: string;
  blocks: AsyncIterable<string | Uint8Array> | Iterable<string>;
}

/** Thrown when a file is larger than the format allows without its extension for 64 bits. */
export class ZipTooLarge extends Error {}

const MAX_BYTES = 0xffff_ffff;

/** The first day of the format, in the time zone of this machine as yazl takes it: equal contents give equal archives. */
const FIRST_DAY = new Date(1980, 0, 1);

/**
 * Writes a zip archive as a stream, each file compressed, one behind the other.
 *
 * Errors: ZipTooLarge. Guarantee: equal contents give equal bytes with the same version of zlib.
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const outputStream = archive.outputStream as Readable;
  let source: Readable | undefined;
  for (const { name, blocks } of entries) {
    archive.addReadStreamLazy(name, { mtime: FIRST_DAY, forceDosTimestamp: true }, (callback) => {
      source = Readable.from(encode(blocks), { objectMode: false });
      source.on('error', (error) => outputStream.destroy(error));
      callback(null, source);
    });
  }
  archive.end();
  let written = 0;
  try {
    for await (const block of outputStream as AsyncIterable<Buffer>) {
      written += block.length;
      if (written > MAX_BYTES) throw new ZipTooLarge();
      yield block;
    }
  } finally {
    source?.destroy();
  }
}

async function* encode(blocks: ZipEntry['blocks']): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const text of blocks) {
    const block = typeof text === 'string' ? Buffer.from(text) : asBuffer(text);
    bytes += block.length;
    if (bytes > MAX_BYTES) throw new ZipTooLarge();
    // An empty block would end the stream.
    if (block.length > 0) yield block;
  }
}
