import { column, METERS, SECONDS } from './column.ts';
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
  column('tour', 'integer', 'column.tour', ({ tour }) => tour),
  column('stop', 'integer', 'column.stopNumber', ({ stop }) => stop),
  column('vehicle', 'string', 'column.tourVehicle', ({ vehicle }) => vehicle),
  column('day', 'string', 'column.tourDay', ({ day }) => day),
  column('trip', 'integer', 'column.tourTrip', ({ trip }) => trip),
  column('leg_meters', 'integer', 'column.legLength', ({ legMeters }) => legMeters, METERS),
  column('leg_seconds', 'integer', 'column.legTime', ({ legSeconds }) => legSeconds, SECONDS),
  column('arrival_seconds', 'integer', 'column.arrival', ({ arrivalSeconds }) => arrivalSeconds, {
    unit: message('measure.secondsFromDeparture'),
  }),
  column('arrival_time', 'string', 'column.arrivalTime', ({ arrivalTime }) => arrivalTime),
  column('wait_seconds', 'integer', 'column.wait', ({ waitSeconds }) => waitSeconds, SECONDS),
  column('service_seconds', 'integer', 'column.service', ({ serviceSeconds }) => serviceSeconds, SECONDS),
  column('total_meters', 'integer', 'column.distanceFromStart', ({ totalMeters }) => totalMeters, METERS),
  column('level', 'string', 'column.stopLevel', ({ level }) => level),
  column('accuracy_meters', 'number', 'column.stopAccuracy', ({ accuracyMeters }) => accuracyMeters, METERS),
  column('stop_note', 'string', 'column.stopNote', ({ stopNote }) => stopNote),
  column('note', 'string', 'column.tourNote', ({ note }) => note),
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
  { name: 'tour', of: ({ tour }) => tour },
  { name: 'order', of: ({ order }) => order },
  { name: 'event', of: ({ event }) => event },
  { name: 'vehicle', of: ({ vehicle }) => vehicle },
  { name: 'trip', of: ({ trip }) => trip },
  { name: 'row', of: ({ row }) => row },
  { name: 'rows_at_stop', of: ({ rowsAtStop }) => rowsAtStop },
  { name: 'stop_lat', of: ({ position }) => position.lat },
  { name: 'stop_lon', of: ({ position }) => position.lon },
  { name: 'leg_meters', of: ({ visit }) => visit.legMeters },
  { name: 'leg_seconds', of: ({ visit }) => visit.legSeconds },
  { name: 'arrival_time', of: ({ arrivalTime }) => arrivalTime },
  { name: 'wait_seconds', of: ({ visit }) => visit.waitSeconds },
  { name: 'service_seconds', of: ({ visit }) => visit.serviceSeconds },
  { name: 'departure_time', of: ({ departureTime }) => departureTime },
  { name: 'load', of: ({ load }) => load },
  { name: 'level', of: ({ placement }) => placement?.level },
  { name: 'accuracy_meters', of: ({ placement }) => placement?.accuracyMeters },
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
  { name: 'row', of: ({ row }) => row },
  { name: 'status', of: ({ status }) => status },
  { name: 'reason', of: ({ reason }) => reason },
  { name: 'stop_lat', of: ({ position }) => position?.lat },
  { name: 'stop_lon', of: ({ position }) => position?.lon },
  { name: 'level', of: ({ placement }) => placement?.level },
  {
    name: 'confidence',
    of: ({ placement }) => {
      const confidence = placement?.confidence ?? null;
      return confidence === null ? null : Math.round(confidence * 1000) / 1000;
    },
  },
  { name: 'accuracy_meters', of: ({ placement }) => placement?.accuracyMeters },
];

/** The file of rows that are in no tour, for the dispatcher. */
export const TOUR_LEFT = {
  name: 'left',
  extension: '.left.csv',
  columns: LEFT_COLUMNS,
} as const satisfies StageOutput;
