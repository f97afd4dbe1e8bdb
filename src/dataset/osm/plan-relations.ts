import type { FeatureKey } from '../features.ts';
import type { OsmMember, OsmTags, OsmType, OsmVisitor } from './osm-entities.ts';
import { placeKindOf } from './osm-place.ts';
import type { FeatureTally } from './osm-tally.ts';
import { readName } from './osm-names.ts';
import { waterKindOf } from './osm-area.ts';

/** A relation whose features are needed. */
export interface KeptRelation {
  id: number;
  tags: OsmTags;
  members: readonly OsmMember[];
}

/** Data of the relations of a file about its other objects. */
export interface RelationPlan {
  /** Relations in the file. */
  count: number;
  /** In the order of the file. */
  kept: readonly KeptRelation[];
  /** Areas of water, some of which are kept as places as well. */
  waters: readonly KeptRelation[];
  /** Ways whose nodes are needed because they bound water. */
  waterWays: ReadonlySet<number>;
  /** Ways whose nodes are needed because they bound a kept relation. */
  memberWays: ReadonlySet<number>;
  /** Nodes that may be the position of a site. */
  memberNodes: ReadonlySet<number>;
  /** Ways that are only the outline of a relation with the same name: the relation is the place. */
  nameOfOutline: ReadonlyMap<number, string>;
  /** Street of a house, if a relation has it. */
  streetOf(type: OsmType, id: number): string | undefined;
  /** Place that a member of a site belongs to. */
  parentOf(type: OsmType, id: number): FeatureKey | undefined;
}

const HOUSE_ROLES = new Set(['house', 'address', 'addr:houselink']);

/** Reads the relations of a file and collects which other objects are needed. */
export async function planRelations(
  read: (visitor: OsmVisitor) => Promise<unknown>,
  tally: FeatureTally,
): Promise<RelationPlan> {
  const kept: KeptRelation[] = [];
  const waters: KeptRelation[] = [];
  const waterWays = new Set<number>();
  const memberWays = new Set<number>();
  const memberNodes = new Set<number>();
  const nameOfOutline = new Map<number, string>();
  const streets = createMemberMap<string>();
  const parents = createMemberMap<FeatureKey>();

  let count = 0;
  await read({
    relation(id, members, tags) {
      count += 1;
      const type = tags['type'];
      if (type === 'associatedStreet' || type === 'street') {
        const street = readName(tags, 'name');
        if (street === undefined) return;
        for (const member of members) if (HOUSE_ROLES.has(member.role)) streets.set(member, street);
        return;
      }
      if (isAreaRelation(tags) && waterKindOf(tags) === 'area') {
        waters.push({ id, tags, members });
        for (const member of members) if (member.type === 'way') waterWays.add(member.id);
      }
      const isBoundary = isAreaRelation(tags) && isAdministrative(tags);
      const kind = isBoundary ? undefined : placeKindOf(tags);
      const isPlace = typeof kind === 'object';
      if (!isPlace && !isBoundary && tags['addr:housenumber'] === undefined) {
        if (kind !== undefined) tally.skip(kind);
        return;
      }
      if (type !== 'site' && !isAreaRelation(tags)) {
        tally.skip('osm.otherRelation');
        return;
      }
      kept.push({ id, tags, members });
      for (const member of members) {
        if (type === 'site' && isPlace) parents.set(member, `osm:relation/${id}`);
        if (member.type === 'way') {
          memberWays.add(member.id);
          if (isPlace && member.role !== 'inner') nameOfOutline.set(member.id, kind.names.name);
        } else if (member.type === 'node' && type === 'site') memberNodes.add(member.id);
      }
    },
  });
  return {
    count,
    kept,
    waters,
    waterWays,
    memberWays,
    memberNodes,
    nameOfOutline,
    streetOf: streets.get,
    parentOf: parents.get,
  };
}

/** Reports whether a relation is an area. */
export function isAreaRelation(tags: OsmTags): boolean {
  return tags['type'] === 'multipolygon' || tags['type'] === 'boundary';
}

/** Reports whether an object is the boundary of an administrative unit. */
export function isAdministrative(tags: OsmTags): boolean {
  return tags['boundary'] === 'administrative' && tags['admin_level'] !== undefined;
}

function createMemberMap<T>() {
  const maps = { node: new Map<number, T>(), way: new Map<number, T>(), relation: new Map<number, T>() };
  return {
    set({ type, id }: OsmMember, value: T): void {
      if (!maps[type].has(id)) maps[type].set(id, value);
    },
    get: (type: OsmType, id: number): T | undefined => maps[type].get(id),
  };
}
