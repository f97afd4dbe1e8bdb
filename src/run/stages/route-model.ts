import type { Position } from '../../base/geo/position.ts';
import type { Message } from '../../base/messages/message.ts';
import type { Trip } from '../../contract/records/optimized-trip.ts';
import type { StopLimits } from './route-limits.ts';

/** A stop to be put into a tour: the indexes of its rows in the batch, their position, its limits, and those of each row. */
export interface TourStop {
  rows: readonly number[];
  position: Position;
  limits: StopLimits;
  rowLimits: readonly StopLimits[];
}

/** The start or end of a tour, with the row of the batch that it is, if it is one. */
export type TourEnd = Pick<TourStop, 'position' | 'rows'>;

/** A location of a tour; at its ends nothing is limited. Units: metres; `offRoadMeters` where the service says that it is far from a road. */
export interface TourPlace extends TourStop {
  offRoadMeters?: number | undefined;
  /** The vehicle loads again. */
  isReload?: boolean;
}

/** The times of one location of a tour. Units: whole seconds from the zero of the plan. */
export interface PlaceTimes {
  /** The vehicle is there. */
  reached: number;
  /** Service begins. */
  begin: number;
  /** The vehicle leaves. */
  left: number;
}

/** A planned tour. Shape: `places` in the order of the visits, `times` of each. */
export interface Tour {
  trip: Trip;
  places: readonly TourPlace[];
  times: readonly PlaceTimes[];
  /** Name of the vehicle, and the date of its shift, where the job states them. */
  vehicle?: string | undefined;
  day?: string | undefined;
  /** What the order and the times leave out; absent where they leave out nothing. */
  remarks?: readonly Message[];
}
