import { PbfWriter } from 'pbf';
import { deflateSync } from 'node:zlib';
import type { OsmMember, OsmTags, OsmType } from './osm-entities.ts';

/** Objects per block, as in the files of common tools. */
const OBJECTS_PER_BLOCK = 8000;
/** Most numbers per block, because the format limits a block to 32 MiB. */
const NUMBERS_PER_BLOCK = 1_000_000;
const CHARACTERS_PER_BLOCK = 4_000_000;

const TYPE_ORDER: Readonly<Record<OsmType, number>> = { node: 0, way: 1, relation: 2 };

/** An object to be written. */
type Pending<T> = T & { id: number; tags: OsmTags };
type PendingNode = Pending<{ lat: number; lon: number }>;
type PendingWay = Pending<{ refs: ArrayLike<number> }>;
type PendingRelation = Pending<{ members: readonly OsmMember[] }>;

/**
 * Writer of OpenStreetMap objects as PBF; they have to arrive sorted by type and id.
 *
 * Shape: tags are written, authors and dates of changes are not. Positions are in 1e-7 degrees, as OpenStreetMap stores them.
 * Errors: RangeError for an object out of order.
 */
export interface OsmPbfWriter {
  node(id: number, lat: number, lon: number, tags: OsmTags): void;
  way(id: number, refs: ArrayLike<number>, tags: OsmTags): void;
  relation(id: number, members: readonly OsmMember[], tags: OsmTags): void;
  /** Writes the remaining objects. */
  end(): void;
}

/**
 * Creates a writer that passes the bytes of a PBF file on, block by block.
 *
 * Guarantee: the same objects give the same bytes.
 * Source: https://wiki.openstreetmap.org/wiki/PBF_Format
 */
export function createOsmPbfWriter(
  write: (bytes: Uint8Array) => void,
  options: { timestamp?: string } = {},
): OsmPbfWriter {
  let lastType = -1;
  let lastId = -Infinity;
  let numbers = 0;
  let characters = 0;
  let nodes: PendingNode[] = [];
  let ways: PendingWay[] = [];
  let relations: PendingRelation[] = [];
  write(blobBytes('OSMHeader', headerBytes(options.timestamp)));

  function flush(): void {
    if (nodes.length + ways.length + relations.length === 0) return;
    write(blobBytes('OSMData', blockBytes(nodes, ways, relations)));
    [nodes, ways, relations] = [[], [], []];
    [numbers, characters] = [0, 0];
  }

  function next(type: OsmType, id: number, tags: OsmTags, size: number): void {
    const order = TYPE_ORDER[type];
    if (order < lastType || (order === lastType && id <= lastId)) {
      throw new RangeError(
        `${type} ${id} is out of order: expected nodes, ways, relations, each by ascending id.`,
      );
    }
    // A block has one type of objects, so readers can skip it.
    const count = nodes.length + ways.length + relations.length;
    if (
      order !== lastType ||
      count >= OBJECTS_PER_BLOCK ||
      numbers > NUMBERS_PER_BLOCK ||
      characters > CHARACTERS_PER_BLOCK
    ) {
      flush();
    }
    [lastType, lastId] = [order, id];
    numbers += size;
    for (const key in tags) characters += key.length + tags[key].length;
  }

  return {
    node(id, lat, lon, tags) {
      next('node', id, tags, 1);
      nodes.push({ id, lat, lon, tags });
    },
    way(id, refs, tags) {
      next('way', id, tags, refs.length);
      ways.push({ id, refs, tags });
    },
    relation(id, members, tags) {
      next('relation', id, tags, members.length);
      relations.push({ id, members, tags });
    },
    end: flush,
  };
}

function headerBytes(timestamp: string | undefined): Uint8Array {
  const pbf = new PbfWriter();
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) pbf.writeStringField(4, feature);
  pbf.writeStringField(5, 'Sort.Type_then_ID');
  pbf.writeStringField(16, 'geomill');
  if (timestamp !== undefined) pbf.writeVarintField(32, Math.floor(Date.parse(timestamp) / 1000));
  return pbf.finish();
}

function blobBytes(type: string, content: Uint8Array): Uint8Array {
  const blob = new PbfWriter();
  blob.writeVarintField(2, content.length);
  blob.writeBytesField(3, deflateSync(content));
  const blobContent = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, blobContent.length);
  const headerContent = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerContent.length, 0);
  return Buffer.concat([length, headerContent, blobContent]);
}

function blockBytes(
  nodes: readonly PendingNode[],
  ways: readonly PendingWay[],
  relations: readonly PendingRelation[],
): Uint8Array {
  // String 0 is unused, because a zero ends the tags of a dense node.
  const texts: string[] = [''];
  const indexes = new Map<string, number>();
  const textIndex = (text: string): number => {
    const known = indexes.get(text);
    if (known !== undefined) return known;
    indexes.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const group = new PbfWriter();
  if (nodes.length > 0)
    group.writeMessage(2, (pending, pbf) => writeDenseNodes(pending, textIndex, pbf), nodes);
  for (const way of ways) group.writeMessage(3, (pending, pbf) => writeWay(pending, textIndex, pbf), way);
  for (const relation of relations)
    group.writeMessage(4, (pending, pbf) => writeRelation(pending, textIndex, pbf), relation);
  const groupContent = group.finish();
  const block = new PbfWriter();
  // Not by writeString of the library, which corrupts characters beyond U+1FFFF, such as those of Nôm names.
  block.writeMessage(
    1,
    (all: readonly string[], pbf) => all.forEach((text) => pbf.writeBytesField(1, Buffer.from(text, 'utf8'))),
    texts,
  );
  block.writeBytesField(2, groupContent);
  return block.finish();
}

function writeDenseNodes(
  nodes: readonly PendingNode[],
  textIndex: (text: string) => number,
  pbf: PbfWriter,
): void {
  pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)));
  pbf.writePackedSVarint(8, deltas(nodes.map(({ lat }) => lat)));
  pbf.writePackedSVarint(9, deltas(nodes.map(({ lon }) => lon)));
  const tagged = nodes.map(({ tags }) => tagIndexes(tags, textIndex));
  if (tagged.some(([keys]) => keys.length > 0)) {
    const list = tagged.flatMap(([keys, values]) => [...keys.flatMap((key, i) => [key, values[i]]), 0]);
    pbf.writePackedVarint(10, list);
  }
}

function writeWay({ id, refs, tags }: PendingWay, textIndex: (text: string) => number, pbf: PbfWriter): void {
  writeIdAndTags(id, tags, textIndex, pbf);
  pbf.writePackedSVarint(8, deltas(Array.from(refs)));
}

function writeRelation(
  { id, members, tags }: PendingRelation,
  textIndex: (text: string) => number,
  pbf: PbfWriter,
): void {
  writeIdAndTags(id, tags, textIndex, pbf);
  pbf.writePackedVarint(
    8,
    members.map(({ role }) => textIndex(role)),
  );
  pbf.writePackedSVarint(9, deltas(members.map((member) => member.id)));
  pbf.writePackedVarint(
    10,
    members.map(({ type }) => TYPE_ORDER[type]),
  );
}

function writeIdAndTags(
  id: number,
  tags: OsmTags,
  textIndex: (text: string) => number,
  pbf: PbfWriter,
): void {
  const [keys, values] = tagIndexes(tags, textIndex);
  pbf.writeVarintField(1, id);
  pbf.writePackedVarint(2, keys);
  pbf.writePackedVarint(3, values);
}

function tagIndexes(tags: OsmTags, textIndex: (text: string) => number): [keys: number[], values: number[]] {
  const keys = Object.keys(tags);
  return [keys.map(textIndex), keys.map((key) => textIndex(tags[key]))];
}

function deltas(numbers: readonly number[]): number[] {
  return numbers.map((number, i) => number - (i === 0 ? 0 : numbers[i - 1]));
}
