import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { DerivedFormat, RowFormat } from './output-format.ts';

const LEVEL = 6;

/** Returns the format of the compressed file of a row format. */
export function gzipOf({ name, extension }: RowFormat): DerivedFormat {
  return {
    name: `${name}.gz`,
    extension: `${extension}.gz`,
    mediaType: 'application/gzip',
    from: name,
    make: ({ open }) => gzip(open()),
  };
}

/**
 * Compresses blocks as one gzip member. Source: RFC 1952.
 *
 * Guarantee: zlib writes no name and no time into the header, so that equal bytes give equal bytes with the same version of zlib.
 */
async function* gzip(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createGzip({ level: LEVEL });
  const source = Readable.from(blocks);
  source.on('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    for await (const block of deflate) yield block as Buffer;
  } finally {
    source.destroy();
    deflate.destroy();
  }
}
