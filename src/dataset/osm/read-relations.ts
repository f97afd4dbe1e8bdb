import type { Position } from '../../base/geo/position.ts';
import { middleOf, pointOf, positionInside } from './shapes.ts';
import { adminLevelOf, areaFeature } from './osm-area.ts';
import type { OsmMember } from './osm-entities.ts';
import { isAdministrative, type KeptRelation } from './plan-relations.ts';
import { type ReadContext, readObject } from './read-objects.ts';
import { assemblePolygons, type AreaWays } from './rings.ts';

const OUTER_ROLES = new Set(['', 'outer', 'outline', 'perimeter', 'exclave']);
const INNER_ROLES = new Set(['inner', 'enclave']);

/** Emits the areas, places and houses of relations, after their ways were read. */
export function readRelations(
  context: ReadContext,
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): void {
  for (const relation of context.relations.kept) readRelation(context, relation, refsOfMember);
}

function readRelation(
  context: ReadContext,
  { id, tags, members }: KeptRelation,
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): void {
  const { tally, positions } = context;
  if (isAdministrative(tags) && adminLevelOf(tags) === undefined) {
    tally.skip('osm.areaOfOtherLevel');
    return;
  }
  const polygons = assemblePolygons(waysOf(members, refsOfMember), positions);
  if (isAdministrative(tags)) {
    const area = typeof polygons === 'string' ? polygons : areaFeature(`osm:relation/${id}`, tags, polygons);
    if (typeof area === 'string') tally.skip(area);
    else tally.add(area);
    return;
  }
  const position =
    typeof polygons === 'string' ? meanOf(context, members, refsOfMember) : positionInside(polygons);
  if (position === undefined) {
    tally.skip('osm.membersMissing');
    return;
  }
  readObject(context, 'relation', id, tags, position, typeof polygons === 'string' ? undefined : polygons);
}

/** Returns the ways of an area by their roles. */
export function waysOf(
  members: readonly OsmMember[],
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): AreaWays {
  const ways = members.filter(({ type }) => type === 'way');
  return {
    outer: ways.filter(({ role }) => OUTER_ROLES.has(role)).map((way) => refsOfMember(way.id)),
    inner: ways.filter(({ role }) => INNER_ROLES.has(role)).map((way) => refsOfMember(way.id)),
  };
}

/** Returns the mean position of the known members, for a place without a usable outline. */
function meanOf(
  { positions }: ReadContext,
  members: readonly OsmMember[],
  refsOfMember: (id: number) => ArrayLike<number> | undefined,
): Position | undefined {
  const points: Position[] = [];
  for (const { type, id } of members) {
    const refs = type === 'way' ? refsOfMember(id) : type === 'node' ? [id] : undefined;
    const line = refs === undefined || refs.length === 0 ? undefined : positions.line(refs);
    if (line !== undefined) points.push(refs?.length === 1 ? pointOf(line, 0) : middleOf(line));
  }
  if (points.length === 0) return undefined;
  const sum = points.reduce((a, b) => ({ lat: a.lat + b.lat, lon: a.lon + b.lon }));
  return { lat: sum.lat / points.length, lon: sum.lon / points.length };
}
