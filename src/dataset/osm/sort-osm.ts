import { statSync } from 'node:fs';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { openPartFile } from '../../base/files/replace-file.ts';
import { openOsmFile } from './open-osm.ts';
import {
  isOnEarth,
  NO_TAGS,
  type OsmSource,
  type OsmTags,
  type OsmType,
  type OsmVisitor,
} from './osm-entities.ts';
import { createOsmPbfWriter } from './write-pbf.ts';

/** Order of the objects in a file. */
export interface OsmOrder {
  /** Whether nodes, ways and relations follow each other, each type ascending. */
  isSorted: boolean;
  /** Whether the ids of a type ascend without repetition. */
  ascending: Readonly<Record<OsmType, boolean>>;
  /** Date of the data, if the file has one. */
  timestamp: string | undefined;
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
 * Writes an OpenStreetMap file, or several as one, as a PBF sorted by type and id, to a temporary file that is then renamed.
 *
 * Shape: tags, members and positions stay; of objects with the same id that of the newest file stays (of files without a date the last), in a file the last one. Nodes with invalid positions are left out.
 * Errors: those of {@link OsmSource.read}; OUTPUT_REFUSED if the file cannot be written.
 * Guarantee: the same files give the same bytes.
 * Cost: the ascending types of the largest file are streamed; what else there is is held in memory, nodes at 24 bytes and their tags.
 */
export async function sortOsmFiles(
  paths: readonly string[],
  outPath: string,
  signal?: AbortSignal,
): Promise<SortedOsmCounts> {
  const files = await inspectFiles(paths, signal);
  const file = attempt(outPath, () => openPartFile(outPath));
  let isWhole = false;
  try {
    const timestamp = files.at(-1)?.timestamp;
    const writer = createOsmPbfWriter(
      (bytes) => attempt(outPath, () => file.write(bytes)),
      timestamp === undefined ? {} : { timestamp },
    );
    const counts = { nodes: 0, ways: 0, relations: 0 };
    const pass: OsmVisitor = {
      node(id, lat, lon, tags) {
        counts.nodes += 1;
        writer.node(id, lat, lon, tags);
      },
      way(id, refs, tags) {
        counts.ways += 1;
        writer.way(id, refs, tags);
      },
      relation(id, members, tags) {
        counts.relations += 1;
        writer.relation(id, members, tags);
      },
    };
    for (const type of OSM_TYPES) await passSorted(type, files, pass, signal);
    writer.end();
    isWhole = true;
    return counts;
  } finally {
    if (isWhole) attempt(outPath, () => file.finish());
    else file.discard();
  }
}

/** A file to be sorted. Shape: `age` is its place among all, the newest last. */
interface InspectedFile {
  source: OsmSource;
  timestamp: string | undefined;
  ascending: OsmOrder['ascending'];
  age: number;
  isLargest: boolean;
}

const OSM_TYPES = ['node', 'way', 'relation'] as const;

/** Returns files with their order, the oldest first. */
async function inspectFiles(paths: readonly string[], signal?: AbortSignal): Promise<InspectedFile[]> {
  const files = [];
  for (const path of paths) {
    const source = await openOsmFile(path);
    files.push({ source, ...(await orderOf(source, signal)), bytes: statSync(path).size });
  }
  const most = Math.max(...files.map(({ bytes }) => bytes));
  const largest = files.find(({ bytes }) => bytes === most);
  const dateOf = ({ timestamp }: OsmOrder) => Date.parse(timestamp ?? '') || 0;
  return files
    .toSorted((a, b) => dateOf(a) - dateOf(b))
    .map((file, age) => ({ ...file, age, isLargest: file === largest }));
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
  const { timestamp } = await source.read(
    {
      node: (id) => see('node', id, last.way === -Infinity && last.relation === -Infinity),
      way: (id) => see('way', id, last.relation === -Infinity),
      relation: (id) => see('relation', id, true),
    },
    undefined,
    signal,
  );
  return {
    isSorted: isByKind && ascending.node && ascending.way && ascending.relation,
    ascending,
    timestamp,
  };
}

/** Passes the objects of one type on, ascending and each id once: those of the largest file as they are read, others from memory. */
async function passSorted(
  type: OsmType,
  files: readonly InspectedFile[],
  pass: OsmVisitor,
  signal?: AbortSignal,
): Promise<void> {
  const streamed = files.find((file) => file.isLargest && file.ascending[type]);
  const kept = type === 'node' ? keepNodes() : keepObjects();
  for (const { source, age } of files.filter((file) => file !== streamed))
    await source.read(only(type, kept.visitor(age)), undefined, signal);
  const rows = kept.sorted(pass);
  const age = streamed?.age ?? 0;
  let next = 0;
  /** Passes the rows before an object on, and reports whether the object itself is the newest of its id. */
  const isNext = (id: number): boolean => {
    while (next < rows.count && rows.idAt(next) < id) rows.pass(next++);
    if (next === rows.count || rows.idAt(next) !== id) return true;
    if (rows.ageAt(next) > age) return false;
    next += 1;
    return true;
  };
  const through: OsmVisitor = {
    node: (id, lat, lon, tags) => {
      if (isOnEarth(lat, lon) && isNext(id)) pass.node?.(id, lat, lon, tags);
    },
    way: (id, refs, tags) => {
      if (isNext(id)) pass.way?.(id, refs, tags);
    },
    relation: (id, members, tags) => {
      if (isNext(id)) pass.relation?.(id, members, tags);
    },
  };
  await streamed?.source.read(only(type, through), undefined, signal);
  while (next < rows.count) rows.pass(next++);
}

function only(type: OsmType, visitor: OsmVisitor): OsmVisitor {
  return { [type]: visitor[type] };
}

/** Objects in memory, ascending. Shape: `pass` passes one on by its row. */
interface SortedRows {
  count: number;
  idAt: (row: number) => number;
  ageAt: (row: number) => number;
  pass: (row: number) => void;
}

/** Collects objects of files, the oldest first. */
interface KeptRows {
  visitor: (age: number) => OsmVisitor;
  sorted: (pass: OsmVisitor) => SortedRows;
}

/** Keeps nodes: nearly all are untagged, and need numbers only. */
function keepNodes(): KeptRows {
  let count = 0;
  let numbers = new Float64Array(4 * 1024);
  const tagged = new Map<number, OsmTags>();
  const at = (row: number, column: number) => numbers[4 * row + column];
  return {
    visitor: (age) => ({
      node(id, lat, lon, tags) {
        if (!isOnEarth(lat, lon)) return;
        if (4 * count === numbers.length) {
          const larger = new Float64Array(numbers.length * 2);
          larger.set(numbers);
          numbers = larger;
        }
        numbers.set([id, lat, lon, age], 4 * count);
        if (tags !== NO_TAGS) tagged.set(count, tags);
        count += 1;
      },
    }),
    sorted(pass) {
      const rows = Uint32Array.from({ length: count }, (_, row) => row).sort(
        (a, b) => at(a, 0) - at(b, 0) || a - b,
      );
      const order = rows.filter((row, i) => i + 1 === count || at(rows[i + 1], 0) !== at(row, 0));
      const rowAt = (i: number) => order[i];
      return {
        count: order.length,
        idAt: (i) => at(rowAt(i), 0),
        ageAt: (i) => at(rowAt(i), 3),
        pass(i) {
          const row = rowAt(i);
          pass.node?.(at(row, 0), at(row, 1), at(row, 2), tagged.get(row) ?? NO_TAGS);
        },
      };
    },
  };
}

/** Keeps ways or relations. */
function keepObjects(): KeptRows {
  const kept = new Map<number, { id: number; age: number; pass: (to: OsmVisitor) => void }>();
  return {
    visitor: (age) => ({
      way: (id, refs, tags) => kept.set(id, { id, age, pass: (to) => to.way?.(id, refs, tags) }),
      relation: (id, members, tags) =>
        kept.set(id, { id, age, pass: (to) => to.relation?.(id, members, tags) }),
    }),
    sorted(pass) {
      const rows = [...kept.values()].sort((a, b) => a.id - b.id);
      const rowAt = (i: number) => rows[i];
      return {
        count: rows.length,
        idAt: (i) => rowAt(i).id,
        ageAt: (i) => rowAt(i).age,
        pass: (i) => rowAt(i).pass(pass),
      };
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
