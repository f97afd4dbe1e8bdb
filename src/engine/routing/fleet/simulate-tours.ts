import { failure } from '../../../base/errors/geomill-error.ts';
import {
  stopsOf,
  type FleetPlan,
  type FleetProblem,
  type PlannedTour,
  type Vehicle,
} from './fleet-problem.ts';

/** Times and loads are sums of numbers with fractions. */
const SLACK = 1e-3;

/**
 * Drives every tour of a plan, step by step, and compares: the second, simple computation that each plan passes before it is used.
 *
 * Shape: shares no code with the search. Errors: INTERNAL with the first limit that a tour breaks.
 * Source: docs/GUARANTEES.md, promise 22.
 */
export function checkPlan(problem: FleetProblem, plan: FleetPlan): void {
  const [fault] = faultsOfPlan(problem, plan);
  if (fault !== undefined) throw failure('INTERNAL', 'routing.planFailed', { fault });
}

/** Returns the limits that a plan breaks, as words for whoever reads the report of a bug. */
export function faultsOfPlan(problem: FleetProblem, { tours, unserved }: FleetPlan): string[] {
  const faults: string[] = [];
  const seen = [
    ...tours.flatMap(({ places }) => places.slice(1, -1).filter((place) => place !== 0)),
    ...unserved.map(({ stop }) => stop),
  ];
  if (seen.sort((a, b) => a - b).join() !== stopsOf(problem).join())
    faults.push('a stop is missing, or there twice');
  if (new Set(tours.map(({ vehicle }) => vehicle)).size < tours.length)
    faults.push('a vehicle has two tours');
  for (const tour of tours) faults.push(...faultsOfTour(problem, tour));
  const vehicleOf = new Map(
    tours.flatMap(({ vehicle, places }) => places.map((place) => [place, vehicle] as const)),
  );
  for (const [lists, areTogether] of [
    [problem.together, true],
    [problem.apart, false],
  ] as const)
    lists?.forEach((group, place) =>
      lists.forEach((other, at) => {
        const [one, two] = [vehicleOf.get(place), vehicleOf.get(at)];
        if (group === null || group !== other || at <= place || one === undefined || two === undefined)
          return;
        if ((one === two) !== areTogether) faults.push(`stops ${place} and ${at}: together or apart`);
      }),
    );
  return faults;
}

function faultsOfTour(problem: FleetProblem, { vehicle: number, places, times }: PlannedTour): string[] {
  const {
    count,
    seconds,
    service,
    windows,
    demand,
    units,
    rank,
    pairs = [],
    freshSeconds,
    needs,
    aboard,
  } = problem;
  const vehicle = problem.vehicles[number];
  const faults: string[] = [];
  const say = (isFault: boolean, what: string) => isFault && faults.push(`vehicle ${number}: ${what}`);
  say(places[0] !== vehicle.start || places.at(-1) !== vehicle.end, 'start or end');
  let clock = times[0].end;
  say(clock < vehicle.from - SLACK, 'leaves before its shift');
  say(places.slice(1, -1).filter((place) => place === 0).length >= vehicle.trips, 'too many trips');
  const pickupOf = new Map(pairs.map(([pickup, delivery]) => [delivery, pickup]));
  const pickups = new Set(pairs.map(([pickup]) => pickup));
  const loadedAt = new Map<number, number>();
  let trip = 0;
  let highest = 0;
  let departure = clock;
  const load = new Float64Array(units);
  const loadTrip = (from: number) => {
    for (let at = from; at < places.length && places[at] !== 0; at += 1)
      if (!pickups.has(places[at]) && !pickupOf.has(places[at]))
        for (let unit = 0; unit < units; unit += 1) load[unit] += demand[places[at] * units + unit];
  };
  const checkLoad = () => {
    for (let unit = 0; unit < units; unit += 1)
      say(
        load[unit] > (vehicle.capacity[unit] ?? Infinity) + SLACK || load[unit] < -SLACK,
        `load ${load[unit]}`,
      );
  };
  loadTrip(1);
  checkLoad();
  for (let at = 1; at < places.length; at += 1) {
    const place = places[at];
    clock = worked(problem, vehicle, clock, seconds[places[at - 1] * count + place], true);
    say(
      Math.abs(clock - times[at].reached) > SLACK,
      `reaches ${place} at ${clock}, not ${times[at].reached}`,
    );
    if (at === places.length - 1) break;
    const { begin, end } = times[at];
    say(begin < clock - SLACK, `serves ${place} before it is there`);
    say(
      vehicle.breaks.some(({ from, until }) => begin >= from && begin < until),
      `begins ${place} in a break`,
    );
    clock = worked(problem, vehicle, begin, place === 0 ? vehicle.reloadSeconds : service[place], false);
    if (place === 0) {
      say(end < clock - SLACK, 'leaves the depot before it has loaded');
      clock = departure = end;
      trip += 1;
      highest = 0;
      load.fill(0);
      loadedAt.clear();
      loadTrip(at + 1);
      checkLoad();
      continue;
    }
    say(Math.abs(clock - end) > SLACK, `leaves ${place} at ${clock}, not ${end}`);
    const open = windows[place];
    say(
      open.length > 0 && !open.some(({ from, until }) => begin >= from - SLACK && begin <= until + SLACK),
      `serves ${place} outside of its window`,
    );
    say((rank?.[place] ?? 1) < highest, `rank of ${place}`);
    highest = Math.max(highest, rank?.[place] ?? 1);
    say(needs?.[place]?.some((skill) => !vehicle.skills.includes(skill)) ?? false, `skills for ${place}`);
    const pickup = pickupOf.get(place);
    say(pickup !== undefined && !loadedAt.has(pickup), `delivers ${place} before its pickup`);
    const loaded = pickup === undefined ? departure : (loadedAt.get(pickup) ?? departure);
    say(
      !pickups.has(place) && begin - loaded > (freshSeconds?.[place] ?? Infinity) + SLACK,
      `${place} is loaded for too long`,
    );
    loadedAt.set(place, end);
    const holder = aboard?.[place] ?? null;
    say(holder !== null && (holder !== number || trip > 0), `goods of ${place} are in another vehicle`);
    say(
      vehicle.isUnderway && trip === 0 && holder === null && pickup === undefined && !pickups.has(place),
      `goods of ${place} are at the depot`,
    );
    for (let unit = 0; unit < units; unit += 1) load[unit] -= demand[place * units + unit];
    checkLoad();
  }
  say(clock > vehicle.until + SLACK, `is back at ${clock}`);
  return faults;
}

/** Returns when work is done that begins at a time: it goes on from one change to the next, and rests in breaks. */
function worked(
  { factors = [] }: FleetProblem,
  { breaks }: Vehicle,
  from: number,
  amount: number,
  isTravel: boolean,
): number {
  let clock = from;
  let left = amount;
  while (left > 1e-6) {
    const rest = breaks.find(({ from: begin, until }) => clock >= begin && clock < until);
    if (rest) {
      clock = rest.until;
      continue;
    }
    const factor = isTravel ? (factors.findLast(({ from: since }) => since <= clock)?.factor ?? 1) : 1;
    const changes = [
      ...breaks.map(({ from: begin }) => begin),
      ...(isTravel ? factors.map(({ from: since }) => since) : []),
    ];
    const step = Math.min(
      left * factor,
      ...changes.filter((time) => time > clock).map((time) => time - clock),
    );
    clock += step;
    left -= step / factor;
  }
  return clock;
}
