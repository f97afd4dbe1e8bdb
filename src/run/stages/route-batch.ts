import type { CallContext } from '../../contract/service.ts';
import { endsRun, type GeomillError } from '../../base/errors/geomill-error.ts';
import { withoutNote } from '../../base/position/read-position.ts';
import { LEFT_COLUMNS, TOUR_LEFT, TOUR_LINES, TOUR_STOPS, type TourRow } from './route-columns.ts';
import { TOUR_GPX, TOUR_LINKS } from './route-navigation.ts';
import { calendarOf } from './route-days.ts';
import { largestOf } from './route-limits.ts';
import { type BatchPart, MOST_STOPS, type PartResult, planInTurn, splitBatch } from './route-parts.ts';
import { findEnds, joinStops, locateStops, type RouteBatch, type RowResults } from './route-locate.ts';
import { planLine, TOUR_PLAN } from './route-plan.ts';
import type { TourStop } from './route-timeline.ts';
import { depotOf, planTour, type RouteService, type TourPlan } from './route-tour.ts';
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
    const reasons = new Map<TourStop, LeftOut>();
    const leaveOut = (stopRows: readonly number[], { reason, kind }: LeftOut) => {
      for (const row of stopRows)
        results[row] = {
          status: 'not_found',
          reason: message('stage.inNoTour', { reason }),
          note: message('stage.inNoTour', { reason: kind }),
        };
    };
    const planPart = async ({ stops: members, vehicles }: BatchPart): Promise<PartResult> => {
      try {
        const request = {
          ...{ start, end, stops: members, options, statesLimits, batch, vehicles },
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
        const left = planned.unserved.flatMap((unserved) => {
          const stop = members.find(({ rows: [row] }) => row === unserved.rows[0]);
          if (stop) reasons.set(stop, unserved);
          if (stop && mayBeServedByOthers(stop, unserved.kind)) return stop;
          leaveOut(unserved.rows, unserved);
          return [];
        });
        const used = (planned.request?.tours ?? []).map(({ vehicle: at = 0 }) => vehicles?.[at] ?? at);
        return { used, left };
      } catch (error) {
        if (endsRun(error)) throw error;
        failure = (error as GeomillError).reason;
        for (const row of members.flatMap((stop) => stop.rows)) results[row] ??= faulty(failure);
        return { used: vehicles ?? [], left: [] };
      }
    };
    for (const stop of await planInTurn(splitBatch(stops, options, depotOf(batch, start)), planPart)) {
      const tooMany = message('stage.tooManyStops', { most: options.most_stops ?? MOST_STOPS });
      leaveOut(stop.rows, reasons.get(stop) ?? { reason: tooMany, kind: tooMany });
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

/** Why a stop is in no tour. */
type LeftOut = Pick<TourPlan['unserved'][number], 'reason' | 'kind'>;

/** Reports whether a stop lacks nothing but a vehicle. */
const mayBeServedByOthers = ({ limits }: TourStop, { code }: Message) =>
  limits.aboard === null && ['unserved.fleet', 'unserved.skills', 'unserved.demand'].includes(code);

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
