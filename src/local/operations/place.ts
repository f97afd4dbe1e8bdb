import type { Engine } from '../../geocoder/engine.ts';
import type { AdminUnits, LocalPlace } from '../../geocoder/places/local-place.ts';
import type { LocalOperation } from '../local-operation.ts';
import { unitsOf } from '../parameters/search-options.ts';
import { googleResult } from '../shapes/google-shape.ts';
import { osmCollection } from '../shapes/osm-shape.ts';

/**
 * Returns places by their ids; the call completes an autocomplete session.
 *
 * Shape: places in the order of the ids, unknown ids left out; the google shape has the first of them.
 */
export const place: LocalOperation<'place'> = {
  support: 'yes',
  createHandlers: ({ engine, sessions }) => ({
    google: async ({ ids, sessiontoken, admin_v2 }) => {
      sessions.count('place', sessiontoken);
      return googleResult(placesByIds(engine, ids, unitsOf(admin_v2))[0]);
    },
    osm: async ({ ids, sessiontoken, admin_v2 }) => {
      sessions.count('place', sessiontoken);
      return osmCollection(placesByIds(engine, ids, unitsOf(admin_v2)));
    },
  }),
};

function placesByIds(engine: Engine, ids: string, units: AdminUnits): LocalPlace[] {
  return ids
    .split(',')
    .map((id) => engine.placeById(id.trim(), units))
    .filter((match) => match !== undefined);
}
