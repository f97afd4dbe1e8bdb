import { GeomillError } from '../../../errors/geomill-error.ts';
import { FARTHEST_FROM_ROAD_METERS, type Router, type Trip } from '../router.ts';
import type { ValhallaAsker } from './asker.ts';
import { valhallaRequests } from './requests.ts';

interface LocateAnswer {
  edges: { distance: number }[] | null;
}

interface MatrixAnswer {
  sources_to_targets: { durations: (number | null)[][]; distances: (number | null)[][] };
  units: string;
}

interface RouteAnswer {
  trip: Trip;
  alternates?: { trip: Trip }[];
}

const METERS_PER_KM = 1000;

/** Builds a router that asks a Valhalla. Source: Valhalla's JSON API, 3.6.1. */
export function createValhallaRouter(asker: ValhallaAsker): Router {
  return {
    notice: undefined,
    async roadDistances(places, costing, signal) {
      const answer = read<LocateAnswer[]>(
        await asker.ask('locate', valhallaRequests.locate(places, costing), signal),
      );
      return answer.map(({ edges }) => {
        const nearest = Math.min(...(edges ?? []).map(({ distance }) => distance));
        return nearest <= FARTHEST_FROM_ROAD_METERS ? nearest : Infinity;
      });
    },
    async matrix(places, costing, signal) {
      const { sources_to_targets, units } = read<MatrixAnswer>(
        await asker.ask('matrix', valhallaRequests.matrix(places, costing), signal),
      );
      if (units !== 'kilometers')
        throw new GeomillError('RESPONSE_INVALID', `the router measures in ${units}`);
      const { durations, distances } = sources_to_targets;
      return {
        seconds: Float64Array.from(durations.flat(), (seconds) => seconds ?? Infinity),
        meters: Float64Array.from(distances.flat(), (km) => (km === null ? Infinity : km * METERS_PER_KM)),
      };
    },
    async route(request, signal) {
      const { trip, alternates = [] } = read<RouteAnswer>(
        await asker.ask('route', valhallaRequests.route(request), signal),
      );
      return [trip, ...alternates.map((alternate) => alternate.trip)];
    },
    close: () => asker.close(),
  };
}

function read<Answer>(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch (cause) {
    throw new GeomillError('RESPONSE_INVALID', 'the router answers what is no JSON', { cause });
  }
}
