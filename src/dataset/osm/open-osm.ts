import { open } from 'node:fs/promises';
import type { OsmFileHeader, OsmSource, OsmVisitor } from './osm-entities.ts';
import { createUnchangedCheck, GIVE_OSM, osmBad, OsmFault, osmStopped, osmUnreadable } from './osm-faults.ts';
import { createXmlSource } from './xml-source.ts';
import { message } from '../../base/messages/message.ts';
import { blobFault, type BlobPlace, findBlob, type OpenFile, readBlob } from './pbf-blobs.ts';
import { BLOCK_HAS, readPbfBlock } from './pbf-block.ts';
import { PbfReader } from 'pbf';
import { readEnd, readFields, readNumber } from './pbf-message.ts';

/**
 * Opens an OpenStreetMap file for reading: PBF, XML or gzipped XML, detected by its first bytes, not by its name.
 *
 * Errors: INPUT_MISSING if there is no such file; IO if it cannot be read.
 */
export async function openOsmFile(path: string): Promise<OsmSource> {
  const head = await readHead(path);
  if (head[0] === 0x1f && head[1] === 0x8b) return createXmlSource(path, true);
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  return text.startsWith('<') ? createXmlSource(path, false) : createPbfSource(path);
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw osmUnreadable(path, cause);
  }
}

/**
 * Opens an .osm.pbf file for several passes; later ones skip the blocks without objects they need.
 *
 * Source: https://wiki.openstreetmap.org/wiki/PBF_Format
 */
export function createPbfSource(path: string): OsmSource {
  /** Types of objects in the blocks by their offset, as of the first pass. */
  const kindsAt = new Map<number, number>();
  const checkUnchanged = createUnchangedCheck(path);

  return {
    async read(visitor, onBytes, signal) {
      const wanted = kindsWanted(visitor);
      const file = await openFile(path);
      try {
        checkUnchanged(await file.handle.stat());
        const header: OsmFileHeader = {};
        /** Reads the block at an offset: of objects that are not wanted only its place. */
        const load = async (offset: number) => {
          const place = await findBlob(file, offset);
          if (offset === 0 && place.type !== 'OSMHeader')
            throw osmBad(path, 0, { fault: message('osm.noHeaderBlock') });
          const kinds = kindsAt.get(offset);
          const isWanted = kinds === undefined || (kinds & wanted) !== 0;
          return { place, bytes: isWanted ? await readBlob(file, place) : undefined };
        };
        /** Starts to read it. Shape: undefined at the end of the file; nobody may wait for a failure, if the pass ends before. */
        const start = (offset: number) => {
          const loading = offset < file.length ? load(offset) : undefined;
          loading?.catch(() => undefined);
          return loading;
        };
        let ahead = start(0);
        while (ahead !== undefined) {
          if (signal?.aborted === true) throw osmStopped(path);
          const { place, bytes }: Awaited<typeof ahead> = await ahead;
          const { offset } = place;
          const end = place.blobOffset + place.blobLength;
          // The next block is read and decompressed in another thread while this one is parsed.
          ahead = start(end);
          if (bytes !== undefined) {
            if (place.type === 'OSMHeader')
              Object.assign(
                header,
                decode(file, place, () => readPbfHeader(bytes)),
              );
            else
              kindsAt.set(
                offset,
                decode(file, place, () => readPbfBlock(bytes, visitor)),
              );
          }
          onBytes?.(end, file.length);
        }
        if (file.length === 0) throw osmBad(path, 0, { fault: message('osm.empty'), advice: GIVE_OSM });
        return header;
      } catch (cause) {
        throw osmUnreadable(path, cause);
      } finally {
        await file.handle.close();
      }
    },
  };
}

function kindsWanted({ node, way, relation }: OsmVisitor): number {
  return (node ? BLOCK_HAS.nodes : 0) | (way ? BLOCK_HAS.ways : 0) | (relation ? BLOCK_HAS.relations : 0);
}

async function openFile(path: string): Promise<OpenFile> {
  try {
    const handle = await open(path, 'r');
    return { path, handle, length: (await handle.stat()).size };
  } catch (cause) {
    throw osmUnreadable(path, cause);
  }
}

/** Runs a decoder on the bytes of a block and adds the location of the block to its errors. */
function decode<T>(file: OpenFile, place: BlobPlace, decoder: () => T): T {
  try {
    return decoder();
  } catch (cause) {
    throw blobFault(file, place, cause);
  }
}

/** Required features of files that this reader supports. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/** Parses the header block of a PBF file. Errors: OsmFault if it is damaged, or requires an unsupported feature. */
function readPbfHeader(bytes: Buffer): OsmFileHeader {
  const pbf = new PbfReader(bytes);
  const header: OsmFileHeader = {};
  readFields(pbf, pbf.length, (field) => {
    if (field === 4) {
      const end = readEnd(pbf, pbf.length);
      const feature = bytes.toString('utf8', pbf.pos, end);
      pbf.pos = end;
      if (!KNOWN_FEATURES.has(feature)) {
        throw new OsmFault(
          message('osm.unknownFeature', { feature: JSON.stringify(feature) }),
          message(feature === 'HistoricalInformation' ? 'osm.useExtract' : 'osm.writePlainly'),
        );
      }
    } else if (field === 32) {
      const seconds = readNumber(pbf, 'signed');
      if (seconds > 0 && seconds < 1e11) header.timestamp = new Date(seconds * 1000).toISOString();
    }
  });
  return header;
}
