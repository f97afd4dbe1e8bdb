import type { Position } from '../../base/geo/position.ts';
import type { LatLonPolygons } from '../features.ts';
import type { NodePositions } from './node-positions.ts';
import type { OsmTags, OsmType } from './osm-entities.ts';
import { houseFeatures, placeKindOf, poiFeature } from './osm-place.ts';
import type { FeatureTally } from './osm-tally.ts';
import type { RelationPlan } from './plan-relations.ts';
import type { WayPlan } from './plan-ways.ts';

/** State shared by the readers of nodes, ways and relations. */
export interface ReadContext {
  relations: RelationPlan;
  ways: WayPlan;
  positions: NodePositions;
  tally: FeatureTally;
}

/** Emits the place and the houses of an object. */
export function readObject(
  { relations, ways, tally }: ReadContext,
  type: OsmType,
  id: number,
  tags: OsmTags,
  position: Position,
  polygons?: LatLonPolygons,
): void {
  const key = `osm:${type}/${id}`;
  const street = relations.streetOf(type, id) ?? (type === 'node' ? ways.streetOfNode.get(id) : undefined);
  const kind = placeKindOf(tags);
  let buildingName: string | undefined;
  if (typeof kind === 'string') tally.skip(kind);
  else if (kind !== undefined) {
    const { name } = kind.names;
    // The name of a shop in a house is not the name of the house.
    if (tags['building'] !== undefined) buildingName = name;
    if (type === 'way' && relations.nameOfOutline.get(id) === name) tally.skip('osm.outlineOfRelation');
    else {
      const parentKey = relations.parentOf(type, id);
      tally.add(poiFeature(key, tags, kind, { position, polygons, parentKey, street }));
    }
  }
  if (tags['addr:housenumber'] === undefined) return;
  const houses = houseFeatures(key, tags, position, street, buildingName);
  if (houses.length === 0) tally.skip('osm.noDigit');
  for (const house of houses) tally.add(house);
}
