import type { FleetModel } from './fleet-model.ts';
import type { UnservedReason, UnservedStop } from './fleet-problem.ts';
import { createTour, innerStops, isFresh, type Tour } from './tours.ts';

/** How many tours are tried to find out by how much a shift is too short, for all stops of a plan together. */
const MOST_TRIALS = 20_000;

/** Returns why stops are not served: the limit that every empty vehicle exceeds, else `fleet`, with how much longer a shift would have to be. */
export function reasonsOf(
  model: FleetModel,
  absent: readonly number[],
  tours: readonly Tour[],
): UnservedStop[] {
  const longer = withLongShifts(model);
  let trials = 0;
  return [...absent]
    .sort((a, b) => a - b)
    .map((stop) => {
      const reason = reasonOf(model, longer, stop);
      if (reason !== 'fleet' || model.partner[stop] >= 0) return { stop, reason };
      let lacks = Infinity;
      for (const tour of tours) {
        if (tour.kind.fits[stop] === 0) continue;
        const inner = innerStops(tour);
        const { until } = tour.kind.vehicle;
        const tries = [...inner.keys(), inner.length].map((at) => inner.toSpliced(at, 0, stop));
        if (tour.trip[tour.stops.length - 1] + 2 <= tour.kind.vehicle.trips) tries.push([...inner, 0, stop]);
        for (const order of tries) {
          if ((trials += 1) > MOST_TRIALS) break;
          const other = createTour(longer, tour.vehicle, order);
          if (other.isFeasible && isFresh(longer, other))
            lacks = Math.min(lacks, (other.start.at(-1) as number) - until);
        }
      }
      return { stop, reason, ...(lacks > 0 && lacks < Infinity && { lacksSeconds: lacks }) };
    });
}

/** Returns a model in which no shift ends. */
export function withLongShifts(model: FleetModel): FleetModel {
  const kinds = model.kinds.map((kind) => ({ ...kind, vehicle: { ...kind.vehicle, until: Infinity } }));
  return { ...model, kinds };
}

/** Returns why a stop is not served by an empty vehicle; `fleet` where one could. */
export function reasonOf(model: FleetModel, longer: FleetModel, stop: number): UnservedReason {
  const { partner, isPickup, kindOf, kinds, seconds, count, needs } = model;
  const other = partner[stop];
  const stops = other < 0 ? [stop] : isPickup[stop] ? [stop, other] : [other, stop];
  const found = new Set<UnservedReason>();
  kinds.forEach((kind, at) => {
    const vehicle = kindOf.indexOf(at);
    const { start, end, skills, isUnderway } = kind.vehicle;
    const isLoaded = isUnderway && other < 0 && (model.aboard?.[stop] ?? null) === null;
    const inner = isLoaded ? [0, ...stops] : stops;
    const places = [start, ...inner, end];
    if (places.some((to, nth) => nth > 0 && seconds[places[nth - 1] * count + to] === Infinity))
      found.add('unreachable');
    else if (stops.some((each) => needs?.[each]?.some((skill) => !skills.includes(skill))))
      found.add('skills');
    else if (stops.some((each) => kind.fits[each] === 0)) found.add('demand');
    else {
      const tour = createTour(model, vehicle, inner);
      if (tour.isFeasible && isFresh(model, tour)) found.add('fleet');
      else if (tour.isFeasible) found.add('fresh');
      else found.add(createTour(longer, vehicle, inner).isFeasible ? 'duration' : 'window');
    }
  });
  // What the best of the vehicles lacks.
  const order = ['fleet', 'fresh', 'duration', 'window', 'demand', 'skills'] as const;
  return order.find((reason) => found.has(reason)) ?? 'unreachable';
}
