import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';
import { metersBetween } from './street-line.ts';

/** Results with one name within this distance, beyond their radii, are parts of one street, which the dataset cuts at ward borders. Units: metres. */
const ONE_STREET_METERS = 2500;

/** Returns the street of a result and its other parts among the results, as features; the feature alone for a place. */
export function partsOf(tables: PlaceTables, { hits, results }: Inquiry, result: Result): number[] {
  const parts = [result.feature];
  if (result.feature >= tables.streetCount) return parts;
  for (let i = 0; i < results.count; i += 1) {
    const other = results.items[i];
    if (other === result || other.feature >= tables.streetCount) continue;
    if (hits.name[other.hit] !== hits.name[result.hit]) continue;
    const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
    if (meters <= ONE_STREET_METERS + result.radiusMeters + other.radiusMeters) parts.push(other.feature);
  }
  return parts;
}
