/** Bounds of positions. Units: degrees WGS84. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns the `geo` metadata of a file of points. Source: GeoParquet 1.1.0. */
export function geoMetadata(geometry: string, bbox: string, bounds: Bounds | undefined): string {
  const covering = Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((side) => [side, [bbox, side]]));
  return JSON.stringify({
    version: '1.1.0',
    primary_column: geometry,
    columns: {
      [geometry]: {
        encoding: 'WKB',
        geometry_types: bounds ? ['Point'] : [],
        ...(bounds && { bbox: [bounds.west, bounds.south, bounds.east, bounds.north] }),
        covering: { bbox: covering },
      },
    },
  });
}
