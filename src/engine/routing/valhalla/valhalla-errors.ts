import { GeomillError } from '../../../base/errors/geomill-error.ts';

/** Error texts of Valhalla that the request caused, and their meaning. Source: the exceptions of Valhalla 3.6.1; each has a test. */
const REQUEST_ERRORS: readonly (readonly [text: string, meaning: string])[] = [
  [
    'No suitable edges near location',
    'a place is farther than 1 km from any road that this vehicle can travel',
  ],
  ['No path could be found', 'there is no route between the places for this vehicle'],
  [
    'Locations are in unconnected regions',
    'there is no route between the places: their roads are not connected',
  ],
  ['Path distance exceeds the max distance limit', 'the places are too far apart'],
  ['Exceeded max locations', 'there are too many places'],
  ['Insufficient number of locations', 'there are too few places: at least two are needed'],
  ['No costing method found', 'the router does not know this vehicle'],
];

/** Converts an error text of Valhalla. Shape: INVALID_REQUEST for an error that the request caused, else SERVICE_ERROR. */
export function valhallaError(text: string): GeomillError {
  const details = { valhalla: text };
  const known = REQUEST_ERRORS.find(([part]) => text.includes(part));
  if (known) return new GeomillError('INVALID_REQUEST', known[1], { details });
  return new GeomillError('SERVICE_ERROR', `the router failed: ${text}`, { details });
}
