import type { FleetRequest } from '../../contract/records/fleet.ts';
import type { Position } from '../../base/geo/position.ts';
import { interfaceCosting, pointText } from './route-fleet.ts';
import type { RouteBatch } from './route-locate.ts';
import type { PlaceTimes, TourEnd, TourPlace } from './route-model.ts';
import type { FileColumn, StageOutput, StageRow, StageTableRow } from './stage.ts';

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
