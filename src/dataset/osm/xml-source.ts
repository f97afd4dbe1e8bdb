import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { OsmFileHeader, OsmSource } from './osm-entities.ts';
import { GET_IT_AGAIN, osmBad, osmStopped, osmUnreadable, createUnchangedCheck } from './osm-faults.ts';
import { createXmlHandler, XmlFault } from './xml-handler.ts';

/** Limit for text without an element: far above that of valid files, and a bound for the memory of invalid ones. */
const MOST_CHARACTERS_WITHOUT_ELEMENT = 16 * 1024 * 1024;

/**
 * Opens an .osm or .osm.gz file (XML) for several passes.
 *
 * Source: https://wiki.openstreetmap.org/wiki/OSM_XML
 */
export function createXmlSource(path: string, isPacked: boolean): OsmSource {
  const checkUnchanged = createUnchangedCheck(path);

  return {
    async read(visitor, onBytes, signal) {
      const header: OsmFileHeader = {};
      let byteOffset = 0;
      const parser = new SaxesParser({ position: true });
      let lastElement = 0;
      const handler = createXmlHandler(visitor, header);
      parser.on('opentag', ({ name, attributes }) => {
        lastElement = parser.position;
        handler.open(name, attributes as Record<string, string>);
      });
      parser.on('closetag', ({ name }) => handler.close(name));
      parser.on('error', (error) => {
        // The caller adds the location.
        throw new XmlFault(error.message.replace(/^\d+:\d+: |\.$/g, ''));
      });
      const decoder = new TextDecoder('utf-8', { fatal: true });
      try {
        const state = await stat(path);
        checkUnchanged(state);
        const counted = countBytes(path, (bytes) => {
          byteOffset += bytes;
          onBytes?.(byteOffset, state.size);
        });
        for await (const chunk of isPacked ? gunzip(counted) : counted) {
          if (signal?.aborted === true) throw osmStopped(path);
          parser.write(decoder.decode(chunk, { stream: true }));
          if (parser.position - lastElement > MOST_CHARACTERS_WITHOUT_ELEMENT) {
            throw new XmlFault('no element for 16 million characters');
          }
        }
        parser.write(decoder.decode());
        parser.close();
        handler.end();
        return header;
      } catch (cause) {
        throw faultOf(path, parser, byteOffset, cause);
      }
    },
  };
}

async function* countBytes(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}

async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed);
  const inflate = createGunzip();
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

function faultOf(
  path: string,
  parser: { line: number; column: number },
  byteOffset: number,
  cause: unknown,
): unknown {
  if (cause instanceof GeomillError) return cause;
  if (cause instanceof XmlFault) {
    const at = `line ${parser.line}, column ${parser.column}`;
    return osmBad(path, byteOffset, cause.message, cause.advice, { cause, at });
  }
  const code = (cause as { code?: unknown } | null)?.code;
  const at = `before byte ${byteOffset}`;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return osmBad(path, byteOffset, 'there is text that is not UTF-8', 'Write the file as UTF-8', {
      cause,
      at,
    });
  }
  if (typeof code === 'string' && code.startsWith('Z_')) {
    const isCut = code === 'Z_BUF_ERROR';
    const fault = isCut
      ? 'the gzip file breaks off'
      : `the gzip file is damaged (${(cause as Error).message})`;
    return osmBad(path, byteOffset, fault, GET_IT_AGAIN, { cause, at });
  }
  return osmUnreadable(path, cause);
}
