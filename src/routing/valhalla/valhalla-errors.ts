import { GeomillError } from '../../errors/geomill-error.ts';

/** Lists what Valhalla says, without codes, of questions that are to blame themselves, and what that means. Source: its exceptions of 3.6.1; each has a test. */
const MEANINGS: readonly (readonly [part: string, means: string])[] = [
  [
    'No suitable edges near location',
    'a place is farther than 1 km from any road that this vehicle can travel',
  ],
  ['No path could be found', 'there is no way between the places for this vehicle'],
  [
    'Locations are in unconnected regions',
    'there is no way between the places: their roads are not connected',
  ],
  ['Path distance exceeds the max distance limit', 'the places are too far apart'],
  ['Exceeded max locations', 'there are too many places'],
  ['Insufficient number of locations', 'there are too few places: at least two are needed'],
  ['No costing method found', 'the router does not know this vehicle'],
];

/** Turns what Valhalla says into a failure of the catalogue. Shape: INVALID_REQUEST for what the question is to blame for, else SERVICE_ERROR. */
export function valhallaFailure(message: string): GeomillError {
  const details = { valhalla: message };
  const known = MEANINGS.find(([part]) => message.includes(part));
  if (known) return new GeomillError('INVALID_REQUEST', known[1], { details });
  return new GeomillError('SERVICE_ERROR', `the router failed: ${message}`, { details });
}
