import { message } from '../../base/messages/message.ts';
import { PbfReader } from 'pbf';
import { OsmFault } from './osm-faults.ts';
import {
  newTags,
  NO_TAGS,
  type OsmMember,
  type OsmTags,
  type OsmType,
  type OsmVisitor,
} from './osm-entities.ts';
import { readEnd, readFields, readNumber, readPacked } from './pbf-message.ts';

/** Bits of the types of objects in a block. */
export const BLOCK_HAS = { nodes: 1, ways: 2, relations: 4 } as const;

const MEMBER_TYPES: readonly OsmType[] = ['node', 'way', 'relation'];

/** Data that the objects of a block share. Units: 1e-9 degrees. */
interface BlockContext {
  pbf: PbfReader;
  string: (index: number | undefined) => string;
  granularity: number;
  latOffset: number;
  lonOffset: number;
}

/**
 * Parses the objects of a data block and returns their types as bits.
 *
 * Errors: OsmFault if the bytes are not a data block.
 */
export function readPbfBlock(bytes: Buffer, visitor: OsmVisitor): number {
  const pbf = new PbfReader(bytes);
  const groups: [start: number, end: number][] = [];
  const strings: number[] = [];
  const context: BlockContext = {
    pbf,
    string: createStringTable(bytes, strings),
    granularity: 100,
    latOffset: 0,
    lonOffset: 0,
  };
  // The units come after the objects, so the objects are parsed afterwards.
  readFields(pbf, pbf.length, (field) => {
    if (field === 1) readStringTable(pbf, strings);
    else if (field === 2) {
      const end = readEnd(pbf, pbf.length);
      groups.push([pbf.pos, end]);
      pbf.pos = end;
    } else if (field === 17) context.granularity = readNumber(pbf);
    else if (field === 19) context.latOffset = readNumber(pbf, 'signed');
    else if (field === 20) context.lonOffset = readNumber(pbf, 'signed');
  });
  let kinds = 0;
  for (const [start, end] of groups) {
    pbf.pos = start;
    readFields(pbf, end, (field) => {
      if (field === 1 || field === 2) {
        kinds |= BLOCK_HAS.nodes;
        if (visitor.node === undefined) return;
        if (field === 1) readNode(context, end, visitor.node);
        else readDenseNodes(context, end, visitor.node);
      } else if (field === 3) {
        kinds |= BLOCK_HAS.ways;
        if (visitor.way !== undefined) readWay(context, end, visitor.way);
      } else if (field === 4) {
        kinds |= BLOCK_HAS.relations;
        if (visitor.relation !== undefined) readRelation(context, end, visitor.relation);
      }
    });
  }
  return kinds;
}

/** Reads the places of the strings: start and end of each. */
function readStringTable(pbf: PbfReader, strings: number[]): void {
  const tableEnd = readEnd(pbf, pbf.length);
  readFields(pbf, tableEnd, (field) => {
    if (field !== 1) return;
    const end = readEnd(pbf, tableEnd);
    strings.push(pbf.pos, end);
    pbf.pos = end;
  });
}

/** Creates the table of strings, which are decoded on first use, because most passes need few. */
function createStringTable(bytes: Buffer, places: readonly number[]): BlockContext['string'] {
  const decoded: string[] = [];
  return (index = -1) => {
    const known = decoded[index];
    if (known !== undefined) return known;
    const start = places[2 * index];
    if (start === undefined)
      throw new OsmFault(message('osm.otherString', { index, count: places.length / 2 }));
    const text = bytes.toString('utf8', start, places[2 * index + 1]);
    decoded[index] = text;
    return text;
  };
}

function readNode(context: BlockContext, limit: number, visit: NonNullable<OsmVisitor['node']>): void {
  const { pbf } = context;
  const end = readEnd(pbf, limit);
  let [id, lat, lon] = [0, 0, 0];
  const keys: number[] = [];
  const values: number[] = [];
  readFields(pbf, end, (field) => {
    if (field === 1) id = readNumber(pbf, 'zigzag');
    else if (field === 2) readPacked(pbf, end, keys);
    else if (field === 3) readPacked(pbf, end, values);
    else if (field === 8) lat = readNumber(pbf, 'zigzag');
    else if (field === 9) lon = readNumber(pbf, 'zigzag');
  });
  visit(id, latOf(context, lat), lonOf(context, lon), tagsOf(context, keys, values));
}

function readDenseNodes(context: BlockContext, limit: number, visit: NonNullable<OsmVisitor['node']>): void {
  const { pbf, string } = context;
  const end = readEnd(pbf, limit);
  const ids: number[] = [];
  const lats: number[] = [];
  const lons: number[] = [];
  const keysAndValues: number[] = [];
  readFields(pbf, end, (field) => {
    if (field === 1) readPacked(pbf, end, ids, 'zigzag');
    else if (field === 8) readPacked(pbf, end, lats, 'zigzag');
    else if (field === 9) readPacked(pbf, end, lons, 'zigzag');
    else if (field === 10) readPacked(pbf, end, keysAndValues);
  });
  if (lats.length !== ids.length || lons.length !== ids.length) {
    throw new OsmFault(
      message('osm.otherPositions', { nodes: ids.length, latitudes: lats.length, longitudes: lons.length }),
    );
  }
  let [id, lat, lon, at] = [0, 0, 0, 0];
  for (let i = 0; i < ids.length; i += 1) {
    id += ids[i];
    lat += lats[i];
    lon += lons[i];
    let tags = NO_TAGS;
    // The tags of all nodes are one list, with a zero after each node; there is no list if no node has tags.
    if (at < keysAndValues.length) {
      if (keysAndValues[at] !== 0) {
        const filled = newTags();
        for (; keysAndValues[at] !== 0; at += 2)
          filled[string(keysAndValues[at])] = string(keysAndValues[at + 1]);
        tags = filled;
      }
      at += 1;
    }
    visit(id, latOf(context, lat), lonOf(context, lon), tags);
  }
}

function readWay(context: BlockContext, limit: number, visit: NonNullable<OsmVisitor['way']>): void {
  const { pbf } = context;
  const end = readEnd(pbf, limit);
  let id = 0;
  const keys: number[] = [];
  const values: number[] = [];
  const refs: number[] = [];
  readFields(pbf, end, (field) => {
    if (field === 1) id = readNumber(pbf, 'signed');
    else if (field === 2) readPacked(pbf, end, keys);
    else if (field === 3) readPacked(pbf, end, values);
    else if (field === 8) readPacked(pbf, end, refs, 'zigzag');
  });
  sumUp(refs);
  visit(id, refs, tagsOf(context, keys, values));
}

function readRelation(
  context: BlockContext,
  limit: number,
  visit: NonNullable<OsmVisitor['relation']>,
): void {
  const { pbf, string } = context;
  const end = readEnd(pbf, limit);
  let id = 0;
  const keys: number[] = [];
  const values: number[] = [];
  const roles: number[] = [];
  const ids: number[] = [];
  const types: number[] = [];
  readFields(pbf, end, (field) => {
    if (field === 1) id = readNumber(pbf, 'signed');
    else if (field === 2) readPacked(pbf, end, keys);
    else if (field === 3) readPacked(pbf, end, values);
    else if (field === 8) readPacked(pbf, end, roles);
    else if (field === 9) readPacked(pbf, end, ids, 'zigzag');
    else if (field === 10) readPacked(pbf, end, types);
  });
  if (roles.length !== ids.length || types.length !== ids.length) {
    throw new OsmFault(
      message('osm.otherRoles', { members: ids.length, roles: roles.length, types: types.length }),
    );
  }
  sumUp(ids);
  const members = ids.map((memberId, i): OsmMember => {
    const type = MEMBER_TYPES[types[i]];
    if (type === undefined) throw new OsmFault(message('osm.unknownMemberType', { type: String(types[i]) }));
    return { type, id: memberId, role: string(roles[i]) };
  });
  visit(id, members, tagsOf(context, keys, values));
}

function tagsOf({ string }: BlockContext, keys: readonly number[], values: readonly number[]): OsmTags {
  if (keys.length !== values.length)
    throw new OsmFault(message('osm.otherValues', { keys: keys.length, values: values.length }));
  if (keys.length === 0) return NO_TAGS;
  const tags = newTags();
  for (let i = 0; i < keys.length; i += 1) tags[string(keys[i])] = string(values[i]);
  return tags;
}

function latOf({ granularity, latOffset }: BlockContext, units: number): number {
  return Math.round((latOffset + granularity * units) / 100);
}

function lonOf({ granularity, lonOffset }: BlockContext, units: number): number {
  return Math.round((lonOffset + granularity * units) / 100);
}

/** Replaces differences by their running sums. */
function sumUp(deltas: number[]): void {
  for (let i = 1; i < deltas.length; i += 1) deltas[i] = deltas[i] + deltas[i - 1];
}
