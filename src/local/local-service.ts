import { createGeoService, type GeoService } from '../contract/service.ts';
import { STATUS } from '../contract/status.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import type { Position } from '../geo/position.ts';
import { autocomplete } from './autocomplete.ts';
import { bboxOf } from './bbox.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { createForcodes } from './forcodes.ts';
import { googleList, googleResult } from './google-shape.ts';
import { readLatLng, readPair } from './lat-lng.ts';
import type { AdminUnits, LocalPlace } from './local-place.ts';
import { nearbyCategories } from './nearby-categories.ts';
import { osmCollection } from './osm-shape.ts';
import { predictionList, predictions } from './prediction-shape.ts';
import { answerDirections } from './routing/direction/directions.ts';
import { answerOptimizedRoute } from './routing/optimized/optimized-route.ts';
import type { Router } from './routing/router.ts';
import { createStraightRouter } from './routing/straight/straight-router.ts';
import type { Bill, SessionEvent } from './sessions/session-event.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { loadDataset, type LoadedDataset } from './store/load-dataset.ts';
import { openDataset, type OpenDataset } from './store/open-dataset.ts';
import { matchedSubstrings } from './suggest/matched-substrings.ts';

const METERS_PER_KM = 1000;
const REVERSE_RADIUS_KM = 1;
const NEARBY_RADIUS_KM = 5;
const FORCODE_RESOLUTION = 13;
const SUGGESTIONS = 5;
const PLACES_NEARBY = 5;

/** Answers to one question at most, whatever `size` it has. Source: service facts, "unit of /nearby radius". */
const MOST_ANSWERS = 50;

/** What of a text is looked for in suggestions; the rest is no name. */
const MOST_MARKED_CHARACTERS = 500;

/** Says what the local service answers from: a folder, or a dataset that another thread has loaded. */
export type LocalServiceOptions = ({ datasetDir: string } | { loaded: LoadedDataset }) & {
  /** Takes what becomes of session tokens. */
  onEvent?: (event: SessionEvent) => void;
  /** Finds the ways of directions and optimized routes; straight lines where it is left out. */
  router?: Router;
  /** Tells the time that sessions are measured by. Units: milliseconds; never runs backwards. */
  now?: () => number;
};

/**
 * Holds the local engine: the port, and who answers, as a run remembers it.
 *
 * Shape: `loaded` is what other threads open the same service from.
 */
export interface LocalService {
  service: GeoService;
  identity: string;
  attribution: string;
  loaded: LoadedDataset;
  /** Tells what the calls so far would have cost. */
  bill: () => Bill;
}

/**
 * Opens a dataset and answers the interface from it, without network.
 *
 * Errors: DATASET_BAD when the dataset is missing, damaged or of another version.
 * Cost: half a second and about 100 MB for the starter dataset; of a loaded one nothing but the units. Each part is opened when it is first asked.
 */
export async function createLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { onEvent, now = () => performance.now() } = options;
  const loaded = 'loaded' in options ? options.loaded : await loadDataset(options.datasetDir);
  const dataset = openDataset(loaded);
  const sessions = createSessions({ now, ...(onEvent === undefined ? {} : { onEvent }) });
  return {
    service: answerFrom(dataset, sessions, options.router ?? createStraightRouter()),
    identity: `local ${dataset.admin.id}`,
    attribution: dataset.admin.attribution,
    loaded,
    bill: () => sessions.bill(),
  };
}

/** Answers from a dataset in memory what it can; NOT_SUPPORTED for the operations it has no data for. */
function answerFrom(dataset: OpenDataset, sessions: Sessions, router: Router): GeoService {
  const engine = createEngine(dataset);
  const forcodes = createForcodes(dataset.admin);

  const byIds = (ids: string, units: AdminUnits): LocalPlace[] =>
    ids
      .split(',')
      .map((id) => engine.placeById(id.trim(), units))
      .filter((place) => place !== undefined);

  return createGeoService({
    autocomplete: {
      google: async ({ input, location, origin, radius, size, sessiontoken, admin_v2 }) => {
        const from = {
          focus: location === undefined ? undefined : readLatLng('location', location),
          origin: origin === undefined ? undefined : readLatLng('origin', origin),
          radiusMeters: metersOf(radius),
        };
        sessions.count('autocomplete', sessiontoken);
        const places = autocomplete(engine, input, from, optionsOf(size ?? SUGGESTIONS, admin_v2));
        const typed = input.slice(0, MOST_MARKED_CHARACTERS);
        return predictionList(places, (text) => matchedSubstrings(typed, text));
      },
      osm: async ({ text, size, sessiontoken, admin_v2, ...circle }) => {
        const focus = readPair(
          'boundary.circle',
          circle['boundary.circle.lat'],
          circle['boundary.circle.lon'],
        );
        const from = { focus, origin: focus, radiusMeters: metersOf(circle['boundary.circle.radius']) };
        sessions.count('autocomplete', sessiontoken);
        return osmCollection(autocomplete(engine, text, from, optionsOf(size ?? SUGGESTIONS, admin_v2)));
      },
    },
    place: {
      google: async ({ ids, sessiontoken, admin_v2 }) => {
        sessions.count('place', sessiontoken);
        return googleResult(byIds(ids, unitsOf(admin_v2))[0]);
      },
      osm: async ({ ids, sessiontoken, admin_v2 }) => {
        sessions.count('place', sessiontoken);
        return osmCollection(byIds(ids, unitsOf(admin_v2)));
      },
    },
    children: {
      google: async ({ parent_id, admin_v2 }) => {
        const children = engine.children(parent_id, unitsOf(admin_v2));
        if (!children) return { predictions: [], status: STATUS.notFound };
        return {
          predictions: predictions(children),
          status: children.length > 0 ? STATUS.ok : STATUS.zeroResults,
        };
      },
      osm: async ({ parent_id, admin_v2 }) => {
        const children = engine.children(parent_id, unitsOf(admin_v2)) ?? [];
        return { ...osmCollection(children), bbox: bboxOf(children) };
      },
    },
    geocodeForward: {
      google: async ({ address, admin_v2 }) => googleList(engine.forward(address, optionsOf(1, admin_v2))),
      osm: async ({ text, size, admin_v2 }) =>
        osmCollection(engine.forward(text, optionsOf(size ?? 1, admin_v2))),
    },
    geocodeReverse: {
      google: async ({ latlng, admin_v2 }) => {
        const position = readLatLng('latlng', latlng);
        return googleList(
          engine.reverse(position, REVERSE_RADIUS_KM * METERS_PER_KM, optionsOf(1, admin_v2)),
        );
      },
      osm: async (parameters) => {
        const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
        const radiusKm = parameters['boundary.circle.radius'] ?? REVERSE_RADIUS_KM;
        const options = optionsOf(parameters.size ?? 1, parameters.admin_v2);
        return osmCollection(engine.reverse(position, radiusKm * METERS_PER_KM, options));
      },
    },
    nearby: {
      only: async (parameters) => {
        const categories = nearbyCategories(parameters.categories);
        const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
        const radiusKm = parameters['boundary.circle.radius'] ?? NEARBY_RADIUS_KM;
        const options = optionsOf(parameters.size ?? PLACES_NEARBY, parameters.admin_v2);
        const places = engine.nearby(position, radiusKm * METERS_PER_KM, categories, options);
        if (places) return osmCollection(places);
        throw new GeomillError(
          'NOT_SUPPORTED',
          'This dataset holds administrative units only, no places: build one with places, or ask a remote service.',
        );
      },
    },
    direction: {
      only: async ({ admin_v2, ...question }, context) => {
        const describe = (position: Position) => describeStop(engine, position, unitsOf(admin_v2));
        const { alternatives = true, vehicle = 'car', language = 'en' } = question;
        const asked = { ...question, alternatives, vehicle, language };
        return answerDirections(asked, router, describe, context?.signal);
      },
    },
    optimizedRoute: {
      only: async ({ json: { directions_options, geomill, ...json } }, context) => {
        const question = {
          ...json,
          units: directions_options?.units ?? 'km',
          ...(geomill && { fleet: geomill }),
        };
        return answerOptimizedRoute(question, router, context?.signal);
      },
    },
    encodeForcode: {
      only: async ({ lat, lng, resolution }) => forcodes.encode(lat, lng, resolution ?? FORCODE_RESOLUTION),
    },
    decodeForcode: {
      only: async ({ forcodes: code }) => forcodes.decode(code),
    },
  });
}

/** Names what is at a stop of a route: the nearest place, else the ward. */
function describeStop(engine: Engine, position: Position, units: AdminUnits) {
  const [place] = engine.reverse(position, REVERSE_RADIUS_KM * METERS_PER_KM, { size: 1, units });
  return { placeId: place?.id ?? '', address: place?.label ?? '' };
}

function unitsOf(adminV2: boolean | undefined): AdminUnits {
  return adminV2 ? 'new' : 'old';
}

function optionsOf(size: number, adminV2: boolean | undefined): EngineOptions {
  return { size: Math.min(size, MOST_ANSWERS), units: unitsOf(adminV2) };
}

function metersOf(radiusKm: number | undefined): number | undefined {
  return radiusKm === undefined ? undefined : radiusKm * METERS_PER_KM;
}
