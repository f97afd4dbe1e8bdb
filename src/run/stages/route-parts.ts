import type { FleetVehicle } from '../../contract/records/fleet.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import { fleetOf, type VehicleGroup } from './route-fleet.ts';
import type { TourStop } from './route-timeline.ts';
import { type RouteOptions, sharesStops } from './route-options.ts';

/** Most stops of one request, between a start and an end; where vehicles start and end elsewhere are locations, too. */
export const MOST_STOPS = 198;

/** Stops that are planned in one request. Shape: `vehicles` are indexes among those of the batch, each on one day; absent where a request has all of them. */
export interface BatchPart {
  stops: TourStop[];
  vehicles?: number[];
}

/** What became of a part. Shape: `used` are indexes of vehicles among those of the batch; `left` are stops that another vehicle might serve. */
export interface PartResult {
  used: readonly number[];
  left: readonly TourStop[];
}

/** Stops that share a vehicle. Units: `weight` is a share of the work of a batch. */
interface Group {
  stops: TourStop[];
  weight: number;
}

/** Vehicles with all their days. */
type Drivers = readonly (readonly number[])[];

/** Splits the stops of a depot so that each part fits into one request: compact parts, with vehicles in proportion where these are shared. */
export function splitBatch(
  stops: readonly TourStop[],
  options: RouteOptions,
  depot: VehicleGroup,
): { parts: BatchPart[]; roomOf: (vehicles: readonly number[]) => number } {
  const most = options.most_stops ?? MOST_STOPS;
  const fleet = sharesStops(options) ? fleetOf(options, 0, depot, 'all') : undefined;
  const roomOf = (numbers: readonly number[]) =>
    Math.min(most, MOST_STOPS - placesOf(numbers.map((at) => fleet?.vehicles[at] ?? {})));
  const all = fleet?.vehicles.map((_, at) => at) ?? [];
  if (stops.length <= roomOf(all)) return { parts: [{ stops: [...stops] }], roomOf };
  if (!fleet) {
    const alike = Array.from({ length: Math.ceil(stops.length / most) }, () => [0]);
    const groups = stops.map((stop) => ({ stops: [stop], weight: 1 }));
    const parts = divide(groups, alike, roomOf, { strengthOf: () => 1, mayServe: () => true });
    return { parts: parts.map((part) => ({ stops: part.stops })), roomOf };
  }
  const { vehicles, drivers } = fleet;
  const capacityOf = (at: number) => vehicles[at]?.capacity?.[0] ?? NaN;
  const capacity = all.reduce((sum, at) => sum + capacityOf(at), 0);
  const demand = stops.reduce((sum, stop) => sum + stop.limits.demand, 0);
  const isLoaded = capacity > 0 && demand > 0;
  // Stops take time, and room where vehicles have little: both count the same.
  const weightOf = ({ limits }: TourStop) => 1 / stops.length + (isLoaded ? limits.demand / demand : 0);
  const byDriver = [...new Set(drivers)].map((driver) => all.filter((at) => drivers[at] === driver));
  const parts = divide(groupsOf(stops, weightOf), byDriver, roomOf, {
    strengthOf: (at) => 1 / all.length + (isLoaded ? capacityOf(at) / capacity : 0),
    mayServe: (at, group) => group.stops.every((stop) => mayServe(vehicles[at] as FleetVehicle, at, stop)),
  });
  return { parts, roomOf };
}

/** Returns how many locations the starts and ends of vehicles are. */
function placesOf(vehicles: readonly Pick<FleetVehicle, 'start' | 'end'>[]): number {
  return new Set(vehicles.flatMap(({ start, end }) => [start, end]).filter((at) => at !== undefined)).size;
}

/** Joins the stops that must share a vehicle. */
function groupsOf(stops: readonly TourStop[], weightOf: (stop: TourStop) => number): Group[] {
  const groups = new Set<Group>();
  const known = new Map<string, Group>();
  for (const stop of stops) {
    const { together, shipment } = stop.limits;
    const keys = [together !== null && `together ${together}`, shipment !== null && `shipment ${shipment}`];
    const names = keys.filter((key) => key !== false);
    const group: Group = { stops: [stop], weight: weightOf(stop) };
    for (const other of new Set(names.flatMap((name) => known.get(name) ?? []))) {
      group.stops = [...other.stops, ...group.stops];
      group.weight += other.weight;
      groups.delete(other);
    }
    groups.add(group);
    for (const [name, other] of known) if (!groups.has(other)) known.set(name, group);
    for (const name of names) known.set(name, group);
  }
  return [...groups];
}

function mayServe(vehicle: FleetVehicle, at: number, { limits }: TourStop): boolean {
  const { skills = [], capacity = [], from_seconds: from = 0, until_seconds: until = Infinity } = vehicle;
  return (
    limits.skills.every((skill) => skills.includes(skill)) &&
    limits.amounts.every((amount, unit) => amount <= (capacity[unit] ?? Infinity)) &&
    (limits.aboard === null || limits.aboard === at + 1) &&
    (limits.windows.length === 0 ||
      limits.windows.some((window) => window.from <= until && window.until >= from))
  );
}

/** What vehicles are able to do. */
interface Ability {
  strengthOf: (vehicle: number) => number;
  mayServe: (vehicle: number, group: Group) => boolean;
}

/**
 * Splits groups across the longer side of their extent, in proportion to the drivers on each side, until every part fits into a request.
 *
 * Guarantee: the same groups give the same parts. A part without vehicles has the stops that are too many for one shift.
 */
function divide(
  groups: readonly Group[],
  drivers: Drivers,
  roomOf: (vehicles: readonly number[]) => number,
  ability: Ability,
): BatchPart[] {
  const stops = groups.flatMap((group) => group.stops);
  const vehicles = drivers.flat();
  const room = roomOf(vehicles);
  if (stops.length <= room) return stops.length === 0 ? [] : [{ stops, vehicles }];
  // The days of one driver are shared out like drivers.
  if (drivers.length === 1 && vehicles.length > 1)
    return divide(
      groups,
      vehicles.map((at) => [at]),
      roomOf,
      ability,
    );
  const sorted = acrossLongerSide(groups);
  if (drivers.length < 2) {
    const some = sorted.flatMap((group) => group.stops);
    return [
      { stops: some.slice(0, room), vehicles },
      ...divide(
        groupsOf(some.slice(room), () => 1),
        [],
        () => MOST_STOPS,
        ability,
      ),
    ];
  }
  // In turn, and back, so that vehicles of a kind are on both sides.
  const isFirst = (nth: number) => nth % 4 === 0 || nth % 4 === 3;
  const sides = [
    drivers.filter((_, nth) => isFirst(nth)),
    drivers.filter((_, nth) => !isFirst(nth)),
  ] as const;
  const [first, second] = sides.map((side) => side.flat()) as [number[], number[]];
  const may = (side: readonly number[], group: Group) => side.some((at) => ability.mayServe(at, group));
  const strength = (side: readonly number[]) => side.reduce((sum, at) => sum + ability.strengthOf(at), 0);
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  const target = (total * strength(first)) / (strength(first) + strength(second));
  const halves: [Group[], Group[]] = [[], []];
  const isBound = (group: Group) => may(first, group) !== may(second, group);
  let sum = 0;
  for (const group of groups.filter(isBound)) {
    const nth = may(first, group) ? 0 : 1;
    halves[nth].push(group);
    if (nth === 0) sum += group.weight;
  }
  for (const group of sorted.filter((each) => !isBound(each))) {
    const isBefore = sum + group.weight / 2 <= target;
    if (isBefore) sum += group.weight;
    halves[isBefore ? 0 : 1].push(group);
  }
  return halves.flatMap((half, nth) => divide(half, sides[nth] as Drivers, roomOf, ability));
}

function acrossLongerSide(groups: readonly Group[]): Group[] {
  const at = ({ stops: [stop] }: Group) => (stop as TourStop).position;
  const [south, north] = extent(groups.map((group) => at(group).lat));
  const [west, east] = extent(groups.map((group) => at(group).lon));
  const corner: Position = { lat: south, lon: west };
  const height = distanceMeters(corner, { lat: north, lon: west });
  const width = distanceMeters(corner, { lat: south, lon: east });
  const key = (group: Group) => (height > width ? at(group).lat : at(group).lon);
  // A stable sort: stops in one place stay in the order of the rows.
  return [...groups].sort((a, b) => key(a) - key(b));
}

const extent = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as [number, number];

/**
 * Plans parts one after the other. Vehicles that one does not need, and stops that its vehicles have no time for, go on to the next; what is left over at the
 * end is tried together. Returns the stops that stay without a tour.
 */
export async function planInTurn(
  { parts, roomOf }: ReturnType<typeof splitBatch>,
  plan: (part: BatchPart) => Promise<PartResult>,
): Promise<TourStop[]> {
  let waiting: TourStop[] = [];
  let idle: number[] = [];
  const planNext = async (stops: TourStop[], own: readonly number[]) => {
    const vehicles = [...own, ...idle];
    const room = Math.max(0, roomOf(vehicles) - stops.length);
    const taken = vehicles.length === 0 ? [] : [...stops, ...waiting.slice(0, room)];
    waiting = vehicles.length === 0 ? [...waiting, ...stops] : waiting.slice(room);
    if (taken.length === 0) return 0;
    const { used, left } = await plan({ stops: taken, vehicles });
    idle = vehicles.filter((at) => !used.includes(at));
    waiting.push(...left);
    return used.length;
  };
  for (const part of parts)
    if (part.vehicles) await planNext(part.stops, part.vehicles);
    else waiting.push(...(await plan(part)).left);
  while (parts.length > 1 && idle.length > 0 && waiting.length > 0) if ((await planNext([], [])) === 0) break;
  return waiting;
}
