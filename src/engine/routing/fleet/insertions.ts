import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { FleetModel } from './fleet-model.ts';
import { beginFrom, createTour, innerStops, isFresh, priceTour, ROUNDING, type Tour } from './tours.ts';

/** A tour that takes the place of another one, with one stop or pair more. Shape: `at` is the place among the tours, their number for a new tour. */
export interface Insertion {
  at: number;
  tour: Tour;
}

/** Where a stop goes. Shape: `after` a position of the tour; `deliveryAfter`, counted without the pickup, for a pair. */
interface Position {
  at: number;
  after: number;
  deliveryAfter: number;
  cost: number;
}

/** Share of positions that are skipped even if they are the best, so that the search does not repeat itself. */
const BLINK_SHARE = 0.01;

/** Returns the tours with a stop, or with a pair by its pickup, where it costs least; undefined if it fits into no tour. */
export function cheapestInsertion(
  model: FleetModel,
  tours: readonly Tour[],
  stop: number,
  random: SeededRandom,
): Insertion | undefined {
  const best: Position = { at: -1, after: 0, deliveryAfter: -1, cost: Infinity };
  const { balance } = model.costs;
  const fair = balance === 0 ? 0 : tours.reduce((sum, tour) => sum + endOf(tour), 0) / model.vehicles.length;
  const sharing = model.together?.[stop] ?? null;
  const holder =
    sharing === null
      ? -1
      : tours.findIndex(({ stops }) => stops.some((other) => model.together?.[other] === sharing));
  for (let at = 0; at < tours.length; at += 1) {
    const tour = tours[at];
    model.steps += 1;
    if ((holder >= 0 && holder !== at) || !mayServe(model, tour, stop)) continue;
    const unfair = balance === 0 ? 0 : balance * (endOf(tour) - fair);
    if (model.isPickup[stop]) bestPair(model, tour, at, stop, unfair, random, best);
    else bestPosition(model, tour, at, stop, unfair, random, best);
  }
  if (best.at >= 0) return { at: best.at, tour: withStop(model, tours[best.at], stop, best) };
  return newTrip(model, tours, stop, holder);
}

/** Returns when a vehicle is back that leaves at once; 0 for one without stops. Units: seconds. */
function endOf({ stops, start, kind }: Tour): number {
  return stops.length < 3 ? 0 : start[stops.length - 1] - kind.vehicle.from;
}

/** Reports whether the vehicle of a tour may serve a stop beside those that it has. */
function mayServe({ apart, partner }: FleetModel, { kind, stops }: Tour, stop: number): boolean {
  if (kind.fits[stop] === 0 || (partner[stop] >= 0 && kind.fits[partner[stop]] === 0)) return false;
  const group = apart?.[stop] ?? null;
  return group === null || !stops.some((other) => apart?.[other] === group);
}

/** Returns a tour with a stop, and with its delivery if it is a pickup. */
function withStop(
  model: FleetModel,
  tour: Tour,
  stop: number,
  { after, deliveryAfter }: Pick<Position, 'after' | 'deliveryAfter'>,
): Tour {
  const inner = innerStops(tour);
  if (deliveryAfter >= 0) inner.splice(deliveryAfter, 0, model.partner[stop]);
  inner.splice(after, 0, stop);
  return createTour(model, tour.vehicle, inner);
}

/** Reports whether a stop may follow another one, and be followed by a third. The depot is between trips, each of which has its own first stops. */
function isInRank({ rank }: FleetModel, { stops }: Tour, after: number, stop: number): boolean {
  const [before, next] = [stops[after], stops[after + 1]];
  return (
    (after === 0 || before === 0 || rank[before] <= rank[stop]) &&
    (after + 2 === stops.length || next === 0 || rank[stop] <= rank[next])
  );
}

/** Reports whether what a vehicle that is underway has on board is served in its first trip, and nothing else that is loaded at the depot. */
function isInTrip(
  { aboard, partner }: FleetModel,
  { kind, trip }: Tour,
  after: number,
  stop: number,
): boolean {
  if (!kind.vehicle.isUnderway || partner[stop] >= 0) return true;
  return (trip[after] === 0) === ((aboard?.[stop] ?? null) !== null);
}

function bestPosition(
  model: FleetModel,
  tour: Tour,
  index: number,
  stop: number,
  unfair: number,
  random: SeededRandom,
  best: Position,
): void {
  const { count, seconds, service, earliest, latest, several, demand, units, costs, isExact } = model;
  const { stops, start, latest: until, peak, kind } = tour;
  const { arc, clock, vehicle } = kind;
  const last = stops.length - 1;
  const { isVarying } = clock;
  const isSimple = !isVarying && several[stop] === undefined;
  const [need, capacity] = [demand[stop * units], (vehicle.capacity[0] ?? Infinity) + ROUNDING];
  model.steps += stops.length;
  for (let after = 0; after < last; after += 1) {
    if (random.next() < BLINK_SHARE) continue;
    if (peak[after * units] + need > capacity) continue;
    const [before, next] = [stops[after], stops[after + 1]];
    const added = arc[before * count + stop] + arc[stop * count + next] - arc[before * count + next] + unfair;
    // Limits take longer to check than to find that it is too dear.
    if (!(added < best.cost)) continue;
    if (units > 1 && !hasRoom(model, tour, stop, after)) continue;
    const stay = before === 0 && after > 0 ? vehicle.reloadSeconds : service[before];
    const leg = seconds[before * count + stop];
    const arrival = isVarying
      ? clock.arrive(clock.finish(start[after], stay), leg)
      : start[after] + stay + leg;
    const begin = isSimple ? Math.max(arrival, earliest[stop]) : beginFrom(model, clock, stop, arrival);
    if (!(isSimple ? begin <= latest[stop] : begin < Infinity)) continue;
    const onward = seconds[stop * count + next];
    const reached = isVarying
      ? clock.arrive(clock.finish(begin, service[stop]), onward)
      : begin + service[stop] + onward;
    if (!(reached <= until[after + 1])) continue;
    if (!isInRank(model, tour, after, stop) || !isInTrip(model, tour, after, stop)) continue;
    const waits = costs.wait !== 0 && after > 0 && before !== 0;
    let cost = waits ? added + costs.wait * (begin - arrival - clock.breaksWithin(arrival, begin)) : added;
    if (isExact && cost < best.cost)
      cost = exactCost(model, tour, withStop(model, tour, stop, { after, deliveryAfter: -1 })) + unfair;
    if (cost < best.cost) Object.assign(best, { at: index, after, deliveryAfter: -1, cost });
  }
}

/** Reports whether the trip that a position is in has room for a stop, in every unit. */
function hasRoom({ demand, units }: FleetModel, { peak, kind }: Tour, stop: number, after: number): boolean {
  for (let unit = 0; unit < units; unit += 1)
    if (
      peak[after * units + unit] + demand[stop * units + unit] >
      (kind.vehicle.capacity[unit] ?? Infinity) + ROUNDING
    )
      return false;
  return true;
}

/** Returns what a tour costs more than another one; Infinity where it breaks a limit. */
function exactCost(model: FleetModel, tour: Tour, other: Tour): number {
  if (!other.isFeasible || !isFresh(model, other)) return Infinity;
  priceTour(model, tour);
  priceTour(model, other);
  return other.cost - tour.cost;
}

/** Finds the best positions of a pickup and its delivery: for each of the pickup, its times are carried on along the trip. */
function bestPair(
  model: FleetModel,
  tour: Tour,
  index: number,
  pickup: number,
  unfair: number,
  random: SeededRandom,
  best: Position,
): void {
  const { count, seconds, service, demand, units, partner } = model;
  const { stops, start, latest, onBoard, kind } = tour;
  const { arc, clock, vehicle } = kind;
  const delivery = partner[pickup];
  const last = stops.length - 1;
  const go = (from: number, begin: number, stay: number, to: number) =>
    clock.isVarying
      ? clock.arrive(clock.finish(begin, stay), seconds[from * count + to])
      : begin + stay + seconds[from * count + to];
  const fits = (after: number) => {
    for (let unit = 0; unit < units; unit += 1)
      if (
        onBoard[after * units + unit] + demand[delivery * units + unit] >
        (vehicle.capacity[unit] ?? Infinity) + ROUNDING
      )
        return false;
    return true;
  };
  for (let after = 0; after < last; after += 1) {
    if (random.next() < BLINK_SHARE || !fits(after)) continue;
    const [before, next] = [stops[after], stops[after + 1]];
    const toPickup = arc[before * count + pickup] - arc[before * count + next] + unfair;
    // Between neighbours, or each by itself.
    model.steps += 2;
    const stay = before === 0 && after > 0 ? vehicle.reloadSeconds : service[before];
    const begin = beginFrom(model, clock, pickup, go(before, start[after], stay, pickup));
    if (!(begin < Infinity) || !isInRank(model, tour, after, pickup)) continue;
    let [from, at, time] = [pickup, after, begin];
    for (;;) {
      const following = stops[at + 1];
      const added =
        at === after
          ? toPickup + arc[pickup * count + delivery] + arc[delivery * count + following]
          : toPickup +
            arc[pickup * count + next] +
            arc[from * count + delivery] +
            arc[delivery * count + following] -
            arc[from * count + following];
      model.steps += 1;
      if (added < best.cost && isInRank(model, tour, at, delivery) && random.next() >= BLINK_SHARE) {
        const served = beginFrom(model, clock, delivery, go(from, time, service[from], delivery));
        if (served < Infinity && go(delivery, served, service[delivery], following) <= latest[at + 1]) {
          const cost = model.isExact
            ? exactCost(model, tour, withStop(model, tour, pickup, { after, deliveryAfter: at })) + unfair
            : added;
          if (cost < best.cost) Object.assign(best, { at: index, after, deliveryAfter: at, cost });
        }
      }
      at += 1;
      if (at === last || following === 0 || !fits(at)) break;
      const arrival = go(from, time, service[from], following);
      if (!(arrival <= latest[at])) break;
      time = beginFrom(model, clock, following, arrival);
      from = following;
    }
  }
}

/** Reports whether a trip of one stop is in time behind a position of the depot, or at the end of a tour. */
function isInTimeAsTrip(
  model: FleetModel,
  { stops, start, latest, kind }: Tour,
  after: number,
  stop: number,
): boolean {
  const { count, seconds, service } = model;
  const { clock, vehicle } = kind;
  const last = stops.length - 1;
  const go = (time: number, stay: number, from: number, to: number) => {
    const leg = seconds[from * count + to];
    return clock.isVarying ? clock.arrive(clock.finish(time, stay), leg) : time + stay + leg;
  };
  const isEnd = after === last;
  const before = isEnd ? last - 1 : after;
  const { reloadSeconds } = vehicle;
  const stay = before > 0 && stops[before] === 0 ? reloadSeconds : service[stops[before]];
  let time = start[before];
  if (isEnd) time = go(go(time, stay, stops[before], 0), reloadSeconds, 0, stop);
  else time = go(time, stay, 0, stop);
  const begin = beginFrom(model, clock, stop, time);
  if (isEnd) return go(begin, service[stop], stop, vehicle.end) <= vehicle.until;
  return go(go(begin, service[stop], stop, 0), reloadSeconds, 0, stops[after + 1]) <= latest[after + 1];
}

/**
 * Returns a trip more, or a vehicle more, for a stop that fits into no trip: what costs less, a trip where both cost the same.
 *
 * Shape: `holder` is the only tour that may have the stop; -1 for any.
 */
function newTrip(
  model: FleetModel,
  tours: readonly Tour[],
  stop: number,
  holder: number,
): Insertion | undefined {
  const stops = model.isPickup[stop] ? [stop, model.partner[stop]] : [stop];
  let best: Insertion | undefined;
  let least = Infinity;
  const consider = (at: number, tour: Tour, cost: number) => {
    if (cost < least) [best, least] = [{ at, tour }, cost];
  };
  tours.forEach((tour, at) => {
    const { vehicle } = tour.kind;
    const size = tour.stops.length;
    if (
      (holder >= 0 && holder !== at) ||
      (size < 3 && !vehicle.isUnderway) ||
      tour.trip[size - 1] + 2 > vehicle.trips
    )
      return;
    if (!mayServe(model, tour, stop)) return;
    const inner = innerStops(tour);
    for (let after = 0; after < size; after += 1) {
      const isEnd = after === size - 1;
      if (!isEnd && tour.stops[after] !== 0) continue;
      if (!isInTrip(model, tour, isEnd ? Infinity : after, stop)) continue;
      model.steps += 2;
      // Most do not fit: that is known without the tour.
      if (stops.length === 1 && !isInTimeAsTrip(model, tour, after, stop)) continue;
      model.steps += size;
      const trips = inner.toSpliced(isEnd ? after - 1 : after, 0, ...(isEnd ? [0, ...stops] : [...stops, 0]));
      const other = createTour(model, tour.vehicle, trips);
      consider(at, other, exactCost(model, tour, other));
    }
  });
  if (holder >= 0 || tours.length === model.vehicles.length) return best;
  const used = new Set(tours.map(({ vehicle }) => vehicle));
  const tried = new Set<number>();
  for (let vehicle = 0; vehicle < model.vehicles.length; vehicle += 1) {
    const kind = model.kindOf[vehicle];
    if (used.has(vehicle) || tried.has(kind)) continue;
    tried.add(kind);
    const empty = createTour(model, vehicle);
    if (!mayServe(model, empty, stop)) continue;
    const isLoaded = model.kinds[kind].vehicle.isUnderway && !isInTrip(model, empty, 0, stop);
    const tour = createTour(model, vehicle, isLoaded ? [0, ...stops] : stops);
    consider(tours.length, tour, exactCost(model, empty, tour));
  }
  return best;
}
