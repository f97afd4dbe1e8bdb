import KDBush from 'kdbush';
import { haversineToBox } from './boxes.ts';
import type { BoxE7 } from './boxes.ts';
import { toDegrees } from './e7.ts';
import { isWide, nextTurn, offer, type NearSearch } from './near-search.ts';
import { HALF_TURN_UNITS, haversine } from './sphere.ts';

/** Number of points below which a range is not divided. Values from 4 to 24 are about equally fast, measured with a million points. */
const LEAF_POINTS = 12;
// Three numbers a level, and halving 2^31 points takes 31 levels.
const stack = new Int32Array(3 * 34);

/**
 * kd-trees over points, one after the other, in the layout of kdbush: the middle of a range divides it, by longitude and
 * latitude in turn.
 *
 * Shape: `places` and `coordinates` (longitude, then latitude) in the order of the trees. Units: 1e-7 degrees.
 */
export interface PointTrees {
  places: Uint32Array;
  coordinates: Int32Array;
}

/**
 * Sorts a range of points into a tree, in place.
 *
 * Guarantee: depends on the points and their order only. Cost: 0.5 s for a million.
 */
export function buildPointTree({ places, coordinates }: PointTrees, from: number, to: number): void {
  const count = to - from;
  if (count <= LEAF_POINTS) return;
  const tree = new KDBush(count, LEAF_POINTS, Int32Array);
  for (let i = from; i < to; i += 1) tree.add(coordinates[2 * i] as number, coordinates[2 * i + 1] as number);
  tree.finish();
  places.set(
    Uint32Array.from(tree.ids, (id) => places[from + id] as number),
    from,
  );
  coordinates.set(tree.coords, 2 * from);
}

/** Reports whether a place can be a result. */
export type Accept = (place: number) => boolean;

/** Offers to a search the points of a tree that may be results. */
export function searchPoints(
  trees: PointTrees,
  from: number,
  to: number,
  search: NearSearch,
  accept?: Accept,
): void {
  if (isWide(search)) return searchFar({ trees, search, accept }, from, to - 1, 0, { ...WHOLE_EARTH });
  for (let turn = 0; !Number.isNaN(turn); turn = nextTurn(search, turn))
    walk(trees, from, to, search, turn, accept);
}

const WHOLE_EARTH: BoxE7 = {
  minLat: -HALF_TURN_UNITS / 2,
  minLon: -HALF_TURN_UNITS,
  maxLat: HALF_TURN_UNITS / 2,
  maxLon: HALF_TURN_UNITS,
};

/**
 * Searches a range of a tree by the distance of its box, the nearer half first.
 *
 * Shape: the range is from `left` to `right`; `box` is changed meanwhile. Cost: grows with the root of the number of points, not with the radius.
 */
function searchFar(
  far: { trees: PointTrees; search: NearSearch; accept: Accept | undefined },
  left: number,
  right: number,
  axis: 0 | 1,
  box: BoxE7,
): void {
  const { trees, search, accept } = far;
  if (right - left <= LEAF_POINTS) {
    for (let i = left; i <= right; i += 1) consider(trees, i, search, accept);
    return;
  }
  const middle = (left + right) >> 1;
  const at = trees.coordinates[2 * middle + axis] as number;
  const [least, most] = axis === 0 ? (['minLon', 'maxLon'] as const) : (['minLat', 'maxLat'] as const);
  const { [least]: from, [most]: to } = box;
  const nextAxis = axis === 0 ? 1 : 0;
  const boundOf = (): number => haversineToBox(search.lat, search.lon, search.cosLat, box);
  box[most] = at;
  const lower = boundOf();
  box[most] = to;
  box[least] = at;
  const upper = boundOf();
  box[least] = from;
  const enterLower = (): void => {
    if (lower > search.bound) return;
    box[most] = at;
    searchFar(far, left, middle - 1, nextAxis, box);
    box[most] = to;
  };
  const enterUpper = (): void => {
    if (upper > search.bound) return;
    box[least] = at;
    searchFar(far, middle + 1, right, nextAxis, box);
    box[least] = from;
  };
  if (lower <= upper) enterLower();
  else enterUpper();
  consider(trees, middle, search, accept);
  if (lower <= upper) enterUpper();
  else enterLower();
}

function walk(
  trees: PointTrees,
  from: number,
  to: number,
  search: NearSearch,
  turn: number,
  accept: Accept | undefined,
): void {
  const { coordinates } = trees;
  const lonE7 = search.lonE7 + turn;
  const { latE7 } = search;
  let { minLat, maxLat } = search;
  let minLon = search.minLon + turn;
  let maxLon = search.maxLon + turn;
  let left = from;
  let right = to - 1;
  let axis = 0;
  let depth = 0;
  for (;;) {
    // Descends to the leaf on the side of the position; the middles and the other sides go on the stack.
    while (right - left > LEAF_POINTS) {
      const middle = (left + right) >> 1;
      const isBelow = (axis === 0 ? lonE7 : latE7) <= (coordinates[2 * middle + axis] as number);
      stack[depth] = middle;
      stack[depth + 1] = isBelow ? right : left;
      stack[depth + 2] = isBelow ? axis + 2 : axis;
      depth += 3;
      if (isBelow) right = middle - 1;
      else left = middle + 1;
      axis = 1 - axis;
    }
    for (let i = left; i <= right; i += 1) {
      const y = coordinates[2 * i + 1] as number;
      if (y < minLat || y > maxLat) continue;
      const x = coordinates[2 * i] as number;
      if (x < minLon || x > maxLon) continue;
      if (consider(trees, i, search, accept)) {
        ({ minLat, maxLat } = search);
        minLon = search.minLon + turn;
        maxLon = search.maxLon + turn;
      }
    }
    for (;;) {
      if (depth === 0) return;
      depth -= 3;
      const middle = stack[depth] as number;
      const edge = stack[depth + 1] as number;
      axis = (stack[depth + 2] as number) & 1;
      const x = coordinates[2 * middle] as number;
      const y = coordinates[2 * middle + 1] as number;
      const isBelow = (stack[depth + 2] as number) >= 2;
      if (isBelow && (axis === 0 ? x > maxLon : y > maxLat)) continue;
      if (!isBelow && (axis === 0 ? x < minLon : y < minLat)) continue;
      if (
        x >= minLon &&
        x <= maxLon &&
        y >= minLat &&
        y <= maxLat &&
        consider(trees, middle, search, accept)
      ) {
        ({ minLat, maxLat } = search);
        minLon = search.minLon + turn;
        maxLon = search.maxLon + turn;
      }
      left = isBelow ? middle + 1 : edge;
      right = isBelow ? edge : middle - 1;
      axis = 1 - axis;
      break;
    }
  }
}

function consider(
  { places, coordinates }: PointTrees,
  i: number,
  search: NearSearch,
  accept: Accept | undefined,
): boolean {
  const latE7 = coordinates[2 * i + 1] as number;
  const lonE7 = coordinates[2 * i] as number;
  const value = haversine(search.lat, search.lon, search.cosLat, toDegrees(latE7), toDegrees(lonE7));
  const place = places[i] as number;
  if (value > search.bound || (accept && !accept(place))) return false;
  return offer(search, place, value, latE7, lonE7);
}
