import type { OutputPolygons } from './record.ts';

/** Returns areas as text: `MULTIPOLYGON (((105.8 21, ...)))`, longitude first. Source: OGC 06-103r4. */
export function wktPolygons(polygons: OutputPolygons): string {
  const list = (parts: readonly string[]) => `(${parts.join(', ')})`;
  const ringText = (ring: OutputPolygons[number][number]) => list(ring.map(([lon, lat]) => `${lon} ${lat}`));
  return `MULTIPOLYGON ${list(polygons.map((rings) => list(rings.map(ringText))))}`;
}
