import { interpolateHouses } from './interpolation.ts';
import { middleOf } from './line-shape.ts';
import type { NodeIdCollector } from './node-positions.ts';
import { type OsmAddress, addressOf } from './osm-address.ts';
import { adminLevelOf, areaFeature } from './osm-area.ts';
import { NO_TAGS, type OsmTags, type OsmVisitor } from './osm-entities.ts';
import { namesOfRoad } from './osm-names.ts';
import { placeKindOf } from './osm-place.ts';
import { isAdministrative, type RelationPlan } from './osm-relations.ts';
import { isRoad, streetFeature } from './osm-road.ts';
import { isRing, positionInside } from './polygon-shape.ts';
import { type ReadContext, readObject } from './read-objects.ts';

/** Holds what the ways of a file say of its nodes. */
export interface WayPlan {
  interpolationNodes: ReadonlySet<number>;
  /** Street of the nodes of an interpolation line that names one. */
  streetOfNode: ReadonlyMap<number, string>;
}

/** Reads ways: emits streets, houses, places and areas, and keeps what bounds relations. */
export interface WayReader {
  read(id: number, refs: readonly number[], tags: OsmTags): void;
  /** Returns the nodes of a way that is a member of a kept relation, if the file has it. */
  refsOfMember: (id: number) => ArrayLike<number> | undefined;
}

/** Collects the nodes that wanted ways lie on. */
export async function planWays(
  read: (visitor: OsmVisitor) => Promise<unknown>,
  relations: RelationPlan,
  nodeIds: NodeIdCollector,
): Promise<WayPlan> {
  const interpolationNodes = new Set<number>();
  const streetOfNode = new Map<number, string>();
  await read({
    way(id, refs, tags) {
      if (relations.memberWays.has(id) || isWanted(tags)) nodeIds.add(refs);
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

/** Creates a reader of ways, for after the nodes. */
export function createWayReader(
  context: ReadContext,
  addressOfNode: (id: number) => OsmAddress | undefined,
): WayReader {
  const { relations, positions, tally } = context;
  const memberRefs = new Map<number, Float64Array>();

  return {
    read(id, refs, tags) {
      if (relations.memberWays.has(id)) memberRefs.set(id, Float64Array.from(refs));
      // Mappers put the number of a shop on the road before it; the road is no house.
      if (tags['addr:housenumber'] !== undefined && isLine(tags)) tally.skip('house number on a road');
      if (!isWanted(tags)) {
        skipUnnamed(context, tags);
        return;
      }
      const line = refs.length === 0 ? undefined : positions.line(refs);
      if (line === undefined) {
        tally.skip('way with missing nodes');
        return;
      }
      const method = tags['addr:interpolation'];
      if (isRoad(tags)) {
        const street = line.length < 4 ? undefined : streetFeature(id, tags, line);
        if (street === undefined) tally.skip('road of one point');
        else tally.add(street);
      } else if (method !== undefined) {
        const addresses = refs.map((ref) => addressOfNode(ref));
        const { street } = addressOf(tags);
        const houses = interpolateHouses({ id, method, line, addresses, street });
        if (houses === undefined) tally.skip('interpolation line whose numbers do not fit');
        for (const house of houses ?? []) tally.add(house);
      } else {
        const polygons = isRing(line) ? [[line]] : undefined;
        if (polygons !== undefined && isBounding(tags) && !relations.memberWays.has(id)) {
          const area = areaFeature(`osm:way/${id}`, tags, polygons);
          if (typeof area === 'string') tally.skip(area);
          else tally.add(area);
        }
        const position = polygons === undefined ? middleOf(line) : positionInside(polygons);
        if (position !== undefined) readObject(context, 'way', id, tags, position, polygons);
      }
    },
    refsOfMember: (id) => memberRefs.get(id),
  };
}

/** Tells whether a way is any feature by its tags alone. */
function isWanted(tags: OsmTags): boolean {
  if (tags === NO_TAGS) return false;
  if (isRoad(tags)) return namesOfRoad(tags) !== undefined;
  return (
    tags['addr:housenumber'] !== undefined ||
    tags['addr:interpolation'] !== undefined ||
    isBounding(tags) ||
    typeof placeKindOf(tags) === 'object'
  );
}

function isLine(tags: OsmTags): boolean {
  return isRoad(tags) || tags['addr:interpolation'] !== undefined;
}

function isBounding(tags: OsmTags): boolean {
  return isAdministrative(tags) && adminLevelOf(tags) !== undefined && tags['name'] !== undefined;
}

function skipUnnamed({ tally }: ReadContext, tags: OsmTags): void {
  if (tags === NO_TAGS) return;
  if (isRoad(tags)) tally.skip('road without name or number');
  else {
    const kind = placeKindOf(tags);
    if (typeof kind === 'string') tally.skip(kind);
  }
}
