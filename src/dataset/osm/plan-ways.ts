import type { NodeIdCollector } from './node-positions.ts';
import { addressOf, namesOfRoad } from './osm-names.ts';
import { adminLevelOf, waterKindOf } from './osm-area.ts';
import { NO_TAGS, type OsmTags, type OsmVisitor } from './osm-entities.ts';
import { placeKindOf } from './osm-place.ts';
import { isAdministrative, type RelationPlan } from './plan-relations.ts';
import table from '../../data/osm.json' with { type: 'json' };
import { fold } from '../../base/text/fold.ts';
import type { LatLonLine, StreetFeature } from '../features.ts';

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

/** Ranks of StreetFeature by road class; other classes are not streets. */
const RANKS: ReadonlyMap<string, number> = new Map(Object.entries(table.roadRanks));

/** Names of alleys: Ngõ is an alley but Ngô a family name, so a name without diacritics must continue with a number. */
const ALLEY = /^(?:ngõ|ngách|hẻm|kiệt)\s/;
const PLAIN_ALLEY = /^(?:ngo|ngach|hem|kiet)\s\d/;

/** Reports whether a way is a road (and not a square). */
export function isRoad(tags: OsmTags): boolean {
  return RANKS.has(tags['highway'] ?? '') && tags['area'] !== 'yes';
}

/** Returns the feature of a road; undefined if it has neither name nor number. */
export function streetFeature(id: number, tags: OsmTags, line: LatLonLine): StreetFeature | undefined {
  const names = namesOfRoad(tags);
  if (names === undefined) return undefined;
  const rank = RANKS.get(tags['highway'] ?? '') ?? 0;
  return {
    kind: 'street',
    key: `osm:way/${id}`,
    name: names.name,
    otherNames: names.otherNames,
    line,
    rank: rank === 1 && isAlleyName(names.name) ? 0 : rank,
  };
}

function isAlleyName(name: string): boolean {
  return ALLEY.test(name.toLowerCase()) || PLAIN_ALLEY.test(fold(name));
}
