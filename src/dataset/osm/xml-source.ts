import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import {
  newTags,
  NO_TAGS,
  type OsmFileHeader,
  type OsmMember,
  type OsmSource,
  type OsmTags,
  type OsmType,
  type OsmVisitor,
} from './osm-entities.ts';
import { createUnchangedCheck, GIVE_OSM, osmBad, OsmFault, osmStopped, osmUnreadable } from './osm-faults.ts';

/** Receiver of the elements of an OSM XML file. Errors: OsmFault. */
interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Ends the file. */
  end(): void;
}

/** The object whose element is open. */
interface OpenObject {
  type: OsmType;
  id: number;
  attributes: Readonly<Record<string, string>>;
  tags: Record<string, string> | undefined;
  refs: number[];
  members: OsmMember[];
}

/** Creates the handler that builds OpenStreetMap objects from elements; objects marked as deleted are left out. */
function createXmlHandler(visitor: OsmVisitor, header: OsmFileHeader): XmlHandler {
  let depth = 0;
  let object: OpenObject | undefined;

  return {
    open(name, attributes) {
      depth += 1;
      if (depth === 1) checkRoot(name, attributes, header);
      else if (depth === 2) {
        if (isType(name)) {
          object = {
            type: name,
            id: readId(name, 'id', attributes),
            attributes,
            tags: undefined,
            refs: [],
            members: [],
          };
        } else if (name === 'meta' && attributes['osm_base'] !== undefined)
          setTimestamp(header, attributes['osm_base']);
      } else if (depth === 3 && object !== undefined) addChild(object, name, attributes);
    },
    close() {
      depth -= 1;
      if (depth !== 1 || object === undefined) return;
      if (object.attributes['action'] !== 'delete' && object.attributes['visible'] !== 'false')
        visit(visitor, object);
      object = undefined;
    },
    end() {
      // An empty file is not well-formed, so the parser has already reported it.
      if (depth !== 0) throw new OsmFault(message('osm.breaksOff'));
    },
  };
}

function checkRoot(name: string, attributes: Readonly<Record<string, string>>, header: OsmFileHeader): void {
  if (name !== 'osm') {
    const advice = name === 'osmChange' ? message('osm.applyChanges') : GIVE_OSM;
    throw new OsmFault(message('osm.otherRoot', { name }), advice);
  }
  const version = attributes['version'];
  if (version !== undefined && version !== '0.6')
    throw new OsmFault(message('osm.otherVersion', { version }), message('osm.convertVersion'));
  if (attributes['timestamp'] !== undefined) setTimestamp(header, attributes['timestamp']);
}

function setTimestamp(header: OsmFileHeader, text: string): void {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) header.timestamp = new Date(time).toISOString();
}

function addChild(object: OpenObject, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'tag') {
    const { k, v } = attributes;
    if (k === undefined || v === undefined)
      throw new OsmFault(message('osm.tagIncomplete', { type: object.type, id: object.id }));
    object.tags ??= newTags();
    object.tags[k] = v;
  } else if (name === 'nd' && object.type === 'way') object.refs.push(readId('nd', 'ref', attributes));
  else if (name === 'member' && object.type === 'relation') {
    const { type = '', role = '' } = attributes;
    if (!isType(type))
      throw new OsmFault(message('osm.otherMember', { id: object.id, type: JSON.stringify(type) }));
    object.members.push({ type, id: readId('member', 'ref', attributes), role });
  }
}

function visit(visitor: OsmVisitor, { type, id, attributes, tags: filled, refs, members }: OpenObject): void {
  const tags: OsmTags = filled ?? NO_TAGS;
  if (type === 'node')
    visitor.node?.(id, readDegrees(id, 'lat', attributes), readDegrees(id, 'lon', attributes), tags);
  else if (type === 'way') visitor.way?.(id, refs, tags);
  else visitor.relation?.(id, members, tags);
}

function isType(name: string): name is OsmType {
  return name === 'node' || name === 'way' || name === 'relation';
}

function readId(element: string, name: string, attributes: Readonly<Record<string, string>>): number {
  const text = attributes[name] ?? '';
  const id = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(id))
    throw new OsmFault(message('osm.notInteger', { element, name, value: JSON.stringify(text) }));
  return id;
}

function readDegrees(id: number, name: string, attributes: Readonly<Record<string, string>>): number {
  const text = attributes[name] ?? '';
  const degrees = Number(text);
  if (text.trim() === '' || !Number.isFinite(degrees))
    throw new OsmFault(message('osm.notNumber', { id, name, value: JSON.stringify(text) }));
  return Math.round(degrees * 1e7);
}

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
          if (parser.position - lastElement > MOST_CHARACTERS_WITHOUT_ELEMENT)
            throw new OsmFault(message('osm.noElement'));
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
