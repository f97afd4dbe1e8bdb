import { simplifyLine } from '../../base/geo/simplify-line.ts';
import type { FeatureKey, LatLonLine, LatLonPolygons, WaterFeature } from '../features.ts';
import type { NodePositions } from './node-positions.ts';
import type { OsmTags } from './osm-entities.ts';
import type { FeatureTally } from './osm-tally.ts';
import { waterKindOf } from './osm-area.ts';
import type { KeptRelation } from './plan-relations.ts';
import type { ReadContext } from './read-objects.ts';
import { waysOf } from './read-relations.ts';
import { assemblePolygons } from './rings.ts';
import { isRing, polygonsArea, ringArea } from './shapes.ts';

/** Water is a ground to look at: what is nearer to the true line cannot be seen. Units: metres. */
const TOLERANCE_METERS = 2;
/** Smaller ponds are not drawn. Units: square metres. */
const LEAST_AREA = 500;

/** Returns the key of water; a lake with a name is a place as well, under the key of the object. */
const waterKey = (type: 'way' | 'relation', id: number) => `osm:${type}/${id}/water`;

/** Emits a way that is water. */
export function readWaterWay(
  { positions, tally }: ReadContext,
  id: number,
  refs: readonly number[],
  tags: OsmTags,
): void {
  const kind = waterKindOf(tags);
  if (kind === undefined) return;
  const key = waterKey('way', id);
  const line = positions.line(refs);
  if (kind !== 'area') emit(tally, key, kind, knownParts(refs, positions));
  else if (line !== undefined && isRing(line)) emitArea(tally, key, [[line]]);
  else emit(tally, key, 'shore', knownParts(refs, positions));
}

/** Emits the areas of water that are relations; of those that the file does not have as a whole, the known shores. */
export function readWaterRelations(
  { relations, positions, tally }: ReadContext,
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): void {
  for (const { id, members } of relations.waters) {
    const key = waterKey('relation', id);
    const polygons = assemblePolygons(waysOf(members, refsOfMember), positions);
    if (typeof polygons !== 'string') emitArea(tally, key, polygons);
    else emit(tally, key, 'shore', shoresOf(members, positions, refsOfMember));
  }
}

function shoresOf(
  members: KeptRelation['members'],
  positions: NodePositions,
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): LatLonLine[] {
  return members.flatMap(({ type, id }) => {
    const refs = type === 'way' ? refsOfMember(id) : undefined;
    return refs === undefined ? [] : knownParts(refs, positions);
  });
}

/** Returns the lines between the nodes that the file has: rivers and coasts end at the border of an extract. */
function knownParts(refs: ArrayLike<number>, positions: NodePositions): LatLonLine[] {
  const whole = positions.line(refs);
  if (whole !== undefined) return [whole];
  const parts: LatLonLine[] = [];
  let open: number[] = [];
  const close = () => {
    const line = positions.line(open);
    if (open.length > 1 && line !== undefined) parts.push(line);
    open = [];
  };
  for (const ref of Array.from(refs)) {
    if (positions.line([ref]) === undefined) close();
    else open.push(ref);
  }
  close();
  return parts;
}

function emitArea(tally: Pick<FeatureTally, 'add'>, key: FeatureKey, polygons: LatLonPolygons): void {
  if (polygonsArea(polygons) < LEAST_AREA) return;
  const rings = polygons.flatMap((own) =>
    own.map((ring, nth) => (ringArea(ring) > 0 === (nth === 0) ? ring : reversed(ring))),
  );
  emit(tally, key, 'area', rings);
}

function emit(
  tally: Pick<FeatureTally, 'add'>,
  key: FeatureKey,
  water: WaterFeature['water'],
  all: readonly LatLonLine[],
): void {
  const least = water === 'area' ? 8 : 4;
  const lines = all
    .map((line) => simplifyLine(line, TOLERANCE_METERS))
    .filter(({ length }) => length >= least);
  if (lines.length > 0) tally.add({ kind: 'water', key, water, lines });
}

function reversed(ring: LatLonLine): LatLonLine {
  const last = ring.length - 2;
  return ring.map((_, at) => ring[last - at + 2 * (at % 2)]);
}
