import type { NodeIdCollector } from './node-positions.ts';
import { addressOf } from './osm-address.ts';
import { adminLevelOf, waterKindOf } from './osm-area.ts';
import { NO_TAGS, type OsmTags, type OsmVisitor } from './osm-entities.ts';
import { namesOfRoad } from './osm-names.ts';
import { placeKindOf } from './osm-place.ts';
import { isAdministrative, type RelationPlan } from './plan-relations.ts';
import { isRoad } from './osm-road.ts';

/** Data of the ways of a file about its nodes. */
export interface WayPlan {
  interpolationNodes: ReadonlySet<number>;
  /** Street of the nodes of an interpolation line, if the line has one. */
  streetOfNode: ReadonlyMap<number, string>;
}

/** Collects the nodes of the ways that are needed. */
export async function planWays(
  read: (visitor: OsmVisitor) => Promise<unknown>,
  relations: RelationPlan,
  nodeIds: NodeIdCollector,
): Promise<WayPlan> {
  const interpolationNodes = new Set<number>();
  const streetOfNode = new Map<number, string>();
  await read({
    way(id, refs, tags) {
      const isMember = relations.memberWays.has(id) || relations.waterWays.has(id);
      if (isMember || isWantedWay(tags) || waterKindOf(tags) !== undefined) nodeIds.add(refs);
      if (tags['addr:interpolation'] === undefined) return;
      const { street } = addressOf(tags);
      for (const ref of refs) {
        interpolationNodes.add(ref);
        if (street !== undefined) streetOfNode.set(ref, street);
      }
    },
  });
  return { interpolationNodes, streetOfNode };
}

/** Reports whether a way is a feature by its own tags. */
export function isWantedWay(tags: OsmTags): boolean {
  if (tags === NO_TAGS) return false;
  if (isRoad(tags)) return namesOfRoad(tags) !== undefined;
  return (
    tags['addr:housenumber'] !== undefined ||
    tags['addr:interpolation'] !== undefined ||
    isBounding(tags) ||
    typeof placeKindOf(tags) === 'object'
  );
}

/** Reports whether a way is a road or an interpolation line. */
export function isLine(tags: OsmTags): boolean {
  return isRoad(tags) || tags['addr:interpolation'] !== undefined;
}

/** Reports whether a closed way is the boundary of an administrative unit by itself. */
export function isBounding(tags: OsmTags): boolean {
  return isAdministrative(tags) && adminLevelOf(tags) !== undefined && tags['name'] !== undefined;
}
