import type { CallContext } from '../../contract/service.ts';
import { endsRun } from '../../base/errors/geomill-error.ts';
import { decodePolyline } from '../../base/geo/polyline.ts';
import type { Position } from '../../base/geo/position.ts';
import type { PositionReader } from './position-source.ts';
import { withoutNote } from './read-position.ts';
import type { EndSource } from './route-ends.ts';
import { TOUR_LINES, TOUR_STOPS, type TourRow } from './route-columns.ts';
import { readTimeOfDay, timeOfDayText, type LimitsReader, type StopLimits } from './route-limits.ts';
import { sharesStops, type RouteOptions } from './route-options.ts';
import {
  NO_WINDOWS,
  planTour,
  type RouteService,
  type Tour,
  type TourEnd,
  type TourStop,
} from './route-tour.ts';
import { listStops } from './route-stops.ts';
import { timelineOf, type Visit } from './route-timeline.ts';
import { splitIntoTours } from './route-tours.ts';
import {
  faulty,
  skipped,
  type BatchResult,
  type StageLine,
  type StageResult,
  type StageRow,
  type StageTableRow,
} from './stage.ts';

/** A batch of rows with everything needed to plan its tours. */
export interface RouteBatch {
  batch: string;
  rows: readonly StageRow[];
  /** With those that were detected. */
  options: RouteOptions;
  /** The job itself states vehicles, or limits of stops. */
  statesLimits: boolean;
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
  const { rows, ...outputs } = await orderBatch(routeBatch, service, context);
  return { rows: rows.map((result, at) => atPosition(result, routeBatch, at)), ...outputs };
}

function atPosition(
  result: StageResult<TourRow>,
  { rows, read }: RouteBatch,
  at: number,
): StageResult<TourRow> {
  const position = read(rows[at] as StageRow);
  if (position === 'empty' || 'fault' in position) return result;
  const note = result.note ?? position.note;
  return { ...result, position: withoutNote(position), note };
}

async function orderBatch(
  routeBatch: RouteBatch,
  service: RouteService,
  context: CallContext,
): Promise<BatchResult<TourRow>> {
  const { rows, options, batch, statesLimits } = routeBatch;
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
  const isShared = sharesStops(options);
  if (isShared && stops.length > most) {
    return allFaulty(
      `a batch with vehicles, a capacity or max_hours can have ${most} stops; this one has ${stops.length}`,
    );
  }
  const positions = stops.map(({ position }) => position);
  const parts = isShared || stops.length === 0 ? [stops.map((_, at) => at)] : splitIntoTours(positions, most);
  const lines: StageLine[] = [];
  const listed: StageTableRow[] = [];
  const limits = new Map(stops.map((stop) => [stop.row, stop.limits]));
  const nameOf = nameRows(routeBatch);
  let failure = 'no vehicle of its batch is used';
  for (const part of parts) {
    const members = part.map((at) => stops[at] as TourStop);
    try {
      const planned = await planTour(
        { start, end, stops: members, options, statesLimits, nameOf },
        service,
        context,
      );
      for (const tour of planned.tours) {
        const number = lines.length + 1;
        const written = writeTour(tour, number, routeBatch, (row) => limits.get(row), results);
        lines.push(written.line);
        listed.push(...written.stops);
      }
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
    tables: { [TOUR_STOPS.name]: listed },
  };
}

/** Returns the names of rows in messages: their numbers in the input. */
function nameRows({ rows }: RouteBatch): (row: number) => string {
  return (row) => {
    const number = rows[row]?.number;
    return number === undefined ? `row ${row + 1} of the batch` : `row ${number}`;
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

/** Sets the results of the rows of a tour, and returns its line and its stops. */
function writeTour(
  tour: Tour,
  number: number,
  { batch, options, rows }: RouteBatch,
  limitsOf: (row: number) => StopLimits | undefined,
  results: RowResults,
): { line: StageLine; stops: StageTableRow[] } {
  const departSeconds = readTimeOfDay(options.depart ?? '08:00') ?? 0;
  const { legs } = tour.trip;
  const visits = timelineOf(tour, limitsOf);
  const note = noteOf(tour.trip.status_message);
  let stop = 0;
  tour.rows.forEach((row, at) => {
    if (row < 0 || results[row]) return;
    stop += 1;
    const visit = visits[at] as Visit;
    const arrivalTime = timeOfDayText(departSeconds + visit.arrivalSeconds);
    results[row] = {
      status: 'ok',
      result: { ...visit, tour: number, stop, arrivalTime, note },
      note: note?.startsWith('straight lines') || note?.includes(NO_WINDOWS) ? note : undefined,
    };
  });
  const end = visits.at(-1);
  const sumOf = (measure: 'legSeconds' | 'waitSeconds' | 'serviceSeconds') =>
    visits.reduce((sum, visit) => sum + visit[measure], 0);
  const line = legs.flatMap(({ shape }, at) => decodePolyline(shape, 6).slice(at === 0 ? 0 : 1));
  const properties = {
    batch,
    tour: number,
    stops: stop,
    distance_meters: end?.totalMeters ?? 0,
    travel_seconds: sumOf('legSeconds'),
    wait_seconds: sumOf('waitSeconds'),
    service_seconds: sumOf('serviceSeconds'),
    end_seconds: end?.arrivalSeconds ?? 0,
    end_time: timeOfDayText(departSeconds + (end?.arrivalSeconds ?? 0)),
    note,
  };
  const hasDemand = options.demand !== undefined;
  const listed = { batch, number, tour, visits, rows, limitsOf, departSeconds, hasDemand };
  return { line: { line, properties }, stops: listStops(listed) };
}

/** Returns the remarks of a response: that its lines are straight, which stops are off the road. */
function noteOf(statusMessage = ''): string | null {
  return statusMessage.replace(/^Found route between points([:;] )?/, '') || null;
}
