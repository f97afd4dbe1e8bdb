import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { LatLng, toleratedNull } from '../schema.ts';

const Measure = Type.Object({
  text: Type.String(),
  value: Type.Integer({ description: 'metres of a distance, seconds of a duration' }),
});
const EncodedPolyline = Type.Object({
  points: Type.String({
    description: 'encoded polyline, precision 5',
    ...beyond(['meaning', 'seen', 'precision 5']),
  }),
});

const Step = Type.Object({
  distance: Measure,
  duration: Measure,
  start_location: LatLng,
  end_location: LatLng,
  html_instructions: Type.String(),
  maneuver: Type.String({ description: 'may be empty' }),
  polyline: EncodedPolyline,
  travel_mode: Type.String(),
});

const Leg = Type.Object({
  distance: Measure,
  duration: Measure,
  start_address: Type.String(),
  end_address: Type.String(),
  start_location: LatLng,
  end_location: LatLng,
  steps: Type.Array(Step),
});

/**
 * The response of directions.
 *
 * Units: distances in metres, durations in seconds.
 * Source: interface document, section 2.4; the contents of `bounds` are not shown there, so any object passes.
 */
export const Directions = Type.Object({
  geocoded_waypoints: Type.Array(
    Type.Object({ geocoder_status: Type.String(), place_id: toleratedNull(Type.String()) }),
  ),
  routes: Type.Array(
    Type.Object({
      bounds: Type.Record(
        Type.String(),
        Type.Unknown(),
        beyond([
          'meaning',
          'open',
          '`northeast` and `southwest` of the route in what a local service writes',
        ]),
      ),
      legs: Type.Array(Leg),
      overview_polyline: EncodedPolyline,
      summary: Type.String(),
      warnings: Type.Array(
        Type.Unknown(
          beyond(['values', 'ours', 'texts: straight lines where there are no roads, stops far from a road']),
        ),
      ),
      waypoint_order: Type.Array(
        Type.Unknown(beyond(['values', 'open', 'empty: destinations keep their order'])),
      ),
    }),
  ),
});

/** The response of directions. */
export type Directions = Static<typeof Directions>;
