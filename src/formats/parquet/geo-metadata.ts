/** Bounds of positions. Units: degrees WGS84. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns bounds that a position is within. */
export function extendBounds(bounds: Bounds | undefined, lon: number, lat: number): Bounds {
  if (!bounds) return { west: lon, south: lat, east: lon, north: lat };
  return {
    west: Math.min(bounds.west, lon),
    south: Math.min(bounds.south, lat),
    east: Math.max(bounds.east, lon),
    north: Math.max(bounds.north, lat),
  };
}

/** Returns the `geo` metadata of a file of points. Source: GeoParquet 1.1.0. */
export function pointMetadata(geometry: string, bbox: string, bounds: Bounds | undefined): string {
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

/** Returns the `geo` metadata of a file of areas. Source: GeoParquet 1.1.0. */
export function areaMetadata(geometry: string): string {
  return JSON.stringify({
    version: '1.1.0',
    primary_column: geometry,
    columns: {
      [geometry]: { encoding: 'WKB', geometry_types: ['MultiPolygon'], orientation: 'counterclockwise' },
    },
  });
}
