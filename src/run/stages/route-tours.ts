import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';

/**
 * Splits the stops of a batch into compact tours, each small enough for one request: neighbours stay together.
 *
 * Shape: indexes into `stops`; as few tours as possible, of nearly equal size.
 * Guarantee: the same stops give the same tours.
 */
export function splitIntoTours(stops: readonly Position[], most: number): number[][] {
  const all = stops.map((_, at) => at);
  return stops.length <= most ? [all] : halve(all, stops, Math.ceil(stops.length / most));
}

/** Splits the stops across the longer side of their extent, in proportion to the tours on each side, until one tour is left. */
function halve(part: number[], stops: readonly Position[], tours: number): number[][] {
  if (tours === 1) return [part.sort((a, b) => a - b)];
  const at = (index: number) => stops[index] as Position;
  const lats = part.map((index) => at(index).lat);
  const lons = part.map((index) => at(index).lon);
  const south = { lat: Math.min(...lats), lon: Math.min(...lons) };
  const height = distanceMeters(south, { lat: Math.max(...lats), lon: south.lon });
  const width = distanceMeters(south, { lat: south.lat, lon: Math.max(...lons) });
  const key = (index: number) => (height > width ? at(index).lat : at(index).lon);
  const sorted = [...part].sort((a, b) => key(a) - key(b) || a - b);
  const first = Math.floor(tours / 2);
  const cut = Math.round((sorted.length * first) / tours);
  return [...halve(sorted.slice(0, cut), stops, first), ...halve(sorted.slice(cut), stops, tours - first)];
}
