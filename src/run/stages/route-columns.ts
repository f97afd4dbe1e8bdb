import type { Position } from '../../base/geo/position.ts';
import type { Visit } from './route-timeline.ts';
import type { Placement, StageColumn, StageOutput, StageStatus } from './stage.ts';

/** A row in its tour. Units: those of {@link Visit}. */
export interface TourRow extends Visit {
  tour: number;
  stop: number;
  arrivalTime: string;
  level: string | null;
  accuracyMeters: number | null;
  /** Remarks about the row at its stop. */
  stopNote: string | null;
  /** Remarks about the tour. */
  note: string | null;
}

const LEVEL_MEANING = 'what the position of the stop stands for, where the stage that gave it says so';
const ACCURACY_MEANING =
  'radius around the position that holds the true one for 90 % of the matches of a level';
const STOP_NOTE_MEANING =
  'remarks about the stop: reached after it closes, a position that is no door, far from a road';

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
    description: 'number of the stop in its tour, from 1; rows at one point are one stop',
    of: ({ stop }) => stop,
  },
  {
    name: 'leg_meters',
    type: 'integer',
    unit: 'metres',
    description: 'route length from the stop before',
    of: ({ legMeters }) => legMeters,
  },
  {
    name: 'leg_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'travel time from the stop before',
    of: ({ legSeconds }) => legSeconds,
  },
  {
    name: 'arrival_seconds',
    type: 'integer',
    unit: 'seconds from the departure',
    description: 'arrival at the stop, with waiting and service at earlier stops',
    of: ({ arrivalSeconds }) => arrivalSeconds,
  },
  {
    name: 'arrival_time',
    type: 'string',
    description: 'the same as a time of day',
    of: ({ arrivalTime }) => arrivalTime,
  },
  {
    name: 'wait_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'waiting at the stop until it opens, with breaks on the way',
    of: ({ waitSeconds }) => waitSeconds,
  },
  {
    name: 'service_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'service at the stop; legs, waiting and service of a tour add up to its duration',
    of: ({ serviceSeconds }) => serviceSeconds,
  },
  {
    name: 'total_meters',
    type: 'integer',
    unit: 'metres',
    description: 'route length since the start of the tour',
    of: ({ totalMeters }) => totalMeters,
  },
  {
    name: 'level',
    type: 'string',
    description: LEVEL_MEANING,
    of: ({ level }) => level,
  },
  {
    name: 'accuracy_meters',
    type: 'number',
    unit: 'metres',
    description: ACCURACY_MEANING,
    of: ({ accuracyMeters }) => accuracyMeters,
  },
  { name: 'stop_note', type: 'string', description: STOP_NOTE_MEANING, of: ({ stopNote }) => stopNote },
  {
    name: 'note',
    type: 'string',
    description: 'remarks about the tour, such as that it is straight lines and follows no road',
    of: ({ note }) => note,
  },
];

/** The file that the stage `route` writes beside the results: a line for each tour. */
export const TOUR_LINES = { name: 'routes', extension: '.routes.geojson' } as const satisfies StageOutput;

/** A stop of a tour as drivers read it. Units: those of {@link Visit}. */
export interface ListedStop {
  batch: string;
  tour: number;
  /** Place in the tour; 0 is the departure. */
  order: number;
  event: 'departure' | 'stop' | 'return' | 'end';
  /** Number of the row in the input, from 1; absent for a depot. */
  row: number | undefined;
  rowsAtStop: number;
  position: Position;
  visit: Visit;
  /** Null at the departure. */
  arrivalTime: string | null;
  /** Null at the end. */
  departureTime: string | null;
  /** Null in a job without demands. */
  load: number | null;
  placement: Placement | undefined;
  note: string | null | undefined;
}

/** The columns of the file for drivers. */
export const STOP_COLUMNS: readonly StageColumn<ListedStop>[] = [
  { name: 'batch', type: 'string', description: 'key of the batch', of: ({ batch }) => batch },
  {
    name: 'tour',
    type: 'integer',
    description: 'number of the tour within its batch, from 1',
    of: ({ tour }) => tour,
  },
  {
    name: 'order',
    type: 'integer',
    description: 'place in the tour; 0 is the departure',
    of: ({ order }) => order,
  },
  {
    name: 'event',
    type: 'string',
    description: 'departure, stop, return, or end where that is elsewhere',
    of: ({ event }) => event,
  },
  {
    name: 'row',
    type: 'integer',
    description: 'number of the row in the input, from 1; empty for a depot',
    of: ({ row }) => row,
  },
  {
    name: 'rows_at_stop',
    type: 'integer',
    description: 'number of rows at this stop; each has a line',
    of: ({ rowsAtStop }) => rowsAtStop,
  },
  {
    name: 'stop_lat',
    type: 'number',
    unit: 'degrees WGS84',
    description: 'latitude',
    of: ({ position }) => position.lat,
  },
  {
    name: 'stop_lon',
    type: 'number',
    unit: 'degrees WGS84',
    description: 'longitude',
    of: ({ position }) => position.lon,
  },
  {
    name: 'leg_meters',
    type: 'integer',
    unit: 'metres',
    description: 'route length from the stop before',
    of: ({ visit }) => visit.legMeters,
  },
  {
    name: 'leg_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'travel time from the stop before',
    of: ({ visit }) => visit.legSeconds,
  },
  {
    name: 'arrival_time',
    type: 'string',
    description: 'arrival, as a time of day',
    of: ({ arrivalTime }) => arrivalTime,
  },
  {
    name: 'wait_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'waiting at the stop until it opens, with breaks on the way',
    of: ({ visit }) => visit.waitSeconds,
  },
  {
    name: 'service_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'service at the stop',
    of: ({ visit }) => visit.serviceSeconds,
  },
  {
    name: 'departure_time',
    type: 'string',
    description: 'departure, as a time of day',
    of: ({ departureTime }) => departureTime,
  },
  {
    name: 'load',
    type: 'number',
    description: 'demand of this stop and those after it: on board at the arrival',
    of: ({ load }) => load,
  },
  { name: 'level', type: 'string', description: LEVEL_MEANING, of: ({ placement }) => placement?.level },
  {
    name: 'accuracy_meters',
    type: 'number',
    unit: 'metres',
    description: ACCURACY_MEANING,
    of: ({ placement }) => placement?.accuracyMeters,
  },
  { name: 'note', type: 'string', description: STOP_NOTE_MEANING, of: ({ note }) => note },
];

/** The file for drivers: each tour from its departure to its return, in the order of the visits. */
export const TOUR_STOPS = {
  name: 'stops',
  extension: '.stops.csv',
  columns: STOP_COLUMNS,
} as const satisfies StageOutput;

/** A row that is in no tour. */
export interface LeftRow {
  batch: string;
  row: number | undefined;
  status: StageStatus;
  reason: string | undefined;
  position: Position | null | undefined;
  placement: Placement | undefined;
}

/** The columns of the file of rows that are in no tour. */
export const LEFT_COLUMNS: readonly StageColumn<LeftRow>[] = [
  { name: 'batch', type: 'string', description: 'key of the batch', of: ({ batch }) => batch },
  {
    name: 'row',
    type: 'integer',
    description: 'number of the row in the input, from 1',
    of: ({ row }) => row,
  },
  {
    name: 'status',
    type: 'string',
    description: 'not_found, skipped or error',
    of: ({ status }) => status,
  },
  { name: 'reason', type: 'string', description: 'why it is in no tour', of: ({ reason }) => reason },
  {
    name: 'stop_lat',
    type: 'number',
    unit: 'degrees WGS84',
    description: 'latitude',
    of: ({ position }) => position?.lat,
  },
  {
    name: 'stop_lon',
    type: 'number',
    unit: 'degrees WGS84',
    description: 'longitude',
    of: ({ position }) => position?.lon,
  },
  { name: 'level', type: 'string', description: LEVEL_MEANING, of: ({ placement }) => placement?.level },
  {
    name: 'confidence',
    type: 'number',
    description: '0 to 1, of the match that gave the position',
    of: ({ placement }) => {
      const confidence = placement?.confidence ?? null;
      return confidence === null ? null : Math.round(confidence * 1000) / 1000;
    },
  },
  {
    name: 'accuracy_meters',
    type: 'number',
    unit: 'metres',
    description: ACCURACY_MEANING,
    of: ({ placement }) => placement?.accuracyMeters,
  },
];

/** The file of rows that are in no tour, for the dispatcher. */
export const TOUR_LEFT = {
  name: 'left',
  extension: '.left.csv',
  columns: LEFT_COLUMNS,
} as const satisfies StageOutput;
