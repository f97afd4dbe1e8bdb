import type { Position } from '../../base/geo/position.ts';
import type { Visit } from './route-timeline.ts';
import type { Placement, FileColumn, StageColumn, StageOutput, StageStatus } from './stage.ts';
import { message } from '../../base/messages/message.ts';

/** A row in its tour. Units: those of {@link Visit}. */
export interface TourRow extends Visit {
  tour: number;
  stop: number;
  vehicle: string | null;
  day: string | null;
  trip: number;
  arrivalTime: string;
  level: string | null;
  accuracyMeters: number | null;
  /** Remarks about the row at its stop. */
  stopNote: string | null;
  /** Remarks about the tour. */
  note: string | null;
}

/** The columns that the stage `route` adds to each row. */
export const ROUTE_COLUMNS: readonly StageColumn<TourRow>[] = [
  {
    name: 'tour',
    type: 'integer',
    description: message('column.tour'),
    of: ({ tour }) => tour,
  },
  {
    name: 'stop',
    type: 'integer',
    description: message('column.stopNumber'),
    of: ({ stop }) => stop,
  },
  {
    name: 'vehicle',
    type: 'string',
    description: message('column.tourVehicle'),
    of: ({ vehicle }) => vehicle,
  },
  {
    name: 'day',
    type: 'string',
    description: message('column.tourDay'),
    of: ({ day }) => day,
  },
  {
    name: 'trip',
    type: 'integer',
    description: message('column.tourTrip'),
    of: ({ trip }) => trip,
  },
  {
    name: 'leg_meters',
    type: 'integer',
    unit: message('measure.metres'),
    description: message('column.legLength'),
    of: ({ legMeters }) => legMeters,
  },
  {
    name: 'leg_seconds',
    type: 'integer',
    unit: message('measure.seconds'),
    description: message('column.legTime'),
    of: ({ legSeconds }) => legSeconds,
  },
  {
    name: 'arrival_seconds',
    type: 'integer',
    unit: message('measure.secondsFromDeparture'),
    description: message('column.arrival'),
    of: ({ arrivalSeconds }) => arrivalSeconds,
  },
  {
    name: 'arrival_time',
    type: 'string',
    description: message('column.arrivalTime'),
    of: ({ arrivalTime }) => arrivalTime,
  },
  {
    name: 'wait_seconds',
    type: 'integer',
    unit: message('measure.seconds'),
    description: message('column.wait'),
    of: ({ waitSeconds }) => waitSeconds,
  },
  {
    name: 'service_seconds',
    type: 'integer',
    unit: message('measure.seconds'),
    description: message('column.service'),
    of: ({ serviceSeconds }) => serviceSeconds,
  },
  {
    name: 'total_meters',
    type: 'integer',
    unit: message('measure.metres'),
    description: message('column.distanceFromStart'),
    of: ({ totalMeters }) => totalMeters,
  },
  {
    name: 'level',
    type: 'string',
    description: message('column.stopLevel'),
    of: ({ level }) => level,
  },
  {
    name: 'accuracy_meters',
    type: 'number',
    unit: message('measure.metres'),
    description: message('column.stopAccuracy'),
    of: ({ accuracyMeters }) => accuracyMeters,
  },
  {
    name: 'stop_note',
    type: 'string',
    description: message('column.stopNote'),
    of: ({ stopNote }) => stopNote,
  },
  {
    name: 'note',
    type: 'string',
    description: message('column.tourNote'),
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
  event: 'departure' | 'stop' | 'reload' | 'return' | 'end';
  vehicle: string | null;
  trip: number;
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
export const STOP_COLUMNS: readonly FileColumn<ListedStop>[] = [
  { name: 'batch', of: ({ batch }) => batch },
  {
    name: 'tour',
    of: ({ tour }) => tour,
  },
  {
    name: 'order',
    of: ({ order }) => order,
  },
  {
    name: 'event',
    of: ({ event }) => event,
  },
  { name: 'vehicle', of: ({ vehicle }) => vehicle },
  { name: 'trip', of: ({ trip }) => trip },
  {
    name: 'row',
    of: ({ row }) => row,
  },
  {
    name: 'rows_at_stop',
    of: ({ rowsAtStop }) => rowsAtStop,
  },
  {
    name: 'stop_lat',
    of: ({ position }) => position.lat,
  },
  {
    name: 'stop_lon',
    of: ({ position }) => position.lon,
  },
  {
    name: 'leg_meters',
    of: ({ visit }) => visit.legMeters,
  },
  {
    name: 'leg_seconds',
    of: ({ visit }) => visit.legSeconds,
  },
  {
    name: 'arrival_time',
    of: ({ arrivalTime }) => arrivalTime,
  },
  {
    name: 'wait_seconds',
    of: ({ visit }) => visit.waitSeconds,
  },
  {
    name: 'service_seconds',
    of: ({ visit }) => visit.serviceSeconds,
  },
  {
    name: 'departure_time',
    of: ({ departureTime }) => departureTime,
  },
  {
    name: 'load',
    of: ({ load }) => load,
  },
  { name: 'level', of: ({ placement }) => placement?.level },
  {
    name: 'accuracy_meters',
    of: ({ placement }) => placement?.accuracyMeters,
  },
  { name: 'note', of: ({ note }) => note },
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
export const LEFT_COLUMNS: readonly FileColumn<LeftRow>[] = [
  { name: 'batch', of: ({ batch }) => batch },
  {
    name: 'row',
    of: ({ row }) => row,
  },
  {
    name: 'status',
    of: ({ status }) => status,
  },
  { name: 'reason', of: ({ reason }) => reason },
  {
    name: 'stop_lat',
    of: ({ position }) => position?.lat,
  },
  {
    name: 'stop_lon',
    of: ({ position }) => position?.lon,
  },
  { name: 'level', of: ({ placement }) => placement?.level },
  {
    name: 'confidence',
    of: ({ placement }) => {
      const confidence = placement?.confidence ?? null;
      return confidence === null ? null : Math.round(confidence * 1000) / 1000;
    },
  },
  {
    name: 'accuracy_meters',
    of: ({ placement }) => placement?.accuracyMeters,
  },
];

/** The file of rows that are in no tour, for the dispatcher. */
export const TOUR_LEFT = {
  name: 'left',
  extension: '.left.csv',
  columns: LEFT_COLUMNS,
} as const satisfies StageOutput;
