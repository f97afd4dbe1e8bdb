import type { FleetRequest } from '../../contract/records/fleet.ts';
import type { Position } from '../../base/geo/position.ts';
import { interfaceCosting, pointText } from './route-fleet.ts';
import type { RouteBatch } from './route-locate.ts';
import type { PlaceTimes, TourEnd, TourPlace } from './route-timeline.ts';
import type { FileColumn, StageOutput, StageRow, StageTableRow } from './stage.ts';
import type { RouteOptions } from './route-options.ts';

/** A tour in the words of its request. Shape: `order` has indexes of the locations, 0 between others to load again; `legs` between them. Units: seconds. */
export interface RequestTour {
  /** Index in the fleet of the request; absent where all vehicles are alike. */
  vehicle?: number | undefined;
  order: readonly number[];
  legs: readonly number[];
  times: readonly PlaceTimes[];
}

/** A request for tours, and what was planned. */
export interface PlannedRequest {
  locations: readonly TourPlace[];
  geomill: FleetRequest;
  /** Numbers of the vehicles of its fleet among those of the batch, from 0. */
  vehicles?: readonly number[] | undefined;
  tours: readonly RequestTour[];
}

/**
 * The tours of one request as a file keeps them: the input of `route again` and `route slot`.
 *
 * Shape: `rows` are the rows of the input at each location; `vehicle` of a tour is its number among those of batch and depot, from 1;
 * `vehicles` are the numbers of those of the request, where it is one of several.
 * Units: seconds from `zero`, which are seconds from the midnight of the first day.
 */
export interface PlannedTours {
  batch: string;
  depot: string;
  end: string;
  zero: number;
  costing: ReturnType<typeof interfaceCosting>;
  locations: readonly Position[];
  rows: readonly (readonly number[])[];
  geomill: FleetRequest;
  vehicles?: readonly number[] | undefined;
  tours: readonly (Omit<RequestTour, 'vehicle'> & {
    tour: number;
    vehicle: number;
    name?: string | undefined;
    /** Its times follow from straight lines. */
    isEstimated: boolean;
  })[];
}

const PLAN_COLUMNS: readonly FileColumn<PlannedTours>[] = [
  { name: 'batch', of: ({ batch }) => batch },
  { name: 'depot', of: ({ depot }) => depot },
  { name: 'plan', of: (planned) => JSON.stringify(planned) },
];

/** The file of what was planned, for programs. */
export const TOUR_PLAN = {
  name: 'plan',
  extension: '.plan.csv',
  columns: PLAN_COLUMNS,
  isOwn: true,
} as const satisfies StageOutput;

/** Returns the line of one request. Shape: its tours have the numbers from `tour` and, where vehicles are alike, from `vehicle` on. */
export function planLine(
  { locations, geomill, vehicles, tours }: PlannedRequest,
  { batch, rows, options }: Pick<RouteBatch, 'batch' | 'rows' | 'options'>,
  numbers: { start: TourEnd; end: TourEnd; zero: number; tour: number; vehicle: number },
  written: readonly { vehicle?: string | undefined; isEstimated: boolean }[],
): StageTableRow {
  const planned: PlannedTours = {
    batch,
    depot: pointText(numbers.start.position),
    end: pointText(numbers.end.position),
    zero: numbers.zero,
    costing: interfaceCosting(options.costing),
    locations: locations.map(({ position: { lat, lon } }) => ({ lat, lon })),
    rows: locations.map((place) => place.rows.map((row) => (rows[row] as StageRow).number ?? row + 1)),
    geomill,
    ...(vehicles?.some((number, at) => number !== at) && { vehicles: vehicles.map((number) => number + 1) }),
    tours: tours.map(({ vehicle, ...tour }, at) => ({
      ...tour,
      tour: numbers.tour + at,
      vehicle: vehicle === undefined ? numbers.vehicle + at : (vehicles?.[vehicle] ?? vehicle) + 1,
      name: written[at]?.vehicle,
      isEstimated: written[at]?.isEstimated ?? false,
    })),
  };
  return { values: PLAN_COLUMNS.map((column) => column.of(planned)), cells: [] };
}

/** What a driver has done at a row. Shape: `words` as in "yes 09:12"; `position` of the vehicle, where it is known. Units: `seconds` from the zero of the plan, where the time is known. */
export interface DoneRow {
  words: string;
  seconds: number | undefined;
  position: Position | undefined;
}

type AgainVehicle = NonNullable<RouteOptions['again']>['vehicles'][number];

/** What is known of a day that is under way. Shape: `vehicleOf` is the number of the vehicle that has the goods of a row on board; `endsOf` start and end of the tours of a batch. */
interface DayUnderWay {
  vehicles: AgainVehicle[];
  vehicleOf: ReadonlyMap<number, number>;
  endsOf: ReadonlyMap<string, { start: string; end: string }>;
}

/**
 * Derives where each vehicle is, and what it has on board, from a plan and what was done.
 *
 * Shape: a vehicle has left when something was done, or when the plan says so; it is at the last stop that was done, with the goods of the other stops
 * of that trip. `before` are the vehicles of the plan itself where it was made again, too.
 */
export function dayUnderWay(
  plans: readonly PlannedTours[],
  done: ReadonlyMap<number, DoneRow>,
  nowSeconds: number,
  before: readonly AgainVehicle[] = [],
): DayUnderWay {
  const vehicles: AgainVehicle[] = [];
  const vehicleOf = new Map<number, number>();
  const endsOf = new Map<string, { start: string; end: string }>();
  for (const { batch, depot, end, locations, rows, tours } of plans) {
    endsOf.set(batch, { start: depot, end });
    for (const { vehicle, order, times } of tours) {
      const earlier = before.find(
        (each) => each.batch === batch && each.depot === depot && each.vehicle === vehicle,
      );
      const doneAt = order.map((place) => (rows[place] ?? []).flatMap((row) => done.get(row) ?? []));
      const isOpen = (at: number) => (rows[order[at] as number] ?? []).some((row) => !done.has(row));
      const last = lastDone(doneAt);
      const hasLeft = earlier?.at !== undefined || last >= 0 || (times[0]?.left ?? Infinity) <= nowSeconds;
      // Visits of the depot, where a trip ends and the next one is loaded.
      const loads = order.flatMap((place, at) =>
        place === 0 && at > 0 && at < order.length - 1 ? [at] : [],
      );
      const ends = [...loads, order.length - 1];
      let trip = loads.filter((at) => at < last).length;
      const tripEnd = () => ends[trip] as number;
      const tripStart = () => (trip === 0 ? 0 : (loads[trip - 1] as number));
      const isOver = () =>
        !Array.from({ length: tripEnd() - tripStart() - 1 }, (_, nth) => tripStart() + 1 + nth).some(isOpen);
      while (trip < loads.length && isOver() && (times[tripEnd()]?.left ?? Infinity) <= nowSeconds) trip += 1;
      const from = Math.max(last, tripStart());
      const reported =
        from === last ? doneAt[last]?.findLast(({ position }) => position)?.position : undefined;
      const here = reported ?? locations[order[from] ?? 0];
      vehicles.push({
        batch,
        depot,
        vehicle,
        ...(hasLeft && here && { at: `${here.lat},${here.lon}` }),
        loaded: (earlier?.loaded ?? 0) + trip,
      });
      if (!hasLeft) continue;
      for (const place of order.slice(tripStart() + 1, tripEnd() + 1))
        for (const row of place === 0 ? [] : (rows[place] ?? []))
          if (!done.has(row)) vehicleOf.set(row, vehicle);
    }
  }
  return { vehicles, vehicleOf, endsOf };
}

/** Returns the place of a tour that was done last, by its time where drivers say it, else by the order; -1 for none. */
function lastDone(doneAt: readonly (readonly DoneRow[])[]): number {
  let last = -1;
  let latest = -Infinity;
  doneAt.forEach((list, at) => {
    if (list.length === 0) return;
    const seconds = Math.max(...list.map((each) => each.seconds ?? -Infinity));
    if (last >= 0 && seconds < latest) return;
    [last, latest] = [at, Math.max(latest, seconds)];
  });
  return last;
}
