import { message } from '../../base/messages/message.ts';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { OsmFileHeader, OsmSource } from './osm-entities.ts';
import { osmBad, osmStopped, osmUnreadable, createUnchangedCheck, OsmFault } from './osm-faults.ts';
import { createXmlHandler } from './xml-handler.ts';

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
        throw new OsmFault(message('text.plain', { text: error.message.replace(/^\d+:\d+: |\.$/g, '') }));
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
            throw new OsmFault(message('osm.noElement'));
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
  if (cause instanceof OsmFault) {
    const at = message('osm.atLine', { line: parser.line, column: parser.column });
    return osmBad(path, byteOffset, cause, { cause, at });
  }
  const code = (cause as { code?: unknown } | null)?.code;
  const at = message('osm.beforeByte', { byte: byteOffset });
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    const fault = { fault: message('osm.notUtf8'), advice: message('osm.writeUtf8') };
    return osmBad(path, byteOffset, fault, { cause, at });
  }
  if (typeof code === 'string' && code.startsWith('Z_')) {
    const fault =
      code === 'Z_BUF_ERROR'
        ? message('osm.gzipBreaksOff')
        : message('osm.gzipDamaged', { cause: (cause as Error).message });
    return osmBad(path, byteOffset, { fault }, { cause, at });
  }
  return osmUnreadable(path, cause);
}
