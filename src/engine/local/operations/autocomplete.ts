import { AUTOCOMPLETE_FAMILY } from '../../gazetteer/store/suggest-arrays.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { EngineOptions, Suggestions } from '../../geocoder/engine.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';
import { matchedSubstrings } from '../../geocoder/autocomplete/matched-substrings.ts';
import type { LocalOperation } from '../local-operation.ts';
import { parseLatLng } from '../../../contract/values/point-text.ts';
import { readPair, metersOf, optionsOf } from '../parameters/search-options.ts';
import { osmCollection } from '../shapes/osm-shape.ts';
import { predictionList } from '../shapes/prediction-shape.ts';

const DEFAULT_SIZE = 5;
const DEFAULT_RADIUS_METERS = 50_000;

/** Longest part of the typed text whose matches are marked in suggestions; longer texts are not names. */
const MAX_MARKED_CHARACTERS = 500;

/** Suggests places while a text is typed. */
export const autocomplete: LocalOperation<'autocomplete'> = {
  support: 'yes; the usage of a key bills sessions',
  files: [AUTOCOMPLETE_FAMILY.file],
  texts: ['text', 'input'],
  createHandlers: async ({ engine }) => {
    const search = await engine.openSuggestions();
    return {
      google: async ({ input, location, origin, radius, size, admin_v2 }) => {
        const area = {
          focus: location === undefined ? undefined : parseLatLng('location', location),
          origin: origin === undefined ? undefined : parseLatLng('origin', origin),
          radiusMeters: metersOf(radius),
        };
        const places = suggest(search, input, area, optionsOf(size ?? DEFAULT_SIZE, admin_v2));
        const typed = input.slice(0, MAX_MARKED_CHARACTERS);
        return predictionList(places, (text) => matchedSubstrings(typed, text));
      },
      osm: async ({ text, size, admin_v2, ...circle }) => {
        const focus = readPair(circle['boundary.circle.lat'], circle['boundary.circle.lon']);
        const area = { focus, origin: focus, radiusMeters: metersOf(circle['boundary.circle.radius']) };
        return osmCollection(suggest(search, text, area, optionsOf(size ?? DEFAULT_SIZE, admin_v2)));
      },
    };
  },
};

/**
 * The area that suggestions are searched in.
 *
 * Shape: `focus` is the centre of the search, `origin` the point that distances are measured from.
 * Units: `radiusMeters` in metres, undefined if the request has no radius.
 */
interface SuggestArea {
  focus: Position | undefined;
  origin: Position | undefined;
  radiusMeters: number | undefined;
}

/**
 * Suggests places, within a radius of the focus if there is one. Source: interface document, section 4.1.
 *
 * Shape: the labels are of one period: where a place of the list has no known former units, all are of those in force.
 */
function suggest(
  search: Suggestions,
  text: string,
  { focus, origin, radiusMeters = DEFAULT_RADIUS_METERS }: SuggestArea,
  options: EngineOptions,
): LocalPlace[] {
  const places = search(text, focus ? { focus, radiusMeters } : {}, options);
  return withDistances(
    places.some(isOfToday) && !places.every(isOfToday)
      ? search(text, focus ? { focus, radiusMeters } : {}, { ...options, units: 'new' })
      : places,
    origin,
  );
}

/** Reports whether a label has a ward in force since nobody knows which former one it was. */
const isOfToday = ({ extension }: LocalPlace): boolean => extension.label_units === 'new';

function withDistances(places: LocalPlace[], origin: Position | undefined): LocalPlace[] {
  if (!origin) return places;
  return places.map((place) => ({
    ...place,
    distanceMeters: Math.round(distanceMeters(origin, place.position)),
  }));
}
