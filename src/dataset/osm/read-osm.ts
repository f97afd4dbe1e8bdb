import type { FeatureSink, SkippedCounts } from '../features.ts';
import { collectNodeIds } from './node-positions.ts';
import { openOsmFile } from './open-osm.ts';
import type { OsmVisitor } from './osm-entities.ts';
import { createFeatureTally, type OsmFeatureCounts, type OsmBox } from './osm-tally.ts';
import { createNodeReader } from './read-nodes.ts';
import { readRelations } from './read-relations.ts';
import { planWays } from './plan-ways.ts';
import { createWayReader } from './read-ways.ts';
import { planRelations } from './plan-relations.ts';

/** Names what is being read of a file. Shape: the file is gone through once for each, in this order. */
export type OsmPhase = 'relations' | 'ways' | 'nodes' | 'shapes';

/** Says how far the reading of a file is. Units: bytes of the file, from its beginning in every phase. */
export interface OsmProgress {
  phase: OsmPhase;
  bytesRead: number;
  bytesTotal: number;
}

/** Holds options of {@link readOsmFile}. */
export interface ReadOsmOptions {
  onProgress?: (progress: OsmProgress) => void;
  signal?: AbortSignal;
}

/**
 * Holds what was found in a file of OpenStreetMap.
 *
 * Shape: `nodes`, `ways` and `relations` are those of the file; `bbox` is around the features, undefined without any; `timestamp` is when the
 * data were current (ISO 8601), where the file says so.
 */
export interface OsmSummary {
  nodes: number;
  ways: number;
  relations: number;
  features: OsmFeatureCounts;
  skipped: SkippedCounts;
  bbox?: OsmBox;
  timestamp?: string;
  attribution: string;
}

/** The credit that data of OpenStreetMap require. */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors, ODbL';

/**
 * Reads streets, houses, places and administrative areas out of a file of OpenStreetMap: PBF, XML or gzipped XML.
 *
 * Shape: features come in the order of the file, those of nodes first, then of ways, then of relations.
 * Errors: INPUT_MISSING; INPUT_BAD with file, byte and what to do; INPUT_CHANGED; IO; ABORTED. What only one object has wrong is skipped and
 * counted.
 * Guarantee: the same file gives the same features in the same order.
 * Cost: four passes; 16 bytes a node that lies on something wanted, beside the ways that bound relations.
 */
export async function readOsmFile(
  path: string,
  sink: FeatureSink,
  options: ReadOsmOptions = {},
): Promise<OsmSummary> {
  const source = await openOsmFile(path);
  const read = (phase: OsmPhase) => (visitor: OsmVisitor) =>
    source.read(
      visitor,
      (bytesRead, bytesTotal) => options.onProgress?.({ phase, bytesRead, bytesTotal }),
      options.signal,
    );
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
  const header = await read('shapes')({
    way(id, refs, tags) {
      wayCount += 1;
      wayReader.read(id, refs, tags);
    },
  });
  readRelations(context, wayReader.refsOfMember);

  const { bbox } = tally;
  return {
    nodes: nodeCount,
    ways: wayCount,
    relations: relations.count,
    features: tally.counts,
    skipped: tally.skipped,
    ...(bbox === undefined ? {} : { bbox }),
    ...(header.timestamp === undefined ? {} : { timestamp: header.timestamp }),
    attribution: OSM_ATTRIBUTION,
  };
}
