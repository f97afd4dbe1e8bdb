import { distanceMeters } from '../../../base/geo/distance.ts';
import { foldKey } from '../../../base/text/fold.ts';
import type { LocalPlace } from './local-place.ts';

/** Two entries of one name and category nearer than this are one place. Units: metres. */
const SAME_PLACE_METERS = 50;
/** As {@link SAME_PLACE_METERS}, for entries with the same address, and for sites that are large: the gate of one and the middle of the other. */
const SAME_SITE_METERS = 250;

/** Categories of places that fill a site of their own, and do not have a second branch next to it. */
const SITES: ReadonlySet<string> = new Set(
  'hospital university college school kindergarten market mall station bus_station airport stadium museum park townhall'.split(
    ' ',
  ),
);

/**
 * Returns points of interest each once: sources have a building as a point, as an outline, and once more from another source.
 *
 * Shape: in the same order; of entries for one place the first is kept, or the first that has children. Other places stay as they are.
 */
export function mergeDoubles(places: readonly LocalPlace[]): LocalPlace[] {
  const kept: LocalPlace[] = [];
  const byName = new Map<string, LocalPlace[]>();
  for (const place of places) {
    if (place.level !== 'poi') {
      kept.push(place);
      continue;
    }
    const key = foldKey(place.name);
    const namesakes = byName.get(key) ?? [];
    byName.set(key, namesakes);
    const at = namesakes.findIndex((other) => isSame(place, other));
    const double = namesakes[at];
    if (double && (double.hasChild || !place.hasChild)) continue;
    if (double) {
      namesakes.splice(at, 1);
      kept.splice(kept.indexOf(double), 1);
    }
    namesakes.push(place);
    kept.push(place);
  }
  return kept;
}

/**
 * Creates a function that reports whether a place is another one than those it was asked for before.
 *
 * Shape: points of interest as in {@link mergeDoubles}, others by their label: a building and its house number, or a street and its continuation, have the
 * same one. Unlike there, the first is always the one to keep, so that the first of few places nearest first is that of many.
 */
export function createDoubleFilter(): (place: LocalPlace) => boolean {
  const labels = new Set<string>();
  const byName = new Map<string, LocalPlace[]>();
  return (place) => {
    if (place.level !== 'poi') return labels.size < labels.add(place.label).size;
    const key = foldKey(place.name);
    const namesakes = byName.get(key) ?? [];
    if (namesakes.some((other) => isSame(place, other))) return false;
    byName.set(key, [...namesakes, place]);
    return true;
  };
}

/** Reports whether two points of interest of one name are one place. */
function isSame(a: LocalPlace, b: LocalPlace): boolean {
  const shared = a.categories.filter((category) => b.categories.includes(category));
  if (shared.length === 0) return false;
  const hasSameAddress = a.streetLine !== '' && foldKey(a.streetLine) === foldKey(b.streetLine);
  const isSite = shared.some((category) => SITES.has(category));
  const meters = distanceMeters(a.position, b.position);
  return meters <= (hasSameAddress || isSite ? SAME_SITE_METERS : SAME_PLACE_METERS);
}
