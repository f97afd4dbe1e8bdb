import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Costing } from '../costing.ts';
import { FARTHEST_FROM_ROAD_METERS, type Router, type Trip } from '../router.ts';
import { valhallaRequests, type ValhallaClient } from './requests.ts';
import { parseResponse } from './valhalla-responses.ts';

const METERS_PER_KM = 1000;
/** Rows of a matrix in one request: a whole matrix of 200 by 200 costs 25 % more, and keeps one process busy instead of all. */
const ROWS_PER_REQUEST = 50;

/** Creates a router over a Valhalla client. Source: Valhalla's JSON API, 3.6.1. */
export function createValhallaRouter(client: ValhallaClient): Router {
  return {
    notice: undefined,
    async roadDistances(places, costing, signal) {
      const text = await client.send('locate', valhallaRequests.locate(places, costing), signal);
      const response = parseResponse('locate', text);
      if (response.length !== places.length)
        throw invalid(message('routing.otherPlaces', { found: response.length, count: places.length }));
      return response.map(({ edges }) => {
        const nearest = Math.min(...(edges ?? []).map(({ distance }) => distance));
        return nearest <= FARTHEST_FROM_ROAD_METERS ? nearest : Infinity;
      });
    },
    async matrix(places, costing, signal, targets = places) {
      const requests: ReturnType<typeof requestRows>[] = [];
      for (let from = 0; from < places.length; from += ROWS_PER_REQUEST) {
        const sources = places.slice(from, from + ROWS_PER_REQUEST);
        requests.push(requestRows(client, sources, targets, costing, signal));
      }
      const parts = await Promise.all(requests);
      return {
        seconds: Float64Array.from(
          parts.flatMap(({ durations }) => durations),
          (seconds) => seconds ?? Infinity,
        ),
        meters: Float64Array.from(
          parts.flatMap(({ distances }) => distances),
          (km) => (km === null ? Infinity : km * METERS_PER_KM),
        ),
      };
    },
    async route(request, signal) {
      const text = await client.send('route', valhallaRequests.route(request), signal);
      const { trip, alternates = [] } = parseResponse('route', text);
      const trips = [trip, ...alternates.map((alternate) => alternate.trip)];
      // Valhalla replaces an unknown language by English without an error.
      if (trip.language !== request.language)
        throw invalid(message('routing.otherLanguage', { language: String(trip.language) }));
      if (trips.some(({ legs }) => legs.length !== request.stops.length - 1))
        throw invalid(message('routing.otherStops', { count: request.stops.length }));
      return request.language === 'vi-VN' ? trips.map(withCorrectVietnamese) : trips;
    },
    close: () => client.close(),
  };
}

/** Requests some rows of a matrix. Units: seconds and kilometres; null if there is no route. */
async function requestRows(
  client: ValhallaClient,
  sources: readonly Position[],
  targets: readonly Position[],
  costing: Costing,
  signal: AbortSignal | undefined,
): Promise<{ durations: (number | null)[]; distances: (number | null)[] }> {
  const text = await client.send('matrix', valhallaRequests.matrix(sources, targets, costing), signal);
  const { sources_to_targets, units } = parseResponse('matrix', text);
  if (units !== 'kilometers') throw invalid(message('routing.otherUnits', { units }));
  const { durations, distances } = sources_to_targets;
  for (const rows of [durations, distances])
    if (rows.length !== sources.length || rows.some((row) => row.length !== targets.length))
      throw invalid(message('routing.otherMatrix', { rows: sources.length, columns: targets.length }));
  return { durations: durations.flat(), distances: distances.flat() };
}

function invalid(reason: Message): GeomillError {
  return new GeomillError('RESPONSE_INVALID', reason);
}

/**
 * Corrections of Valhalla's Vietnamese instructions: missing spaces, sides without "bên", word-for-word translations.
 *
 * Source: proof-reading of the instructions of 750 routes in Ho Chi Minh City.
 */
const CORRECTIONS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/về phía(?=[đtnb])/gu, 'về phía '],
  [/nằm ở (?=phải|trái)/gu, 'nằm ở bên '],
  [/Rẽ (phải|trái) hình chữ U/gu, 'Quay đầu bên $1'],
  // bounded: MOST_CHARACTERS
  [/Đi lên Phà (.+?) chuyến Phà/gu, 'Lên Phà $1'],
  // bounded: MOST_CHARACTERS
  [/Đi lên (.+?) chuyến Phà/gu, 'Lên phà $1'],
  [/rẽ ra ngoài tại đoạn rẽ thứ/gu, 'rẽ ra tại lối rẽ thứ'],
  [/Rẽ ra ngoài tại đoạn rẽ (phải|trái)/gu, 'Rẽ vào lối ra bên $1'],
  // bounded: MOST_CHARACTERS
  [/Rẽ ra ngoài tại đoạn rẽ (.+?) phía (phải|trái)/gu, 'Rẽ vào lối ra $1 bên $2'],
  [/Rẽ ra ngoài tại đoạn rẽ/gu, 'Rẽ vào lối ra'],
  [/Rẽ ra ngoài/gu, 'Rẽ vào lối ra'],
];

/** Characters of an instruction with the longest names of streets. */
const MOST_CHARACTERS = 1_000;

/** Corrects one instruction; longer texts are none. */
export function correctVietnamese(text: string): string {
  if (text.length > MOST_CHARACTERS) return text;
  return CORRECTIONS.reduce((corrected, [wrong, right]) => corrected.replace(wrong, right), text);
}

/** Corrects the written and spoken instructions of a trip. */
function withCorrectVietnamese(trip: Trip): Trip {
  return {
    ...trip,
    legs: trip.legs.map((leg) => ({ ...leg, maneuvers: leg.maneuvers.map(withCorrectTexts) })),
  };
}

type Maneuver = Trip['legs'][number]['maneuvers'][number];

function withCorrectTexts(maneuver: Maneuver): Maneuver {
  const corrected = Object.entries(maneuver).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && name.endsWith('instruction') ? correctVietnamese(value) : value,
  ]);
  return Object.fromEntries(corrected) as Maneuver;
}
