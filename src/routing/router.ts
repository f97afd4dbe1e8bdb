import type { Trip } from '../contract/records/optimized-trip.ts';
import type { Position } from '../geo/position.ts';
import type { Costing } from './costing.ts';

export type { Trip };

/**
 * Holds what it takes to get from every place to every other.
 *
 * Shape: row by row, `seconds[from * count + to]`; Infinity where there is no way.
 * Units: seconds and metres.
 */
export interface TravelMatrix {
  seconds: Float64Array;
  meters: Float64Array;
}

/** Asks for a route through stops in their order. Shape: `alternates` is how many others are wanted, between two stops only. */
export interface RouteRequest {
  stops: readonly Position[];
  costing: Costing;
  language: 'en-US' | 'vi-VN';
  units: 'kilometers' | 'miles';
  alternates: number;
}

/** Says what a reader of answers must know, in both languages of instructions. */
export interface Notice {
  en: string;
  vi: string;
}

/**
 * Finds ways: over roads in this process's children, over a server, or straight.
 *
 * Errors: of every method, INVALID_REQUEST where there is no way or a limit is passed; TIMEOUT, SERVICE_ERROR and SERVICE_DOWN where the
 * engine fails; ABORTED when `signal` was given up.
 */
export interface Router {
  /** Says what answers with this router must tell their reader, or undefined when the ways are real roads. */
  notice: Notice | undefined;
  /** Measures how far each place is from the nearest road that can be travelled. Units: metres; Infinity beyond a kilometre. */
  roadDistances(places: readonly Position[], costing: Costing, signal?: AbortSignal): Promise<number[]>;
  matrix(places: readonly Position[], costing: Costing, signal?: AbortSignal): Promise<TravelMatrix>;
  /** Finds the best route, and after it as many others as there are. */
  route(request: RouteRequest, signal?: AbortSignal): Promise<Trip[]>;
  close(): Promise<void>;
}

/** Distance to the road from which on answers tell it. Units: metres. */
export const OFF_ROAD_METERS = 100;
/** Farthest that a place may be from a road and still be travelled to from there. Units: metres. */
export const FARTHEST_FROM_ROAD_METERS = 1000;
