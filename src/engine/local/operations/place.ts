import type { LocalPlace } from '../../geocoder/places/local-place.ts';
import type { LocalOperation } from '../local-operation.ts';
import { readIds, readOnlyId, unitsOf } from '../parameters/search-options.ts';
import { googleResult } from '../shapes/google-shape.ts';
import { osmCollection, unknownIds } from '../shapes/osm-shape.ts';

/**
 * Returns places by their ids.
 *
 * Shape: places in the order of the ids, each once; `errors` names the ids that no place has. The google shape has one place.
 * Errors: INVALID_REQUEST for an empty id, and for several in the google shape.
 */
export const place: LocalOperation<'place'> = {
  support: 'yes',
  createHandlers: ({ engine }) => ({
    google: async ({ ids, admin_v2 }) => googleResult(engine.placeById(readOnlyId(ids), unitsOf(admin_v2))),
    osm: async ({ ids, admin_v2 }) => {
      const places: LocalPlace[] = [];
      const unknown: string[] = [];
      for (const id of readIds(ids)) {
        const found = engine.placeById(id, unitsOf(admin_v2));
        if (found) places.push(found);
        else unknown.push(id);
      }
      return { ...osmCollection(places), errors: unknownIds(unknown) };
    },
  }),
};
