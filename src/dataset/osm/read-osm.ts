import type { FeatureSink, SkippedCounts } from '../features.ts';
import { collectNodeIds } from './node-positions.ts';
import { openOsmFile } from './open-osm.ts';
import { isOnEarth, NO_TAGS, type OsmTags, type OsmVisitor } from './osm-entities.ts';
import { createFeatureTally, type OsmFeatureCounts } from './osm-tally.ts';
import { readRelations } from './read-relations.ts';
import { readWaterRelations } from './read-water.ts';
import { planWays } from './plan-ways.ts';
import { createWayReader } from './read-ways.ts';
import { planRelations } from './plan-relations.ts';
import { addressOf, type OsmAddress } from './osm-names.ts';
import { type ReadContext, readObject } from './read-objects.ts';

/** A pass over a file. Shape: one pass for each, in this order. */
export type OsmPhase = 'relations' | 'ways' | 'nodes' | 'shapes';

/** Progress of reading a file. Units: bytes of the file, from its start in every phase. */
export interface OsmProgress {
  phase: OsmPhase;
  bytesRead: number;
  bytesTotal: number;
}

/** Options of {@link readOsmFile}. */
export interface ReadOsmOptions {
  onProgress?: (progress: OsmProgress) => void;
}

/**
 * Summary of an OpenStreetMap file.
 *
 * Shape: `nodes`, `ways` and `relations` are those of the file.
 */
export interface OsmSummary {
  nodes: number;
  ways: number;
  relations: number;
  features: OsmFeatureCounts;
  skipped: SkippedCounts;
}

/**
 * Reads streets, houses, places, administrative areas and water from an OpenStreetMap file: PBF, XML or gzipped XML.
 *
 * Shape: features in the order of the file, those of nodes first, then of ways, then of relations.
 * Errors: INPUT_MISSING; INPUT_BAD with file, byte and what to do; INPUT_CHANGED; IO. A single invalid object is skipped and
 * counted.
 * Guarantee: the same file gives the same features in the same order.
 * Cost: four passes; 16 bytes per node of a feature, and the ways that bound relations.
 */
export async function readOsmFile(
  path: string,
  sink: FeatureSink,
  options: ReadOsmOptions = {},
): Promise<OsmSummary> {
  const source = await openOsmFile(path);
  const read = (phase: OsmPhase) => (visitor: OsmVisitor) =>
    source.read(visitor, (bytesRead, bytesTotal) => options.onProgress?.({ phase, bytesRead, bytesTotal }));
  const tally = createFeatureTally(sink);

  const relations = await planRelations(read('relations'), tally);
  const nodeIds = collectNodeIds();
  nodeIds.add([...relations.memberNodes]);
  const ways = await planWays(read('ways'), relations, nodeIds);
  const context = { relations, ways, positions: nodeIds.positions(), tally };
  let nodeCount = 0;
  const nodes = createNodeReader(context);
  await read('nodes')({
    node(id, lat, lon, tags) {
      nodeCount += 1;
      nodes.read(id, lat, lon, tags);
    },
  });
  let wayCount = 0;
  const wayReader = createWayReader(context, nodes.addressOfNode);
  await read('shapes')({
    way(id, refs, tags) {
      wayCount += 1;
      wayReader.read(id, refs, tags);
    },
  });
  readRelations(context, wayReader.refsOfMember);
  readWaterRelations(context, wayReader.refsOfMember);

  return {
    nodes: nodeCount,
    ways: wayCount,
    relations: relations.count,
    features: tally.counts,
    skipped: tally.skipped,
  };
}

/** Reader of nodes: stores the positions that are needed, emits places and houses. */
export interface NodeReader {
  /** Units: 1e-7 degrees. */
  read(id: number, lat: number, lon: number, tags: OsmTags): void;
  /** Returns the address of a node on an interpolation line, if it has one. */
  addressOfNode: (id: number) => OsmAddress | undefined;
}

/** Creates a reader of nodes. */
function createNodeReader(context: ReadContext): NodeReader {
  const addresses = new Map<number, OsmAddress>();
  return {
    read(id, lat, lon, tags) {
      if (!isOnEarth(lat, lon)) {
        context.tally.skip('osm.nodeOffEarth');
        return;
      }
      context.positions.set(id, lat, lon);
      if (tags === NO_TAGS) return;
      if (context.ways.interpolationNodes.has(id)) {
        const address = addressOf(tags);
        if (address.numbers.length > 0) addresses.set(id, address);
      }
      readObject(context, 'node', id, tags, { lat: lat / 1e7, lon: lon / 1e7 });
    },
    addressOfNode: (id) => addresses.get(id),
  };
}
