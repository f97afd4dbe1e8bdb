import type { LatLonLine } from '../features.ts';

/** Stands for the latitude of a node that is not in the file; no latitude in 1e-7 degrees is near it. */
const MISSING = 0x7fffffff;

/** Collector of the ids of nodes whose positions are needed. */
export interface NodeIdCollector {
  add(ids: readonly number[]): void;
  /** Sorts the ids and allocates their positions; the collector cannot be used afterwards. */
  positions(): NodePositions;
}

/**
 * Positions of nodes by id, in typed arrays sorted by id.
 *
 * Units: 1e-7 degrees for input, degrees WGS84 for output.
 * Cost: 16 bytes per node; nodes in ascending order are set in constant time.
 */
export interface NodePositions {
  readonly count: number;
  /** Stores the position of a node if it is needed. */
  set(id: number, lat: number, lon: number): void;
  /** Returns the line through nodes; undefined if one of them is unknown. */
  line(ids: ArrayLike<number>): LatLonLine | undefined;
}

/** Creates a collector of node ids. Cost: 8 bytes per id, repeated ones included. */
export function collectNodeIds(): NodeIdCollector {
  let collected = new Float64Array(1024);
  let count = 0;
  return {
    add(ids) {
      if (count + ids.length > collected.length) {
        const larger = new Float64Array(Math.max(collected.length * 2, count + ids.length));
        larger.set(collected.subarray(0, count));
        collected = larger;
      }
      for (let i = 0; i < ids.length; i += 1) collected[count + i] = ids[i];
      count += ids.length;
    },
    positions() {
      const sorted = collected.subarray(0, count).sort();
      let distinct = 0;
      for (let i = 0; i < sorted.length; i += 1) {
        if (i > 0 && sorted[i] === sorted[distinct - 1]) continue;
        sorted[distinct] = sorted[i];
        distinct += 1;
      }
      const ids = sorted.slice(0, distinct);
      collected = new Float64Array(0);
      count = 0;
      return createPositions(ids);
    },
  };
}

function createPositions(ids: Float64Array): NodePositions {
  const lats = new Int32Array(ids.length).fill(MISSING);
  const lons = new Int32Array(ids.length);
  // Index of the last id found: files are nearly always sorted, and the nodes of a way are often neighbours.
  let cursor = 0;

  function find(id: number): number {
    if (ids[cursor] === id) return cursor;
    let low = 0;
    let high = ids.length - 1;
    if (ids[cursor] < id) {
      low = cursor + 1;
      // The next few ids first, then steps that double.
      let step = 1;
      while (low + step <= high && ids[low + step] < id) {
        low += step;
        step *= 2;
      }
      high = Math.min(high, low + step);
    } else high = cursor - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = ids[middle];
      if (found === id) {
        cursor = middle;
        return middle;
      }
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    // Below the result, so the search for a following id still goes upwards.
    cursor = Math.max(0, Math.min(high, ids.length - 1));
    return -1;
  }

  return {
    count: ids.length,
    set(id, lat, lon) {
      const index = ids.length === 0 ? -1 : find(id);
      if (index < 0) return;
      lats[index] = lat;
      lons[index] = lon;
    },
    line(wanted) {
      const line = new Float64Array(wanted.length * 2);
      for (let i = 0; i < wanted.length; i += 1) {
        const index = ids.length === 0 ? -1 : find(wanted[i]);
        if (index < 0 || lats[index] === MISSING) return undefined;
        line[2 * i] = lats[index] / 1e7;
        line[2 * i + 1] = lons[index] / 1e7;
      }
      return line;
    },
  };
}
