import type { Message } from '../../base/messages/message.ts';
import type { Trip } from '../../contract/records/optimized-trip.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Costing } from './costing.ts';

export type { Trip };

/**
 * Travel times and distances from some places to others.
 *
 * Shape: row by row, `seconds[from * targets + to]`; Infinity if there is no route.
 * Units: seconds and metres.
 */
export interface TravelMatrix {
  seconds: Float64Array;
  meters: Float64Array;
}

/** A request for a route through stops in the given order. Shape: `alternates` is the number of alternative routes, between two stops only. */
export interface RouteRequest {
  stops: readonly Position[];
  costing: Costing;
  language: 'en-US' | 'vi-VN';
  units: 'kilometers' | 'miles';
  alternates: number;
}

/**
 * The port for routes and matrices: Valhalla in child processes, a Valhalla server, or straight lines.
 *
 * Errors: of every method, INVALID_REQUEST if there is no route or a limit is exceeded; TIMEOUT, SERVICE_ERROR and SERVICE_DOWN if the
 * engine fails; ABORTED by `signal`.
 */
export interface Router {
  /** The warning that responses must include; undefined if routes are over roads. */
  notice: Message | undefined;
  /** Returns the distance of each place from the nearest road that the vehicle may use. Units: metres; Infinity beyond a kilometre. */
  roadDistances(places: readonly Position[], costing: Costing, signal?: AbortSignal): Promise<number[]>;
  /** Returns the travel times and distances from all places to all targets, which are the places where they are left out. */
  matrix(
    places: readonly Position[],
    costing: Costing,
    signal?: AbortSignal,
    targets?: readonly Position[],
  ): Promise<TravelMatrix>;
  /** Returns the best route, followed by the alternatives that exist. */
  route(request: RouteRequest, signal?: AbortSignal): Promise<Trip[]>;
  close(): Promise<void>;
}

/** Distance from a road above which responses report it. Units: metres. */
export const OFF_ROAD_METERS = 100;
/** Largest distance from a road at which a place can be routed. Units: metres. */
export const FARTHEST_FROM_ROAD_METERS = 1000;
