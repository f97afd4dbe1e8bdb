import type { CallContext } from '../../contract/service.ts';
import { endsRun, GeomillError } from '../../base/errors/geomill-error.ts';
import { withoutNote } from '../../base/position/read-position.ts';
import { LEFT_COLUMNS, TOUR_LEFT, TOUR_LINES, TOUR_STOPS, type TourRow } from './route-columns.ts';
import { TOUR_GPX, TOUR_LINKS } from './route-navigation.ts';
import { calendarOf } from './route-days.ts';
import { capacityOf, unitsOf } from './route-limits.ts';
import { type RouteOptions, sharesStops, type VehicleOptions } from './route-options.ts';
import { findEnds, joinStops, locateStops, type RouteBatch, type RowResults } from './route-locate.ts';
import { planLine, TOUR_PLAN } from './route-plan.ts';
import type { TourStop } from './route-model.ts';
import { planTour, type RouteService } from './route-tour.ts';
import { isEstimated, longestUsual, writeTour } from './route-write.ts';
import {
  type BatchResult,
  faulty,
  skipped,
  type StageLine,
  type StageResult,
  type StageRow,
  type StageTableRow,
} from './stage.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';

const NO_VEHICLE = message('stage.noVehicleUsed');

/**
 * Orders the rows of one batch into tours.
 *
 * Guarantee: every row has a result; a row in no tour has the reason, and is listed; a row keeps its own position, whether it is in a tour or not.
 */
export async function runBatch(
  routeBatch: RouteBatch,
  service: RouteService,
  context: CallContext,
): Promise<BatchResult<TourRow>> {
  const { rows, lines, tables } = await orderBatch(routeBatch, service, context);
  const results = rows.map((result, at) => atPosition(result, routeBatch, at));
  return {
    rows: results,
    lines,
    tables: { ...tables, [TOUR_LEFT.name]: listLeft(results, routeBatch) },
  };
}

function atPosition(
  result: StageResult<TourRow>,
  { rows, read, placementOf }: RouteBatch,
  at: number,
): StageResult<TourRow> {
  const row = rows[at] as StageRow;
  const position = read(row);
  if (position === 'empty' || 'fault' in position) return result;
  const note = result.note ?? position.note;
  const placement = placementOf(row);
  return { ...result, position: withoutNote(position), note, ...(placement && { placement }) };
}

/** Returns the rows that are in no tour, with the reason. */
function listLeft(results: readonly StageResult<TourRow>[], { batch, rows }: RouteBatch): StageTableRow[] {
  return results.flatMap(({ status, reason, position, placement }, at) => {
    if (status === 'ok') return [];
    const { number, cells } = rows[at] as StageRow;
    const why = reason && englishText(reason);
    const left = { batch, row: number, status, reason: why, position, placement };
    return [{ values: LEFT_COLUMNS.map((column) => column.of(left)), cells }];
  });
}

async function orderBatch(
  routeBatch: RouteBatch,
  service: RouteService,
  context: CallContext,
): Promise<BatchResult<TourRow>> {
  const { rows, options, batch, statesLimits } = routeBatch;
  const results: RowResults = new Array<StageResult<TourRow> | undefined>(rows.length);
  if (batch === '') return { rows: rows.map(() => skipped(message('stage.noBatchKey'))), lines: {} };
  const lines: StageLine[] = [];
  const listed: StageTableRow[] = [];
  const routes: StageLine[] = [];
  const links: StageTableRow[] = [];
  const plans: StageTableRow[] = [];
  const { zero } = calendarOf(options);
  for (const { start, end, stops: ended } of findEnds(
    routeBatch,
    locateStops(routeBatch, results),
    results,
  )) {
    const stops = joinStops(ended, largestOf(options));
    let failure = NO_VEHICLE;
    let vehicle = 1;
    for (const members of requestsOf(stops, options)) {
      try {
        if ('fault' in members) throw new GeomillError('INVALID_REQUEST', members.fault);
        const request = {
          ...{ start, end, stops: members, options, statesLimits, batch },
          nameOf: nameRows(routeBatch),
        };
        const planned = await planTour(request, service, context);
        if (planned.request) {
          const numbers = { start, end, zero, tour: lines.length + 1, vehicle };
          const written = planned.tours.map((tour) => ({
            vehicle: tour.vehicle,
            isEstimated: isEstimated(tour),
          }));
          plans.push(planLine(planned.request, routeBatch, numbers, written));
          vehicle += planned.tours.length;
        }
        const longest = longestUsual(planned.tours, options.max_leg_km);
        for (const tour of planned.tours) {
          const written = writeTour(tour, lines.length + 1, routeBatch, results, longest);
          lines.push(written.line);
          listed.push(...written.stops);
          routes.push(written.route);
          links.push(...written.links);
        }
        for (const { rows: unserved, reason, kind } of planned.unserved)
          for (const row of unserved)
            results[row] = {
              status: 'not_found',
              reason: message('stage.inNoTour', { reason }),
              note: message('stage.inNoTour', { reason: kind }),
            };
      } catch (error) {
        if (endsRun(error)) throw error;
        failure = (error as GeomillError).reason;
        for (const row of ('fault' in members ? stops : members).flatMap((stop) => stop.rows))
          results[row] ??= faulty(failure);
      }
    }
    for (const row of [...start.rows, ...end.rows]) results[row] ??= faulty(failure);
  }
  const totals = { batch, tours: lines.length, not_served: rows.length - countOk(results) };
  return {
    rows: rows.map((_, at) => results[at] ?? faulty(NO_VEHICLE)),
    lines: {
      [TOUR_LINES.name]: lines.map(({ line, properties }) => ({
        line,
        properties: { ...totals, ...properties },
      })),
      [TOUR_GPX.name]: routes,
    },
    tables: { [TOUR_STOPS.name]: listed, [TOUR_LINKS.name]: links, [TOUR_PLAN.name]: plans },
  };
}

/** Returns the largest capacity of any vehicle, by unit. */
function largestOf(options: RouteOptions): number[] {
  const units = unitsOf(options);
  const kinds: readonly VehicleOptions[] = typeof options.vehicles === 'object' ? options.vehicles : [{}];
  const lists = kinds.map(({ capacity = options.capacity }) => capacityOf(capacity, units));
  return units.map((_, unit) => Math.max(...lists.map((list) => list[unit] ?? Infinity)));
}

/** Most stops of one request, between a start and an end. */
const MOST_STOPS = 198;
/** What one pair of places of a matrix costs over the roads of a city, and what a process that computes them holds. Measured: docs/ROUTING.md. */
const SECONDS_PER_PAIR = 0.00055;
const PROCESS_MB = 320;
/** Shorter efforts are not worth a sentence. Units: seconds. */
const NOTABLE_SECONDS = 30;

/** Returns how long the matrices of batches of these numbers of rows take over roads, and in how much memory; undefined where that is little. */
export function effortOf(sizes: readonly number[], most = MOST_STOPS): Message | undefined {
  const pairs = sizes.reduce((sum, rows) => {
    const parts = Math.max(1, Math.ceil(rows / most));
    return sum + parts * (rows / parts + 2) ** 2;
  }, 0);
  const seconds = Math.round(pairs * SECONDS_PER_PAIR);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  return seconds < NOTABLE_SECONDS
    ? undefined
    : message('stage.effortOfTours', { rows, batches: sizes.length, seconds, megabytes: PROCESS_MB });
}

/** Splits the stops of a depot so that each part fits into one request; vehicles that share stops need them all in one. */
function requestsOf(stops: readonly TourStop[], options: RouteOptions): (TourStop[] | { fault: Message })[] {
  const most = options.most_stops ?? MOST_STOPS;
  if (stops.length <= most) return [[...stops]];
  if (sharesStops(options)) {
    const fault = message('stage.tooManyStops', { most, stops: stops.length });
    return [{ fault }];
  }
  const parts = splitIntoTours(
    stops.map(({ position }) => position),
    most,
  );
  return parts.map((part) => part.map((at) => stops[at] as TourStop));
}

/** Returns the names of rows in messages: their numbers in the input. */
function nameRows({ rows }: RouteBatch): (row: number) => Message {
  return (row) => {
    const number = rows[row]?.number;
    return number === undefined
      ? message('stage.rowOfBatch', { row: row + 1 })
      : message('stage.rowOfInput', { row: number });
  };
}

function countOk(results: RowResults): number {
  return results.filter((result) => result?.status === 'ok').length;
}

/**
 * Splits the stops of a batch into compact tours, each small enough for one request: neighbours stay together.
 *
 * Shape: indexes into `stops`; as few tours as possible, of nearly equal size.
 * Guarantee: the same stops give the same tours.
 */
export function splitIntoTours(stops: readonly Position[], most: number): number[][] {
  const all = stops.map((_, at) => at);
  return stops.length <= most ? [all] : halve(all, stops, Math.ceil(stops.length / most));
}

/** Splits the stops across the longer side of their extent, in proportion to the tours on each side, until one tour is left. */
function halve(part: number[], stops: readonly Position[], tours: number): number[][] {
  if (tours === 1) return [part.sort((a, b) => a - b)];
  const at = (index: number) => stops[index] as Position;
  const lats = part.map((index) => at(index).lat);
  const lons = part.map((index) => at(index).lon);
  const south = { lat: Math.min(...lats), lon: Math.min(...lons) };
  const height = distanceMeters(south, { lat: Math.max(...lats), lon: south.lon });
  const width = distanceMeters(south, { lat: south.lat, lon: Math.max(...lons) });
  const key = (index: number) => (height > width ? at(index).lat : at(index).lon);
  const sorted = [...part].sort((a, b) => key(a) - key(b) || a - b);
  const first = Math.floor(tours / 2);
  const cut = Math.round((sorted.length * first) / tours);
  return [...halve(sorted.slice(0, cut), stops, first), ...halve(sorted.slice(cut), stops, tours - first)];
}
