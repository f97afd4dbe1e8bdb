import type { CallContext } from '../contract/service.ts';
import { endsRun } from '../errors/geomill-error.ts';
import { decodePolyline } from '../geo/polyline.ts';
import type { Position } from '../geo/position.ts';
import type { PositionReader } from './position-source.ts';
import { withoutNote } from './read-position.ts';
import type { EndSource } from './route-ends.ts';
import type { LimitsReader } from './route-limits.ts';
import { asksForFleet, type RouteOptions } from './route-options.ts';
import { planTour, type RouteService, type Tour, type TourEnd, type TourStop } from './route-tour.ts';
import { splitIntoTours } from './route-tours.ts';
import {
  faulty,
  skipped,
  type BatchResult,
  type StageColumn,
  type StageLine,
  type StageOutput,
  type StageResult,
  type StageRow,
} from './stage.ts';
import { readTimeOfDay, timeOfDayText } from './time-of-day.ts';

/** A row in its tour. Units: metres; seconds; `arrivalSeconds` from the departure. */
export interface TourRow {
  tour: number;
  stop: number;
  legMeters: number;
  legSeconds: number;
  arrivalSeconds: number;
  arrivalTime: string;
  totalMeters: number;
}

/** The columns that the stage `route` adds to each row. */
export const ROUTE_COLUMNS: readonly StageColumn<TourRow>[] = [
  {
    name: 'tour',
    type: 'integer',
    description: 'number of the tour within its batch, from 1',
    of: ({ tour }) => tour,
  },
  {
    name: 'stop',
    type: 'integer',
    description: 'position of the row in its tour, from 1',
    of: ({ stop }) => stop,
  },
  {
    name: 'leg_meters',
    type: 'integer',
    unit: 'metres',
    description: 'route length from the stop before',
    of: ({ legMeters }) => Math.round(legMeters),
  },
  {
    name: 'leg_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'travel time from the stop before',
    of: ({ legSeconds }) => Math.round(legSeconds),
  },
  {
    name: 'arrival_seconds',
    type: 'integer',
    unit: 'seconds from the departure',
    description: 'arrival at the stop, with waiting and service at earlier stops',
    of: ({ arrivalSeconds }) => Math.round(arrivalSeconds),
  },
  {
    name: 'arrival_time',
    type: 'string',
    description: 'the same as a time of day',
    of: ({ arrivalTime }) => arrivalTime,
  },
  {
    name: 'total_meters',
    type: 'integer',
    unit: 'metres',
    description: 'route length since the start of the tour',
    of: ({ totalMeters }) => Math.round(totalMeters),
  },
];

/** The file that the stage `route` writes beside the results: a line for each tour. */
export const TOUR_LINES = { name: 'routes', extension: '.routes.geojson' } as const satisfies StageOutput;

/** A batch of rows with everything needed to plan its tours. */
export interface RouteBatch {
  batch: string;
  rows: readonly StageRow[];
  options: RouteOptions;
  read: PositionReader;
  start: EndSource;
  end: EndSource;
  limitsOf: LimitsReader;
}

/** Results of the rows of a batch, by their index; undefined until the row has one. */
type RowResults = (StageResult<TourRow> | undefined)[];

/**
 * Orders the rows of one batch into tours.
 *
 * Guarantee: every row has a result; a row in no tour has the reason; a row keeps its own position, whether it is in a tour or not.
 */
export async function runBatch(
  routeBatch: RouteBatch,
  service: RouteService,
  context: CallContext,
): Promise<BatchResult<TourRow>> {
  const { rows, lines } = await orderBatch(routeBatch, service, context);
  return { rows: rows.map((result, at) => atPosition(result, routeBatch, at)), lines };
}

function atPosition(
  result: StageResult<TourRow>,
  { rows, read }: RouteBatch,
  at: number,
): StageResult<TourRow> {
  const position = read(rows[at] as StageRow);
  if (position === 'empty' || 'fault' in position) return result;
  const { note } = position;
  return { ...result, position: withoutNote(position), ...(note === undefined ? {} : { note }) };
}

async function orderBatch(
  routeBatch: RouteBatch,
  service: RouteService,
  context: CallContext,
): Promise<BatchResult<TourRow>> {
  const { rows, options, batch } = routeBatch;
  const results: RowResults = new Array<StageResult<TourRow> | undefined>(rows.length);
  const allFaulty = (fault: string) => ({
    rows: rows.map((_, at) => results[at] ?? faulty(fault)),
    lines: {},
  });
  if (batch === '') return { rows: rows.map(() => skipped('the row has no batch key')), lines: {} };
  const ends = findEnds(routeBatch, locateStops(routeBatch, results));
  if ('fault' in ends) return allFaulty(ends.fault);
  const { start, end, stops } = ends;
  const most = options.most_stops ?? 198;
  const isFleet = asksForFleet(options);
  if (isFleet && stops.length > most) {
    return allFaulty(
      `a batch with vehicles, capacities or times can have ${most} stops; this one has ${stops.length}`,
    );
  }
  const positions = stops.map(({ position }) => position);
  const parts = isFleet || stops.length === 0 ? [stops.map((_, at) => at)] : splitIntoTours(positions, most);
  const lines: StageLine[] = [];
  let failure = 'no vehicle of its batch is used';
  for (const part of parts) {
    const members = part.map((at) => stops[at] as TourStop);
    try {
      const planned = await planTour({ start, end, stops: members, options }, service, context);
      for (const tour of planned.tours) lines.push(writeTour(tour, lines.length + 1, routeBatch, results));
      for (const { row, reason } of planned.unserved) {
        results[row] = { status: 'not_found', reason: `not in any tour: ${reason}` };
      }
    } catch (error) {
      if (endsRun(error)) throw error;
      failure = (error as Error).message;
      for (const { row } of members) results[row] ??= faulty(failure);
    }
  }
  const totals = { batch, tours: lines.length, not_served: rows.length - countOk(results) };
  return {
    rows: allFaulty(failure).rows,
    lines: {
      [TOUR_LINES.name]: lines.map(({ line, properties }) => ({
        line,
        properties: { ...totals, ...properties },
      })),
    },
  };
}

function countOk(results: RowResults): number {
  return results.filter((result) => result?.status === 'ok').length;
}

/** Reads the positions and limits of the rows; a row without them gets its result here and is no stop. */
function locateStops({ rows, read, limitsOf }: RouteBatch, results: RowResults): TourStop[] {
  const located: TourStop[] = [];
  rows.forEach((row, at) => {
    const position = read(row);
    if (position === 'empty') {
      results[at] = skipped('the row has no position, and is left out of its route');
      return;
    }
    if ('fault' in position) {
      results[at] = faulty(position.fault);
      return;
    }
    const limits = limitsOf(row);
    if ('fault' in limits) results[at] = faulty(limits.fault);
    else located.push({ row: at, position, limits });
  });
  return located;
}

/** Determines where the tours of a batch begin and end, and which rows are the stops between. */
function findEnds(
  { rows, start, end }: RouteBatch,
  located: readonly TourStop[],
): { start: TourEnd; end: TourEnd; stops: TourStop[] } | { fault: string } {
  const stops = [...located];
  const first = start.kind === 'place' ? readEnd('start', start.read(rows[0] as StageRow)) : stops.shift();
  if (!first) return { fault: 'no row of the batch has a position' };
  if ('fault' in first) return first;
  if (end.kind === 'place') {
    const place = readEnd('end', end.read(rows[0] as StageRow));
    return 'fault' in place ? place : { start: first, end: place, stops };
  }
  // The row at the start has its result from the start; the return to it is no second visit.
  if (end.kind === 'start') return { start: first, end: { position: first.position }, stops };
  const last = stops.pop();
  return { start: first, end: last ?? { position: first.position }, stops };
}

function readEnd(option: string, place: Position | { fault: string }): TourEnd | { fault: string } {
  return 'fault' in place ? { fault: `${option}: ${place.fault}` } : { position: place };
}

/** Sets the results of the rows of a tour, and returns its line. */
function writeTour(
  tour: Tour,
  tourNumber: number,
  { batch, options }: RouteBatch,
  results: RowResults,
): StageLine {
  const departSeconds = readTimeOfDay(options.depart ?? '08:00') ?? 0;
  const { legs } = tour.trip;
  let totalMeters = 0;
  let stop = 0;
  tour.rows.forEach((row, at) => {
    const leg = legs[at - 1]?.summary;
    totalMeters += (leg?.length ?? 0) * 1000;
    if (row < 0 || results[row]) return;
    stop += 1;
    const arrival = tour.arrivalSeconds[at] ?? 0;
    results[row] = {
      status: 'ok',
      result: {
        tour: tourNumber,
        stop,
        legMeters: (leg?.length ?? 0) * 1000,
        legSeconds: leg?.time ?? 0,
        arrivalSeconds: arrival,
        arrivalTime: timeOfDayText(departSeconds + arrival),
        totalMeters,
      },
    };
  });
  return {
    line: legs.flatMap(({ shape }, at) => decodePolyline(shape, 6).slice(at === 0 ? 0 : 1)),
    properties: {
      batch,
      tour: tourNumber,
      stops: stop,
      distance_meters: Math.round(totalMeters),
      travel_seconds: Math.round(legs.reduce((sum, { summary }) => sum + summary.time, 0)),
      end_seconds: Math.round(tour.arrivalSeconds.at(-1) ?? 0),
      end_time: timeOfDayText(departSeconds + (tour.arrivalSeconds.at(-1) ?? 0)),
      note: noteOf(tour.trip.status_message),
    },
  };
}

/** Returns the remarks of a response: that its lines are straight, which stops are off the road. */
function noteOf(statusMessage = ''): string | null {
  return statusMessage.replace(/^Found route between points([:;] )?/, '') || null;
}
