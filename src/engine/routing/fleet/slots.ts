import { modelOf } from './fleet-model.ts';
import type { FleetProblem } from './fleet-problem.ts';
import { createTour, isFresh } from './tours.ts';
import type { Break } from './work-clock.ts';

/** When one vehicle can begin the service of a stop more, with all other stops in time. Units: seconds as of the problem; `added` is how much later it is back. */
export interface Slot {
  vehicle: number;
  from: number;
  until: number;
  added: number;
}

/**
 * Returns when a stop can be served by tours that stay as they are otherwise, or by a vehicle without one.
 *
 * Shape: `problem` has the travel times between neighbours of the tours, and from and to the stop; all others are Infinity.
 * Guarantee: every other stop is served within its window.
 */
export function slotsOf(
  problem: FleetProblem,
  tours: readonly { vehicle: number; places: readonly number[] }[],
  stop: number,
): Slot[] {
  const model = modelOf(problem);
  const used = new Set(tours.map(({ vehicle }) => vehicle));
  const idle = problem.vehicles.flatMap((_, vehicle) => (used.has(vehicle) ? [] : [{ vehicle, places: [] }]));
  return [...tours, ...idle].flatMap(({ vehicle, places }) => {
    const inner = places.slice(1, -1);
    const { kind, trip, start } = createTour(model, vehicle, inner);
    const { from: leaves, trips, isUnderway, breaks } = kind.vehicle;
    if (kind.fits[stop] === 0) return [];
    const back = inner.length === 0 ? leaves : start[start.length - 1];
    const orders = Array.from({ length: inner.length + 1 }, (_, at) => inner.toSpliced(at, 0, stop));
    if (inner.length > 0 && trip[trip.length - 1] + 2 <= trips) orders.push([...inner, 0, stop]);
    return orders.flatMap((order) => {
      const tour = createTour(model, vehicle, order);
      const at = order.lastIndexOf(stop) + 1;
      // What is on board of a vehicle that has left is not for this stop.
      const isLoaded = !isUnderway || tour.trip[at] > 0;
      if (!tour.isFeasible || !isLoaded || !isFresh(model, tour)) return [];
      // Who waits for a later time keeps other goods on board longer.
      const latest = model.freshSeconds ? tour.start[at] : tour.latest[at];
      const added = tour.start[tour.start.length - 1] - back;
      return betweenBreaks({ from: tour.start[at], until: latest }, breaks).map((span) => ({
        vehicle,
        ...span,
        added,
      }));
    });
  });
}

/** Returns the parts of a span in which somebody works. */
function betweenBreaks(span: Break, breaks: readonly Break[]): Break[] {
  return breaks.reduce(
    (parts, rest) =>
      parts
        .flatMap(({ from, until }) => [
          { from, until: Math.min(until, rest.from - 1) },
          { from: Math.max(from, rest.until), until },
        ])
        .filter(({ from, until }) => from <= until),
    [span],
  );
}
