import { createGeoService, type GeoService } from '../contract/service.ts';
import { createEngine } from '../geocoder/engine.ts';
import { createForcodeHandlers } from './operations/forcodes.ts';
import { createPlaceHandlers } from './operations/place-handlers.ts';
import { createRouteHandlers } from './operations/route-handlers.ts';
import type { Router } from '../routing/router.ts';
import { createStraightRouter } from '../routing/straight/straight-router.ts';
import { createSessionHandlers } from './operations/session-handlers.ts';
import type { Bill, SessionEvent } from './sessions/session-event.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { loadDataset, type LoadedDataset } from '../gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../gazetteer/open-dataset.ts';

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
  return createGeoService({
    ...createSessionHandlers(engine, sessions),
    ...createPlaceHandlers(engine),
    ...createRouteHandlers(engine, router),
    ...createForcodeHandlers(dataset.admin),
  });
}
