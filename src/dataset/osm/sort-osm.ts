import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { openPartFile } from '../../base/files/replace-file.ts';
import { openOsmFile } from './open-osm.ts';
import {
  isOnEarth,
  NO_TAGS,
  type OsmMember,
  type OsmSource,
  type OsmTags,
  type OsmType,
} from './osm-entities.ts';
import { createOsmPbfWriter, type OsmPbfWriter } from './write-pbf.ts';

/** Order of the objects in a file. */
export interface OsmOrder {
  /** Whether nodes, ways and relations follow each other, each type ascending. */
  isSorted: boolean;
  /** Whether the ids of a type ascend without repetition. */
  ascending: Readonly<Record<OsmType, boolean>>;
}

/** Numbers of written objects. */
export interface SortedOsmCounts {
  nodes: number;
  ways: number;
  relations: number;
}

/** Returns the order of an OpenStreetMap file. Errors: those of {@link OsmSource.read}. */
export async function readOsmOrder(path: string, signal?: AbortSignal): Promise<OsmOrder> {
  return orderOf(await openOsmFile(path), signal);
}

/**
 * Writes an OpenStreetMap file as a PBF sorted by type and id, to a temporary file that is then renamed.
 *
 * Shape: tags, members and positions stay; of objects with the same id the last one stays. Nodes with invalid positions are left out.
 * Errors: those of {@link OsmSource.read}; OUTPUT_REFUSED if the file cannot be written.
 * Guarantee: the same file gives the same bytes.
 * Cost: a type with ascending ids is streamed; another one is held in memory, nodes at 20 bytes and their tags.
 */
export async function sortOsmFile(
  path: string,
  outPath: string,
  signal?: AbortSignal,
): Promise<SortedOsmCounts> {
  const source = await openOsmFile(path);
  const { ascending } = await orderOf(source, signal);
  const file = attempt(outPath, () => openPartFile(outPath));
  let isWhole = false;
  try {
    const header = await source.read({}, undefined, signal);
    const writer = createOsmPbfWriter((bytes) => attempt(outPath, () => file.write(bytes)), header);
    const counts = {
      nodes: await copyNodes(source, writer, ascending.node, signal),
      ways: await copyWays(source, writer, ascending.way, signal),
      relations: await copyRelations(source, writer, ascending.relation, signal),
    };
    writer.end();
    isWhole = true;
    return counts;
  } finally {
    if (isWhole) attempt(outPath, () => file.finish());
    else file.discard();
  }
}

async function orderOf(source: OsmSource, signal?: AbortSignal): Promise<OsmOrder> {
  const last = { node: -Infinity, way: -Infinity, relation: -Infinity };
  const ascending = { node: true, way: true, relation: true };
  let isByKind = true;
  const see = (type: OsmType, id: number, isEarly: boolean) => {
    if (!isEarly) isByKind = false;
    if (id <= last[type]) ascending[type] = false;
    last[type] = id;
  };
  await source.read(
    {
      node: (id) => see('node', id, last.way === -Infinity && last.relation === -Infinity),
      way: (id) => see('way', id, last.relation === -Infinity),
      relation: (id) => see('relation', id, true),
    },
    undefined,
    signal,
  );
  return { isSorted: isByKind && ascending.node && ascending.way && ascending.relation, ascending };
}

async function copyNodes(
  source: OsmSource,
  writer: OsmPbfWriter,
  isAscending: boolean,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  if (isAscending) {
    const node: OsmPbfWriter['node'] = (id, lat, lon, tags) => {
      if (!isOnEarth(lat, lon)) return;
      count += 1;
      writer.node(id, lat, lon, tags);
    };
    await source.read({ node }, undefined, signal);
    return count;
  }
  // Nearly all nodes are untagged: they need numbers only.
  let numbers = new Float64Array(3 * 1024);
  const tagged = new Map<number, OsmTags>();
  await source.read(
    {
      node(id, lat, lon, tags) {
        if (!isOnEarth(lat, lon)) return;
        if (3 * count === numbers.length) {
          const larger = new Float64Array(numbers.length * 2);
          larger.set(numbers);
          numbers = larger;
        }
        numbers.set([id, lat, lon], 3 * count);
        if (tags !== NO_TAGS) tagged.set(count, tags);
        count += 1;
      },
    },
    undefined,
    signal,
  );
  const at = (row: number, column: number) => numbers[3 * row + column];
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => at(a, 0) - at(b, 0) || a - b,
  );
  let written = 0;
  order.forEach((row, i) => {
    if (i + 1 < count && at(order[i + 1], 0) === at(row, 0)) return;
    written += 1;
    writer.node(at(row, 0), at(row, 1), at(row, 2), tagged.get(row) ?? NO_TAGS);
  });
  return written;
}

async function copyWays(
  source: OsmSource,
  writer: OsmPbfWriter,
  isAscending: boolean,
  signal?: AbortSignal,
): Promise<number> {
  const ways = createSorter<{ id: number; refs: ArrayLike<number>; tags: OsmTags }>(
    isAscending,
    ({ id, refs, tags }) => writer.way(id, refs, tags),
  );
  await source.read({ way: (id, refs, tags) => ways.add({ id, refs, tags }) }, undefined, signal);
  return ways.end();
}

async function copyRelations(
  source: OsmSource,
  writer: OsmPbfWriter,
  isAscending: boolean,
  signal?: AbortSignal,
): Promise<number> {
  const relations = createSorter<{ id: number; members: readonly OsmMember[]; tags: OsmTags }>(
    isAscending,
    ({ id, members, tags }) => writer.relation(id, members, tags),
  );
  await source.read(
    { relation: (id, members, tags) => relations.add({ id, members, tags }) },
    undefined,
    signal,
  );
  return relations.end();
}

/** Creates a sorter that passes ascending objects on at once, others at the end, the last one of each id. */
function createSorter<T extends { id: number }>(isAscending: boolean, pass: (object: T) => void) {
  const kept = new Map<number, T>();
  let count = 0;
  return {
    add(object: T): void {
      if (!isAscending) kept.set(object.id, object);
      else {
        count += 1;
        pass(object);
      }
    },
    end(): number {
      for (const object of [...kept.values()].sort((a, b) => a.id - b.id)) pass(object);
      return count + kept.size;
    },
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw refused(path, cause);
  }
}

function refused(path: string, cause: unknown): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', message('osm.unwritable', { path, cause: String(cause) }), {
    cause,
  });
}
