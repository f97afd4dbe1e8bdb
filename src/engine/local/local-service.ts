import { mendEncoding } from '../../base/text/mend-encoding.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../contract/catalogue.ts';
import { createGeoService, type GeoService, type GeoServiceHandlers } from '../../contract/service.ts';
import { loadDataset, type LoadedDataset } from '../gazetteer/load-dataset.ts';
import { once } from '../gazetteer/once.ts';
import { openDataset, openPictures, type OpenDataset } from '../gazetteer/open-dataset.ts';
import { createEngine } from '../geocoder/engine.ts';
import type { PictureIndex } from '../imagery/index/picture-index.ts';
import type { TourPlanner } from '../routing/optimized/tour-planner.ts';
import type { Router } from '../routing/router.ts';
import type { LocalParts } from './local-operation.ts';
import { LOCAL_OPERATIONS } from './registry.ts';

/** The dataset of a local service, as a folder or as another thread has loaded it, and its settings. */
export type LocalServiceOptions = ({ datasetDir: string } | { loaded: LoadedDataset }) & {
  /** Computes routes and matrices; straight lines if left out. */
  router?: Router;
  /** Computes the order of stops; this thread if left out. */
  planner?: TourPlanner | undefined;
};

/**
 * An open local service.
 *
 * Shape: `identity` names the dataset in manifests and journals; `loaded` opens the same service in another thread.
 */
export interface LocalService {
  service: GeoService;
  identity: string;
  attribution: string;
  loaded: LoadedDataset;
  /** Opens the street pictures on the first call; undefined if the dataset has none. */
  pictures: () => Promise<PictureIndex | undefined>;
}

/**
 * Opens a dataset as a service that needs no network.
 *
 * Errors: DATASET_BAD if the dataset is missing, damaged or of another version.
 * Cost: half a second and about 100 MB for the starter dataset; a loaded dataset costs its unit tables only. Each index is opened by the first
 * request that needs it.
 */
export async function createLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { router, planner } = options;
  const loaded = 'loaded' in options ? options.loaded : await loadDataset(options.datasetDir);
  const dataset = openDataset(loaded);
  const { admin } = dataset;
  const pictures = once(async () => {
    const tables = await openPictures(loaded);
    if (!tables) return undefined;
    const { openPictureIndex } = await import('../imagery/index/picture-index.ts');
    return openPictureIndex(tables);
  });
  const engine = createEngine(dataset);
  return {
    service: createGeoService(createHandlers({ engine, admin, router, planner, pictures }, dataset.addFiles)),
    pictures,
    identity: `local ${admin.id}`,
    attribution: admin.attribution,
    loaded,
  };
}

type AddFiles = OpenDataset['addFiles'];

function createHandlers(parts: LocalParts, addFiles: AddFiles): GeoServiceHandlers {
  const entries = OPERATION_NAMES.map((name) => [
    name,
    LOCAL_OPERATIONS[name] && lazyHandlers(name, parts, addFiles),
  ]);
  return Object.fromEntries(entries) as GeoServiceHandlers;
}

/** Returns handlers whose texts are mended: the one place for all requests of jobs, servers and agents. */
function withMended(
  handlers: Record<string, AnyHandler>,
  names: readonly string[],
): Record<string, AnyHandler> {
  const mended = (request: unknown): unknown => {
    let parameters = request as Record<string, unknown>;
    for (const name of names) {
      const text = parameters[name];
      if (typeof text !== 'string') continue;
      const read = mendEncoding(text);
      if (read !== text) parameters = { ...parameters, [name]: read };
    }
    return parameters;
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([shape, handle]) => [
      shape,
      (request: unknown, ...more: unknown[]) => handle(mended(request), ...more),
    ]),
  );
}

type AnyHandler = (...request: unknown[]) => unknown;

/**
 * Returns handlers that load their operation, and the files that it needs, before their first answer. Cost: none afterwards, since the hot path of a
 * stage has no promise to spare.
 */
function lazyHandlers(name: OperationName, parts: LocalParts, addFiles: AddFiles): object {
  let handlers: Record<string, AnyHandler> | undefined;
  const open = once(async () => {
    const operation = await LOCAL_OPERATIONS[name]!();
    if (operation.files) await addFiles(operation.files);
    const opened = (await operation.createHandlers(parts)) as Record<string, AnyHandler>;
    return (handlers = operation.texts ? withMended(opened, operation.texts) : opened);
  });
  const lazy = Object.keys(OPERATIONS[name].shapes).map((shape) => [
    shape,
    (...request: unknown[]) =>
      handlers ? handlers[shape](...request) : open().then((opened) => opened[shape](...request)),
  ]);
  return Object.fromEntries(lazy) as object;
}
