import type { GeoServiceHandlers } from '../../contract/service.ts';
import { autocomplete } from './autocomplete.ts';
import type { Engine } from '../../geocoder/engine.ts';
import { googleResult } from '../shapes/google-shape.ts';
import { readLatLng, readPair } from './lat-lng.ts';
import type { AdminUnits, LocalPlace } from '../../geocoder/places/local-place.ts';
import { osmCollection } from '../shapes/osm-shape.ts';
import { predictionList } from '../shapes/prediction-shape.ts';
import { metersOf, optionsOf, unitsOf } from './question-options.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { matchedSubstrings } from '../../geocoder/suggest/matched-substrings.ts';

const SUGGESTIONS = 5;

/** What of a text is looked for in suggestions; the rest is no name. */
const MOST_MARKED_CHARACTERS = 500;

/** Answers the operations that a session joins: suggestions, and the place that is picked. What is refused is not counted. */
export function createSessionHandlers(
  engine: Engine,
  sessions: Sessions,
): Required<Pick<GeoServiceHandlers, 'autocomplete' | 'place'>> {
  const byIds = (ids: string, units: AdminUnits): LocalPlace[] =>
    ids
      .split(',')
      .map((id) => engine.placeById(id.trim(), units))
      .filter((place) => place !== undefined);

  return {
    autocomplete: {
      google: async ({ input, location, origin, radius, size, sessiontoken, admin_v2 }) => {
        const from = {
          focus: location === undefined ? undefined : readLatLng('location', location),
          origin: origin === undefined ? undefined : readLatLng('origin', origin),
          radiusMeters: metersOf(radius),
        };
        sessions.count('autocomplete', sessiontoken);
        const places = autocomplete(engine, input, from, optionsOf(size ?? SUGGESTIONS, admin_v2));
        const typed = input.slice(0, MOST_MARKED_CHARACTERS);
        return predictionList(places, (text) => matchedSubstrings(typed, text));
      },
      osm: async ({ text, size, sessiontoken, admin_v2, ...circle }) => {
        const focus = readPair(
          'boundary.circle',
          circle['boundary.circle.lat'],
          circle['boundary.circle.lon'],
        );
        const from = { focus, origin: focus, radiusMeters: metersOf(circle['boundary.circle.radius']) };
        sessions.count('autocomplete', sessiontoken);
        return osmCollection(autocomplete(engine, text, from, optionsOf(size ?? SUGGESTIONS, admin_v2)));
      },
    },
    place: {
      google: async ({ ids, sessiontoken, admin_v2 }) => {
        sessions.count('place', sessiontoken);
        return googleResult(byIds(ids, unitsOf(admin_v2))[0]);
      },
      osm: async ({ ids, sessiontoken, admin_v2 }) => {
        sessions.count('place', sessiontoken);
        return osmCollection(byIds(ids, unitsOf(admin_v2)));
      },
    },
  };
}
