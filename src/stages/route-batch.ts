import type { CallContext, GeoService } from '../contract/service.ts';
import { endsRun } from '../errors/geomill-error.ts';
import { decodePolyline } from '../geo/polyline.ts';
import type { Position } from '../geo/position.ts';
import type { PositionReader } from './position-source.ts';
import type { EndSource } from './route-ends.ts';
import type { LimitsReader } from './route-limits.ts';
import { asksForFleet, type RouteOptions } from './route-options.ts';
import { askTour, type Tour, type TourEnd, type TourStop } from './route-tour.ts';
import { splitIntoTours } from './route-tours.ts';
import {
  faulty,
  skipped,
  type BatchResult,
  type StageColumn,
  type StageLine,
  type StageResult,
  type StageRow,
} from './stage.ts';
import { readTimeOfDay, timeOfDayText } from './time-of-day.ts';

/** Lists the columns that the stage `route` adds to each row. */
export const ROUTE_COLUMNS: readonly StageColumn[] = [
  { name: 'tour', type: 'integer', description: 'number of the tour within its batch, from 1' },
  { name: 'stop', type: 'integer', description: 'place of the row in its tour, from 1' },
  { name: 'leg_meters', type: 'integer', description: 'way from the place before; metres' },
  { name: 'leg_seconds', type: 'integer', description: 'travel from the place before; seconds' },
  {
    name: 'arrival_seconds',
    type: 'integer',
    description: 'when it is its turn, waiting and earlier stops included; seconds from the departure',
  },
  { name: 'arrival_time', type: 'string', description: 'the same as a time of the day' },
  { name: 'total_meters', type: 'integer', description: 'way since the start of the tour; metres' },
];

/** Holds a batch and how it is to be routed. */
export interface BatchQuestion {
  batch: string;
  rows: readonly StageRow[];
  options: RouteOptions;
  read: PositionReader;
  start: EndSource;
  end: EndSource;
  limitsOf: LimitsReader;
}

/**
 * Orders the rows of one batch.
 *
 * Guarantee: every row comes out, those that are in no tour with the reason.
 */
export async function runBatch(
  question: BatchQuestion,
  service: GeoService,
  context: CallContext,
): Promise<BatchResult> {
  const { rows, options, batch } = question;
  if (batch === '') return { rows: rows.map(() => skipped('the row names no batch')), lines: [] };
  const results = new Array<StageResult | undefined>(rows.length);
  const located = locate(question, results);
  const ends = findEnds(question, located);
  if ('fault' in ends) return { rows: rows.map((_, at) => results[at] ?? faulty(ends.fault)), lines: [] };
  const { start, end, stops } = ends;
  const most = options.most_stops ?? 198;
  const lines: StageLine[] = [];
  const parts =
    asksForFleet(options) || stops.length === 0
      ? [stops.map((_, at) => at)]
      : splitIntoTours(
          stops.map(({ position }) => position),
          most,
        );
  if (asksForFleet(options) && stops.length > most) {
    const fault = `a batch with vehicles, capacities or times has ${most} stops at most; this one has ${stops.length}`;
    return { rows: rows.map((_, at) => results[at] ?? faulty(fault)), lines: [] };
  }
  let tourNumber = 0;
  let failure = 'no vehicle of its batch is under way';
  for (const part of parts) {
    const members = part.map((at) => stops[at] as TourStop);
    try {
      const answer = await askTour({ start, end, stops: members, options }, service, context);
      for (const tour of answer.tours) {
        tourNumber += 1;
        lines.push(writeTour(tour, tourNumber, question, results));
      }
      for (const { row, reason } of answer.left) {
        results[row] = { status: 'not_found', reason: `not in any tour: ${reason}`, values: [] };
      }
    } catch (error) {
      if (endsRun(error)) throw error;
      failure = (error as Error).message;
      for (const { row } of members) results[row] ??= faulty(failure);
    }
  }
  const totals = { batch, tours: lines.length, not_served: rows.length - countOk(results) };
  return {
    rows: rows.map((_, at) => results[at] ?? faulty(failure)),
    lines: lines.map(({ line, properties }) => ({ line, properties: { ...totals, ...properties } })),
  };
}

function countOk(results: readonly (StageResult | undefined)[]): number {
  return results.filter((result) => result?.status === 'ok').length;
}

/** Reads where the rows are and what limits them; rows without a position are told so and take no part. */
function locate({ rows, read, limitsOf }: BatchQuestion, results: (StageResult | undefined)[]): TourStop[] {
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

/** Finds where the tours of a batch begin and end, and which rows are left to be ordered between. */
function findEnds(
  { rows, start, end }: BatchQuestion,
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
  // The row where a tour begins is told there; coming back to it is no second visit.
  if (end.kind === 'start') return { start: first, end: { position: first.position }, stops };
  const last = stops.pop();
  return { start: first, end: last ?? { position: first.position }, stops };
}

function readEnd(option: string, place: Position | { fault: string }): TourEnd | { fault: string } {
  return 'fault' in place ? { fault: `${option}: ${place.fault}` } : { position: place };
}

/** Writes the rows of a tour, and draws its line. */
function writeTour(
  tour: Tour,
  tourNumber: number,
  { batch, options }: BatchQuestion,
  results: (StageResult | undefined)[],
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
      values: [
        tourNumber,
        stop,
        Math.round((leg?.length ?? 0) * 1000),
        Math.round(leg?.time ?? 0),
        Math.round(arrival),
        timeOfDayText(departSeconds + arrival),
        Math.round(totalMeters),
      ],
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

/** Returns what an answer tells besides that there is a way: that its lines are straight, which stops are off the road. */
function noteOf(statusMessage = ''): string | null {
  return statusMessage.replace(/^Found route between points([:;] )?/, '') || null;
}
