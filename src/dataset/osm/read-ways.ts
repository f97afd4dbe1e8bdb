import { interpolateHouses } from './interpolation.ts';
import { middleOf, isRing, positionInside } from './shapes.ts';
import { type OsmAddress, addressOf } from './osm-address.ts';
import { areaFeature } from './osm-area.ts';
import { NO_TAGS, type OsmTags } from './osm-entities.ts';
import { placeKindOf } from './osm-place.ts';
import { isRoad, streetFeature } from './osm-road.ts';
import { isBounding, isLine, isWantedWay } from './plan-ways.ts';
import { type ReadContext, readObject } from './read-objects.ts';
import { readWaterWay } from './read-water.ts';
import { crossesItself } from './rings.ts';

/** Reader of ways: emits streets, houses, places and areas, and stores the boundaries of relations. */
export interface WayReader {
  read(id: number, refs: readonly number[], tags: OsmTags): void;
  /** Returns the nodes of a member way of a kept relation, if the file has it. */
  refsOfMember: (id: number) => ArrayLike<number> | undefined;
}

/** Creates a reader of ways, to be used after the nodes are read. */
export function createWayReader(
  context: ReadContext,
  addressOfNode: (id: number) => OsmAddress | undefined,
): WayReader {
  const { relations, positions, tally } = context;
  const memberRefs = new Map<number, Float64Array>();

  return {
    read(id, refs, tags) {
      if (relations.memberWays.has(id) || relations.waterWays.has(id))
        memberRefs.set(id, Float64Array.from(refs));
      readWaterWay(context, id, refs, tags);
      // Mappers put the number of a shop on the road in front of it; the road is not a house.
      if (tags['addr:housenumber'] !== undefined && isLine(tags)) tally.skip('osm.numberOnRoad');
      if (!isWantedWay(tags)) {
        skipUnnamed(context, tags);
        return;
      }
      const line = refs.length === 0 ? undefined : positions.line(refs);
      if (line === undefined) {
        tally.skip('osm.nodesMissing');
        return;
      }
      const method = tags['addr:interpolation'];
      if (isRoad(tags)) {
        const street = line.length < 4 ? undefined : streetFeature(id, tags, line);
        if (street === undefined) tally.skip('osm.onePoint');
        else tally.add(street);
      } else if (method !== undefined) {
        const addresses = refs.map((ref) => addressOfNode(ref));
        const { street } = addressOf(tags);
        const houses = interpolateHouses({ id, method, line, addresses, street });
        if (houses === undefined) tally.skip('osm.otherInterpolation');
        for (const house of houses ?? []) tally.add(house);
      } else {
        const polygons = isRing(line) ? [[line]] : undefined;
        if (polygons !== undefined && isBounding(tags) && !relations.memberWays.has(id)) {
          const area = crossesItself(line)
            ? 'osm.areaCrossesItself'
            : areaFeature(`osm:way/${id}`, tags, polygons);
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

function skipUnnamed({ tally }: ReadContext, tags: OsmTags): void {
  if (tags === NO_TAGS) return;
  if (isRoad(tags)) tally.skip('osm.roadUnnamed');
  else {
    const kind = placeKindOf(tags);
    if (typeof kind === 'string') tally.skip(kind);
  }
}
