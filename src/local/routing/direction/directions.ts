import type { Directions } from '../../../contract/records/directions.ts';
import { STATUS } from '../../../contract/status.ts';
import { GeomillError } from '../../../errors/geomill-error.ts';
import { isPosition, type Position } from '../../../geo/position.ts';
import { VEHICLE_COSTINGS, type Vehicle } from '../costing.ts';
import type { Router } from '../router.ts';
import { directionsRoute } from './directions-route.ts';
import type { Language } from './measure-text.ts';

/** Names a stop for its reader: the id and address of what is there; both empty where nothing is known. */
export type DescribeStop = (position: Position) => { placeId: string; address: string };

/** Holds a question for directions, as the contract has checked it. */
export interface DirectionsQuestion {
  origin: string;
  destination: string;
  alternatives: boolean;
  vehicle: Vehicle;
  language: Language;
}

const MOST_DESTINATIONS = 50;
const MOST_ALTERNATES = 2;

/**
 * Answers /direction.
 *
 * Shape: several destinations are visited in the order they are given; other routes are offered between two places only.
 * Errors: INVALID_REQUEST for places that are none or cannot be reached, and those of the router.
 * Source: interface document, sections 2.4 and 4.7.
 */
export async function answerDirections(
  { origin, destination, alternatives, vehicle, language }: DirectionsQuestion,
  router: Router,
  describe: DescribeStop,
  signal?: AbortSignal,
): Promise<Directions> {
  const destinations = destination.split(';').map((text) => text.trim());
  if (destinations.length > MOST_DESTINATIONS) {
    throw new GeomillError(
      'INVALID_REQUEST',
      `destination: ${destinations.length} are too many; at most ${MOST_DESTINATIONS}`,
    );
  }
  const stops = [readPlace('origin', origin), ...destinations.map((text) => readPlace('destination', text))];
  const trips = await router.route(
    {
      stops,
      costing: VEHICLE_COSTINGS[vehicle],
      language: language === 'vi' ? 'vi-VN' : 'en-US',
      units: 'kilometers',
      alternates: alternatives && stops.length === 2 ? MOST_ALTERNATES : 0,
    },
    signal,
  );
  const described = stops.map(describe);
  const writing = {
    addresses: described.map(({ address }) => address),
    vehicle,
    language,
    warnings: router.notice === undefined ? [] : [router.notice],
  };
  return {
    geocoded_waypoints: described.map(({ placeId }) => ({
      geocoder_status: placeId === '' ? STATUS.zeroResults : STATUS.ok,
      place_id: placeId,
    })),
    routes: trips.map((trip) => directionsRoute(trip, writing)),
  };
}

const PLACE = /^\s*([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)\s*$/;

function readPlace(parameter: string, text: string): Position {
  const match = PLACE.exec(text);
  const position = { lat: Number(match?.[1]), lon: Number(match?.[2]) };
  if (match && isPosition(position)) return position;
  throw new GeomillError('INVALID_REQUEST', `${parameter}: "${text}" is no <lat>,<lng>`);
}
