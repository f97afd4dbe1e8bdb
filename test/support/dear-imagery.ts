type Ring = [lon: number, lat: number][];

const closed = (ring: Ring): Ring => [...ring, ring[0]!];
const rounded = (value: number): number => Number(value.toFixed(5));

/**
 * Returns the dearest geometries that are known for `intersects`, by what costs: each edge passes the whole of Ha Noi, where generated pictures are.
 *
 * Shape: of about `positions` positions, 12 to 15 bytes each; below 10,000 they are searched, above it refused.
 */
export function dearGeometries(positions: number): Record<string, object> {
  const zigzag = Array.from({ length: positions - 1 }, (_, at): [number, number] => [
    rounded(105.8 + at / positions / 10),
    at % 2 === 0 ? 20 : 22,
  ]);
  const slanted = zigzag.map(([lon, lat]): [number, number] => [rounded(lon + (lat - 21) / 10), lat]);
  const triangles = Array.from({ length: positions / 4 }, (_, at) => [
    closed([
      [105, 20],
      [rounded(105.8 + (0.4 * at) / positions), 22],
      [105, 22],
    ]),
  ]);
  return {
    'a zigzag': { type: 'Polygon', coordinates: [closed(zigzag)] },
    'a slanted zigzag': { type: 'Polygon', coordinates: [closed(slanted)] },
    'a line there and back': { type: 'LineString', coordinates: zigzag },
    'many triangles': { type: 'MultiPolygon', coordinates: triangles },
  };
}
