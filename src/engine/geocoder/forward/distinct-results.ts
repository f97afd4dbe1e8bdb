import { EXACT } from './house-match.ts';
import type { Hits } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';
import { metersBetween } from './street-line.ts';

/** Results at most this far apart count as one place. Units: metres. */
const SAME_PLACE_METERS = 250;
/** Parts of one street at most this far apart, beyond their radii, count as one place. Units: metres. */
const SAME_STREET_METERS = 2500;

/** Returns the results that are different places, best first. */
export function distinctResults({ hits, results }: Inquiry): Result[] {
  const distinct: Result[] = [];
  for (let i = 0; i < results.count; i += 1) {
    const result = results.items[i];
    if (!distinct.some((known) => isSamePlace(known, result, hits))) distinct.push(result);
  }
  return distinct;
}

function isSamePlace(a: Result, b: Result, hits: Hits): boolean {
  const meters = metersBetween(a.lat, a.lon, b.lat, b.lon);
  if (meters <= SAME_PLACE_METERS) return true;
  // The dataset cuts a street at ward borders; without an exact house its parts are one place.
  const isOneStreet = a.kind !== EXACT && hits.name[a.hit] === hits.name[b.hit];
  return isOneStreet && meters <= SAME_STREET_METERS + a.radiusMeters + b.radiusMeters;
}

/** Reports whether some place is too far from the first one to share a position with it. */
export function areApart(tied: readonly Result[]): boolean {
  const first = tied[0];
  return tied.some(({ lat, lon }) => metersBetween(first.lat, first.lon, lat, lon) > SAME_STREET_METERS);
}
