import { distanceMeters } from '../../../base/geo/distance.ts';
import type { LatLng, VirtualTourNode } from '../public-types.ts';

/** Returns the distance of a node from a position. Units: metres; infinite for a node without position. */
export function distanceTo({ gps }: Pick<VirtualTourNode, 'gps'>, { lat, lng }: LatLng): number {
  return gps === undefined ? Infinity : distanceMeters({ lat: gps[1], lon: gps[0] }, { lat, lon: lng });
}
