import type { ArraysOf } from '../store/array-family.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import type { BoxE7 } from '../../../base/geo/boxes.ts';
import type { NearSearch } from '../../../base/geo/near-search.ts';
import { HALF_TURN_UNITS } from '../../../base/geo/sphere.ts';
import { createArcDistance } from './arc-distance.ts';
import { arcRiseUnits } from './arc.ts';
import { buildBoxTree, openBoxTree, searchBoxes, type BoxTree } from './box-tree.ts';
import type { SPATIAL_FAMILY } from './spatial-family.ts';

// Each box contains a short section of a line: fewer boxes than arcs, and still small ones.
const MOST_POINTS = 9;
const MOST_UNITS = 25_000;
const SECTION_MEMBERS = 3;

type LineArrays = Pick<ArraysOf<typeof SPATIAL_FAMILY>, 'lineBoxes' | 'lineSections'>;

/** The tables of the lines of streets. */
export type LineTables = Pick<
  PlaceTables,
  | 'streetCount'
  | 'featureFlags'
  | 'featureLat'
  | 'featureLon'
  | 'streetPartStart'
  | 'partPointStart'
  | 'pointLat'
  | 'pointLon'
>;

/**
 * The lines of streets in sections, with a tree over their boxes.
 *
 * Shape: three numbers per section, in the order of the tree: street, first point, number of points; 0 points for a street without a
 * line, which has only its own point.
 */
export interface LineTree {
  tree: BoxTree;
  sections: Uint32Array;
}

/** Builds the arrays of the lines of all streets that have a name. */
export function buildLineArrays(tables: LineTables): LineArrays {
  let count = 0;
  cutLines(tables, () => (count += 1));
  const sections = new Uint32Array(SECTION_MEMBERS * count);
  const given = new Int32Array(4 * count);
  let section = 0;
  cutLines(tables, (street, firstPoint, pointCount) => {
    sections.set([street, firstPoint, pointCount], SECTION_MEMBERS * section);
    const { minLon, minLat, maxLon, maxLat } = boxOfSection(tables, street, firstPoint, pointCount);
    given.set([Math.floor(minLon), Math.floor(minLat), Math.ceil(maxLon), Math.ceil(maxLat)], 4 * section);
    section += 1;
  });
  const { boxes, order } = buildBoxTree(given);
  const lineSections = sections.map(
    (_, i) => sections[SECTION_MEMBERS * order[Math.floor(i / SECTION_MEMBERS)] + (i % SECTION_MEMBERS)],
  );
  return { lineBoxes: boxes, lineSections };
}

/** Opens the lines of streets. */
export function openLines({ lineBoxes, lineSections }: LineArrays): LineTree {
  return { tree: openBoxTree(lineBoxes, lineSections.length / SECTION_MEMBERS), sections: lineSections };
}

/** Creates the function that offers to a search the streets that may be results, each at the distance of its line. */
export function createLineSearch(lines: LineTree, tables: LineTables): (search: NearSearch) => void {
  const { sections, tree } = lines;
  const { pointLat, pointLon, featureLat, featureLon } = tables;
  const arcs = createArcDistance();

  function offerSection(section: number): boolean {
    const street = sections[SECTION_MEMBERS * section];
    const first = sections[SECTION_MEMBERS * section + 1];
    const count = sections[SECTION_MEMBERS * section + 2];
    arcs.begin();
    if (count === 0) arcs.toPoint(featureLat[street], featureLon[street]);
    else if (count === 1) arcs.toPoint(pointLat[first], pointLon[first]);
    let latA = pointLat[first];
    let lonA = pointLon[first];
    for (let i = first + 1; i < first + count; i += 1) {
      const latB = pointLat[i];
      const lonB = pointLon[i];
      arcs.toArc(latA, lonA, latB, lonB);
      latA = latB;
      lonA = lonB;
    }
    return arcs.offer(street);
  }

  return (search) => {
    arcs.start(search);
    searchBoxes(tree, search, offerSection);
  };
}

function cutLines(
  tables: LineTables,
  visit: (street: number, firstPoint: number, pointCount: number) => void,
): void {
  const { streetCount, streetPartStart, partPointStart, featureFlags, pointLat, pointLon } = tables;
  for (let street = 0; street < streetCount; street += 1) {
    if ((featureFlags[street] & FEATURE_FLAGS.nameless) !== 0) continue;
    let hasLine = false;
    for (let part = streetPartStart[street]; part < streetPartStart[street + 1]; part += 1) {
      const end = partPointStart[part + 1];
      let first = partPointStart[part];
      while (first < end) {
        hasLine = true;
        let last = first;
        while (last + 1 < end && last - first < MOST_POINTS - 1) {
          const isFar =
            Math.abs(pointLat[last + 1] - pointLat[first]) > MOST_UNITS ||
            Math.abs(pointLon[last + 1] - pointLon[first]) > MOST_UNITS;
          if (isFar && last > first) break;
          last += 1;
        }
        visit(street, first, last - first + 1);
        // The last point of a section is the first of the next, unless the line ends there.
        first = last + 1 < end ? last : end;
      }
    }
    if (!hasLine) visit(street, 0, 0);
  }
}

/** Returns the bounds of the arcs between some points of a line, or of the point of a street without a line. */
function boxOfSection(tables: LineTables, street: number, first: number, count: number): BoxE7 {
  if (count === 0) {
    const [lat, lon] = [tables.featureLat[street], tables.featureLon[street]];
    return { minLat: lat, minLon: lon, maxLat: lat, maxLon: lon };
  }
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  let rise = 0;
  let isAcross = false;
  for (let i = first; i < first + count; i += 1) {
    const [lat, lon] = [tables.pointLat[i], tables.pointLon[i]];
    const span = i === first ? 0 : Math.abs(lon - tables.pointLon[i - 1]);
    rise = Math.max(rise, arcRiseUnits(span));
    isAcross ||= span > HALF_TURN_UNITS;
    box.minLat = Math.min(box.minLat, lat);
    box.minLon = Math.min(box.minLon, lon);
    box.maxLat = Math.max(box.maxLat, lat);
    box.maxLon = Math.max(box.maxLon, lon);
  }
  box.minLat -= rise;
  box.maxLat += rise;
  return isAcross ? { ...box, minLon: -HALF_TURN_UNITS, maxLon: HALF_TURN_UNITS } : box;
}
