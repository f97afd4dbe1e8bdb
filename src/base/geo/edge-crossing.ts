/**
 * Reports whether the line from a point towards greater x crosses an edge; a point is in the rings of which it crosses an odd number of edges.
 *
 * Shape: edges are half-open, so that a corner is crossed once; a point on an edge is in or out, but in one of two neighbours only.
 * Exact tests for covers and regions, which know points on their edges, are the engine's (`spatial/polygons.ts`).
 */
export function crossesEdge(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}
