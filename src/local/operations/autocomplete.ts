import { distanceMeters } from '../../geo/distance.ts';
import type { Position } from '../../geo/position.ts';
import type { Engine, EngineOptions } from '../../geocoder/engine.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

const DEFAULT_RADIUS_METERS = 50_000;

/** Says where suggestions are asked from. Shape: `origin` is measured from, `focus` is searched around; `radiusMeters` as it was asked for. */
export interface AutocompleteFrom {
  focus?: Position | undefined;
  origin?: Position | undefined;
  radiusMeters?: number | undefined;
}

/**
 * Suggests places, within a radius of a point where one is given.
 *
 * Shape: the radius that nobody asked for gives way where it leaves nothing, so that who types the name of a place far away is
 * answered; one that was asked for does not.
 * Source: interface document, section 4.1.
 */
export function autocomplete(
  engine: Engine,
  text: string,
  { focus, origin, radiusMeters }: AutocompleteFrom,
  options: EngineOptions,
): LocalPlace[] {
  if (!focus) return measure(engine.suggest(text, {}, options), origin);
  const near = engine.suggest(text, { focus, radiusMeters: radiusMeters ?? DEFAULT_RADIUS_METERS }, options);
  const found =
    near.length > 0 || radiusMeters !== undefined ? near : engine.suggest(text, { focus }, options);
  return measure(found, origin);
}

function measure(places: LocalPlace[], origin: Position | undefined): LocalPlace[] {
  if (!origin) return places;
  return places.map((place) => ({
    ...place,
    distanceMeters: Math.round(distanceMeters(origin, place.position)),
  }));
}
