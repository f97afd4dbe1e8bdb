import type { Directions } from '../../src/contract/records/directions.ts';
import type { Prediction } from '../../src/contract/records/prediction.ts';

/** A place within another, of the interface in the google shape. */
export const GATE: Prediction = {
  description: 'Cổng 1, Bệnh viện Bạch Mai',
  distance_meters: null,
  has_child: false,
  matched_substrings: null,
  place_id: 'gate-1',
  structured_formatting: {
    main_text: 'Cổng 1',
    main_text_matched_substrings: null,
    secondary_text: 'Bệnh viện Bạch Mai',
    secondary_text_matched_substrings: null,
  },
  terms: [],
  types: [],
};

/** Measures of a leg or a step. */
export const MEASURES = { distance: { text: '1 km', value: 1000 }, duration: { text: '2 mins', value: 120 } };

/** A position in Ha Noi. */
export const HERE = { lat: 21.03, lng: 105.85 };

/** A route of one leg without steps. */
export const WAY: Directions = {
  geocoded_waypoints: [],
  routes: [
    {
      bounds: {},
      legs: [
        {
          ...MEASURES,
          start_address: 'A',
          end_address: 'B',
          start_location: HERE,
          end_location: HERE,
          steps: [],
        },
      ],
      overview_polyline: { points: '' },
      summary: 'Phố Huế',
      warnings: [],
      waypoint_order: [],
    },
  ],
};
