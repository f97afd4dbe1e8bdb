import { distanceMeters } from '../../base/geo/distance.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { PositionReader } from './position-source.ts';
import type { TourRow } from './route-columns.ts';
import { doubtOf, type EndSource, type PlacementReader } from './route-placement.ts';
import type { LimitsReader, StopLimits } from './route-limits.ts';
import type { RouteOptions } from './route-options.ts';
import type { TourEnd, TourStop } from './route-timeline.ts';
import { faulty, skipped, type StageResult, type StageRow } from './stage.ts';

/** A batch of rows with everything needed to plan its tours. */
export interface RouteBatch {
  batch: string;
  rows: readonly StageRow[];
  options: RouteOptions;
  read: PositionReader;
  placementOf: PlacementReader;
  start: EndSource;
  end: EndSource;
  limitsOf: LimitsReader;
  /** Returns what was done at a row already, as in "yes 09:12", where a plan is made again; empty for nothing. */
  servedOf: (cells: readonly unknown[]) => string;
  /** Returns name and address of a row, as far as columns with usual names have them. */
  nameOf: (cells: readonly unknown[]) => string;
  /** The job itself states vehicles, or limits of stops. */
  statesLimits: boolean;
}

/** Results of the rows of a batch, by their index; undefined until the row has one. */
export type RowResults = (StageResult<TourRow> | undefined)[];

/** Reads the positions and limits of the rows; a row that cannot be a stop gets its result here. */
export function locateStops(
  { rows, options, read, placementOf, limitsOf, servedOf }: RouteBatch,
  results: RowResults,
): TourStop[] {
  const located: TourStop[] = [];
  rows.forEach((row, at) => {
    const position = read(row);
    const served = servedOf(row.cells);
    if (served !== '') {
      const words = served.replace(/^(?:yes|no) /, '');
      results[at] = served.startsWith('yes')
        ? { status: 'ok', note: message('stage.servedBefore', { words }) }
        : { status: 'not_found', reason: message('stage.notServedBefore', { words }) };
      return;
    }
    if (position === 'empty') {
      results[at] = skipped(message('stage.leftOutOfRoute'));
      return;
    }
    if ('fault' in position) {
      results[at] = faulty(position.fault);
      return;
    }
    const limits = limitsOf(row);
    const doubt = doubtOf(placementOf(row), options);
    if ('fault' in limits) results[at] = faulty(limits.fault);
    else if (doubt !== undefined)
      results[at] = { status: 'not_found', reason: message('stage.inNoTour', { reason: doubt }) };
    else located.push({ rows: [at], position, limits, rowLimits: [limits] });
  });
  return located;
}

/** The stops between one start and one end. */
export interface EndedStops {
  start: TourEnd;
  end: TourEnd;
  stops: TourStop[];
}

/**
 * Determines where tours begin and end, and which rows are the stops between: the stops of each depot are planned apart, since their parcels are there.
 *
 * Shape: in the order of the first row of each depot. A row whose depot cannot be read gets its result here.
 */
export function findEnds(batch: RouteBatch, located: readonly TourStop[], results: RowResults): EndedStops[] {
  const groups = new Map<string, { first?: TourEnd; last?: TourEnd; stops: TourStop[] }>();
  for (const stop of located) {
    const [at = 0] = stop.rows;
    const row = batch.rows[at] as StageRow;
    const first = placeOf('start', batch.start, row);
    const last = placeOf('end', batch.end, row);
    const fault = [first, last].find((place) => place !== undefined && 'fault' in place);
    if (fault !== undefined && 'fault' in fault) {
      results[at] = faulty(fault.fault);
      continue;
    }
    const places = { first: first as TourEnd | undefined, last: last as TourEnd | undefined };
    const key = JSON.stringify([places.first?.position, places.last?.position]);
    const group = groups.get(key);
    if (group) group.stops.push(stop);
    else groups.set(key, { ...places, stops: [stop] });
  }
  return [...groups.values()].flatMap(({ first, last, stops }) => {
    const start = first ?? stops.shift();
    if (start === undefined) return [];
    if (last !== undefined) return [{ start, end: last, stops }];
    // The row at the start has its result from the start; the return to it is no second visit.
    const own = batch.end.kind === 'start' ? undefined : stops.pop();
    return [{ start, end: own ?? { position: start.position, rows: [] }, stops }];
  });
}

/** Returns the start or end of a row; undefined where it is a row of the batch. */
function placeOf(option: string, source: EndSource, row: StageRow): TourEnd | { fault: Message } | undefined {
  if (source.kind !== 'place') return undefined;
  const place = source.read(row);
  if ('fault' in place) return { fault: message('stage.faultOf', { option, fault: place.fault }) };
  const { lat, lon } = place;
  return { position: { lat, lon }, rows: [] };
}

/** Rows this near to the first one of a stop are served there: the doors of one house. Units: metres. */
const DOOR_METERS = 5;
/** Side of the squares in which stops are looked up: more than `DOOR_METERS` at any latitude of the country. Units: degrees. */
const SQUARE_DEGREES = 1e-4;
const AROUND = [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => [north, east] as const));

/**
 * Joins rows at one point into stops: the vehicle stops once for all of their parcels.
 *
 * Shape: rows with different windows or other limits stay apart, as do shipments, rows that must not share a vehicle, and those whose demand together is more
 * than the capacity; demands and service times are added up, and the highest priority counts.
 */
export function joinStops(stops: readonly TourStop[], capacity: readonly number[] = []): TourStop[] {
  const joined: TourStop[] = [];
  // Indexes of the joined stops by their limits and the square that they are in.
  const squares = new Map<string, number[]>();
  for (const stop of stops) {
    const { position, limits } = stop;
    const { demand: _, amounts: __, serviceSeconds: ___, priority: ____, ...others } = limits;
    const key = JSON.stringify(others);
    const squareAt = (north: number, east: number) =>
      `${Math.floor(position.lat / SQUARE_DEGREES) + north} ${Math.floor(position.lon / SQUARE_DEGREES) + east} ${key}`;
    const isAlone = limits.shipment !== null || limits.apart !== null;
    const near = isAlone ? [] : AROUND.flatMap(([north, east]) => squares.get(squareAt(north, east)) ?? []);
    const at = near.find((index) => {
      const other = joined[index] as TourStop;
      return (
        distanceMeters(other.position, position) <= DOOR_METERS && !isOver(other.limits, limits, capacity)
      );
    });
    const same = at === undefined ? undefined : joined[at];
    if (at === undefined || same === undefined) {
      const square = squareAt(0, 0);
      squares.set(square, [...(squares.get(square) ?? []), joined.length]);
      joined.push(stop);
    } else
      joined[at] = {
        rows: [...same.rows, ...stop.rows],
        position: same.position,
        limits: together(same.limits, limits),
        rowLimits: [...same.rowLimits, ...stop.rowLimits],
      };
  }
  return joined;
}

const isOver = (one: StopLimits, other: StopLimits, capacity: readonly number[]) =>
  one.amounts.some((amount, unit) => amount + (other.amounts[unit] ?? 0) > (capacity[unit] ?? Infinity));

function together(one: StopLimits, other: StopLimits): StopLimits {
  return {
    ...one,
    demand: one.demand + other.demand,
    amounts: one.amounts.map((amount, unit) => amount + (other.amounts[unit] ?? 0)),
    priority: Math.max(one.priority, other.priority),
    serviceSeconds: one.serviceSeconds + other.serviceSeconds,
  };
}
