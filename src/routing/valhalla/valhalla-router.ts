import { GeomillError } from '../../errors/geomill-error.ts';
import { FARTHEST_FROM_ROAD_METERS, type Router } from '../router.ts';
import type { ValhallaAsker } from './asker.ts';
import { valhallaRequests } from './requests.ts';
import { readAnswer } from './valhalla-answers.ts';

const METERS_PER_KM = 1000;
/** Rows of a matrix that one child works at: a whole matrix of 200 costs a quarter more, and keeps one process busy instead of all. */
const ROWS_AT_ONCE = 50;

/** Builds a router that asks a Valhalla. Source: Valhalla's JSON API, 3.6.1. */
export function createValhallaRouter(asker: ValhallaAsker): Router {
  return {
    notice: undefined,
    async roadDistances(places, costing, signal) {
      const text = await asker.ask('locate', valhallaRequests.locate(places, costing), signal);
      const answer = readAnswer('locate', text);
      if (answer.length !== places.length) throw invalid(`${answer.length} of ${places.length} places`);
      return answer.map(({ edges }) => {
        const nearest = Math.min(...(edges ?? []).map(({ distance }) => distance));
        return nearest <= FARTHEST_FROM_ROAD_METERS ? nearest : Infinity;
      });
    },
    async matrix(places, costing, signal) {
      const rows = async (from: number) => {
        const sources = places.slice(from, from + ROWS_AT_ONCE);
        const text = await asker.ask('matrix', valhallaRequests.matrix(sources, places, costing), signal);
        const { sources_to_targets, units } = readAnswer('matrix', text);
        if (units !== 'kilometers') throw invalid(`a matrix in ${units}`);
        const { durations, distances } = sources_to_targets;
        for (const lines of [durations, distances])
          if (lines.length !== sources.length || lines.some((line) => line.length !== places.length))
            throw invalid(`a matrix that is not ${sources.length} by ${places.length}`);
        return { durations: durations.flat(), distances: distances.flat() };
      };
      const parts: ReturnType<typeof rows>[] = [];
      for (let from = 0; from < places.length; from += ROWS_AT_ONCE) parts.push(rows(from));
      const all = await Promise.all(parts);
      return {
        seconds: Float64Array.from(
          all.flatMap(({ durations }) => durations),
          (seconds) => seconds ?? Infinity,
        ),
        meters: Float64Array.from(
          all.flatMap(({ distances }) => distances),
          (km) => (km === null ? Infinity : km * METERS_PER_KM),
        ),
      };
    },
    async route(request, signal) {
      const text = await asker.ask('route', valhallaRequests.route(request), signal);
      const { trip, alternates = [] } = readAnswer('route', text);
      const trips = [trip, ...alternates.map((alternate) => alternate.trip)];
      // What Valhalla does not speak it answers in English, and does not say so.
      if (trip.language !== request.language) throw invalid(`in ${trip.language}`);
      if (trips.some(({ legs }) => legs.length !== request.stops.length - 1))
        throw invalid(`a trip that is not through ${request.stops.length} stops`);
      return trips;
    },
    close: () => asker.close(),
  };
}

function invalid(what: string): GeomillError {
  return new GeomillError('RESPONSE_INVALID', `the router answers ${what}`);
}
