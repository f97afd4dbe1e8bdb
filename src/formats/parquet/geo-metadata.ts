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

/** Encodes a point as WKB: 21 bytes, little endian. Source: OGC 06-103r4. */
export function wkbPoint(lon: number, lat: number): Uint8Array {
  const bytes = new Uint8Array(21);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lon, true);
  view.setFloat64(13, lat, true);
  return bytes;
}
