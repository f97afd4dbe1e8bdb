import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { FleetRequest } from '../records/fleet.ts';
import { OptimizedTrip } from '../records/optimized-trip.ts';
import { AdminV2, Latitude, Longitude } from '../schema.ts';
import { optional } from '../optional.ts';

/** Fewest stops of a route. Source: service facts. */
export const FEWEST_STOPS = 3;
/** Most stops of a route that a local service computes. */
export const MOST_STOPS = 200;

/**
 * Orders the stops of a route and answers the route through them.
 *
 * Shape: the parameter `json` is an object here and JSON text on the wire; first and last location stay where they are.
 * Source: interface document, section 4.8; at least 3 locations and the units from the service facts, `language` from Valhalla. `geomill` is ours: what several vehicles are to do.
 */
export const optimizedRoute = defineOperation({
  name: 'optimizedRoute',
  method: 'GET',
  path: '/optimized-route',
  root: 'base',
  section: '4.8',
  summary: 'Orders the stops of a route and answers the route through them.',
  needsRouter: true,
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({
        json: Type.Object({
          locations: Type.Array(Type.Object({ lat: Latitude, lon: Longitude }), {
            minItems: FEWEST_STOPS,
            description: 'the stops; the first and the last stay where they are',
            ...beyond(
              ['limit', 'stated', `${FEWEST_STOPS} stops at least`],
              [
                'limit',
                'open',
                `a local service takes ${MOST_STOPS} at most, as its search is bounded by their number`,
              ],
            ),
          }),
          costing: Type.Enum(['auto', 'bicycle', 'pedestrian'], { description: 'means of travel' }),
          directions_options: optional.object({
            units: optional.enum(['km', 'mi'], {
              default: 'km',
              description: 'unit of lengths',
              ...beyond(['values', 'stated', '`km` and `mi`'], ['default', 'upstream', '`km`']),
            }),
            language: optional.enum(['en', 'vi'], {
              default: 'en',
              description: 'language of the instructions',
              ...beyond(['parameter', 'upstream', 'language of the instructions, as Valhalla has it']),
            }),
          }),
          geomill: Type.Optional(FleetRequest),
        }),
        admin_v2: AdminV2,
      }),
      answer: OptimizedTrip,
    },
  },
});
