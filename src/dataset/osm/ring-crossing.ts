import type { LatLonLine } from '../features.ts';

/**
 * Reports whether two edges of a ring cross; touching is not crossing.
 *
 * Shape: positions are integers of 1e-7 degrees, as OpenStreetMap stores them, so edges up to the length of a city are exact.
 * Cost: only edges with overlapping longitudes are compared.
 */
export function crossesItself(ring: LatLonLine): boolean {
  const corners = Float64Array.from(ring, (degrees) => Math.round(degrees * 1e7));
  const edgeCount = corners.length / 2 - 1;
  const order = Array.from({ length: edgeCount }, (_, i) => i).sort(
    (a, b) => westOf(corners, a) - westOf(corners, b) || a - b,
  );
  for (let i = 0; i < edgeCount; i += 1) {
    const a = order[i];
    const east = Math.max(corners[2 * a + 1], corners[2 * a + 3]);
    for (let j = i + 1; j < edgeCount; j += 1) {
      const b = order[j];
      if (westOf(corners, b) > east) break;
      if (edgesCross(corners, a, b)) return true;
    }
  }
  return false;
}

function westOf(corners: Float64Array, edge: number): number {
  return Math.min(corners[2 * edge + 1], corners[2 * edge + 3]);
}

function edgesCross(corners: Float64Array, a: number, b: number): boolean {
  return (
    sideOf(corners, a, b) * sideOf(corners, a, b + 1) < 0 &&
    sideOf(corners, b, a) * sideOf(corners, b, a + 1) < 0
  );
}

/** Returns the side of an edge on which a corner is: 1, -1, or 0 on its line. */
function sideOf(corners: Float64Array, edge: number, corner: number): number {
  const lat = corners[2 * edge];
  const lon = corners[2 * edge + 1];
  return Math.sign(
    (corners[2 * edge + 2] - lat) * (corners[2 * corner + 1] - lon) -
      (corners[2 * edge + 3] - lon) * (corners[2 * corner] - lat),
  );
}
