import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { MOST_HITS } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { isOutsideArea, type NamedArea, type NamedAreas } from './named-area.ts';
import { holds, type UnitGroup } from './unit-reach.ts';

/** Most streets and places of a hit that are listed. */
const MOST_INSIDE = 32;
/** A hit whose streets and places are not yet listed. */
const UNKNOWN = -1;
/** A hit with too many streets and places to list, or in a question that names no area. */
const UNLISTED = -2;

/**
 * The streets and places of each hit that are inside the areas which the question names in other words than the hit and its house.
 *
 * Shape: those of hit h are `count[h]` ascending numbers from `feature[h * MOST_INSIDE]`.
 * Cost: the streets and places of a name are not looked at, only those inside; all groups of units share one list.
 */
export interface InsideFeatures {
  /** Forgets the list of a hit, for another question. */
  forget(hit: number): void;
  /** Reports whether the list of a hit is known to be empty. */
  isEmpty(hit: number): boolean;
  /** Reports whether a street or place of a hit may be inside a group of units (`undefined`: anywhere) and the areas. */
  mayHave(inquiry: Inquiry, hit: number, group: UnitGroup | undefined, open: number): boolean;
  /** Reports whether a street or place of a name is inside an area with circles. */
  isIn(name: number, area: NamedArea): boolean;
  /** Reports whether a street or place of a hit is inside the areas, after mayHave. */
  has(inquiry: Inquiry, hit: number, feature: number, open: number): boolean;
}

/** Creates the lists over the tables; `open` are the areas, as bits. */
export function createInsideFeatures(tables: PlaceTables, names: Names, areasOf: NamedAreas): InsideFeatures {
  const count = new Int32Array(MOST_HITS).fill(UNKNOWN);
  const feature = new Int32Array(MOST_HITS * MOST_INSIDE);

  /** Adds a street or place if it is inside; returns false if the list has no room. */
  const add = (hit: number, added: number, areas: readonly NamedArea[], open: number): boolean => {
    if (isOutsideAny(tables, added, areas, open)) return true;
    if (count[hit] === MOST_INSIDE) return false;
    feature[hit * MOST_INSIDE + count[hit]] = added;
    count[hit] += 1;
    return true;
  };

  const fill = ({ hits, areas }: Inquiry, hit: number, open: number): void => {
    const area = smallestOf(areas, open);
    count[hit] = UNLISTED;
    if (area === undefined) return;
    const ranges = areasOf.featuresOf(area);
    const name = hits.name[hit];
    const end = names.postingStart[name + 1];
    let at = names.postingStart[name];
    count[hit] = 0;
    if (end - at <= ranges.length) {
      for (; at < end; at += 1) {
        const posting = names.posting[at];
        if (holds(ranges, posting) && !add(hit, posting, areas, open)) count[hit] = UNLISTED;
        if (count[hit] < 0) return;
      }
      return;
    }
    for (let i = 0; i < ranges.length && at < end; i += 2) {
      at = names.seek(name, at, ranges[i]);
      for (; at < end && names.posting[at] < ranges[i + 1]; at += 1)
        if (!add(hit, names.posting[at], areas, open)) {
          count[hit] = UNLISTED;
          return;
        }
    }
  };

  return {
    forget(hit) {
      count[hit] = UNKNOWN;
    },
    isEmpty: (hit) => count[hit] === 0,
    mayHave(inquiry, hit, group, open) {
      if (count[hit] === UNKNOWN) fill(inquiry, hit, open);
      const listed = count[hit];
      if (group === undefined || listed <= 0) return listed !== 0;
      const first = hit * MOST_INSIDE;
      for (let i = first; i < first + listed; i += 1)
        if (group.holds(tables.featureBaseWard[feature[i]])) return true;
      return false;
    },
    isIn(name, area) {
      const ranges = areasOf.featuresOf(area);
      const end = names.postingStart[name + 1];
      for (let at = names.postingStart[name]; at < end; at += 1) {
        const posting = names.posting[at];
        if (holds(ranges, posting) && !isOutsideArea(tables, posting, area)) return true;
      }
      return false;
    },
    has({ areas }, hit, wanted, open) {
      if (count[hit] < 0) return !isOutsideAny(tables, wanted, areas, open);
      const first = hit * MOST_INSIDE;
      for (let i = first; i < first + count[hit]; i += 1) if (feature[i] === wanted) return true;
      return false;
    },
  };
}

/** Returns the first of some areas that has circles: the areas of a question begin with the smallest. */
function smallestOf(areas: readonly NamedArea[], open: number): NamedArea | undefined {
  for (let i = 0; i < areas.length; i += 1)
    if ((open & (1 << i)) !== 0 && areas[i].circles !== undefined) return areas[i];
  return undefined;
}

/** Reports whether a street or place lies outside of one of some areas. */
function isOutsideAny(
  tables: PlaceTables,
  feature: number,
  areas: readonly NamedArea[],
  open: number,
): boolean {
  for (let i = 0; i < areas.length; i += 1)
    if ((open & (1 << i)) !== 0 && isOutsideArea(tables, feature, areas[i])) return true;
  return false;
}
