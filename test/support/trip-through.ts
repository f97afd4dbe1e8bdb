import { encodePolyline } from '../../src/base/geo/polyline.ts';
import type { Position } from '../../src/base/geo/position.ts';
import type { Trip } from '../../src/contract/records/optimized-trip.ts';

/** Returns a trip through places in the order that is given, else in their own: a minute and a kilometre for each leg. */
export function tripThrough(places: readonly Position[], order = places.map((_, at) => at)): Trip {
  const summary = {
    has_time_restrictions: false,
    has_toll: false,
    has_highway: false,
    has_ferry: false,
    min_lat: 0,
    min_lon: 0,
    max_lat: 0,
    max_lon: 0,
    time: 60,
    length: 1,
    cost: 60,
  };
  const at = (index: number) => places[order[index] as number] as Position;
  return {
    locations: order.map((original_index, index) => ({ type: 'break', ...at(index), original_index })),
    legs: order.slice(1).map((_, index) => ({
      maneuvers: [],
      summary,
      shape: encodePolyline([at(index), at(index + 1)], 6),
    })),
    status_message: 'Found route between points',
  };
}

/** Returns a tour of a fleet whose services begin at given times and last a time at each stop, or at all; who is early waits. Units: seconds. */
export function tourAt(trip: Trip, begins: readonly number[], stays: number | readonly number[] = 0) {
  const last = begins.length - 1;
  const left = begins.map(
    (begin, at) => begin + (at > 0 && at < last ? (typeof stays === 'number' ? stays : stays[at - 1]!) : 0),
  );
  return {
    trip,
    arrival_seconds: [...begins],
    reached_seconds: begins.map((begin, at) => (at === 0 ? begin : Math.min(begin, left[at - 1]! + 60))),
    departure_seconds: left,
    leg_seconds: trip.legs.map(({ summary }) => summary.time),
  };
}
