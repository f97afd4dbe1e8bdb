import { loadDatasetShapes } from '../dataset/ground/dataset-shapes.ts';
import { once } from '../engine/gazetteer/once.ts';
import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import { LAZY_FILES } from '../engine/gazetteer/array-families.ts';
import { closeBlocks, loadDataset, loadFiles } from '../engine/gazetteer/load-dataset.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import { filesOf } from '../engine/local/registry.ts';
import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import { starterDataset } from './package-files.ts';
import type { LocalSettings } from './service-settings.ts';
import type { Router } from '../engine/routing/router.ts';

/**
 * How much of a local run is in progress at once. No row waits for a service, so the window only has to cover the disk.
 *
 * Cost: results that wait survive two collections and move to the old generation. Measured on a busy machine, forcodes of 2 million rows
 * in one thread: 245 MB with 4 million characters, 305 with 16, at the same speed.
 */
const LOCAL_WINDOW = { openRows: 4000, heldCharacters: 4 << 20 } as const;

/** Opens a service over a dataset. Errors: DATASET_BAD when the dataset is missing, damaged or of another version. */
export async function openLocal(
  { datasetDir = starterDataset(), valhallaUrl, cacheDir, env }: LocalSettings,
  { onNote = () => undefined, planner, readsByBlock }: OpenServiceOptions,
): Promise<OpenedService> {
  const loaded = await loadDataset(datasetDir, LAZY_FILES, { readsByBlock });
  const router = createLazyRouter(async () => {
    const { chooseRouter } = await import('./routers.ts');
    return chooseRouter({ datasetDir, manifest: loaded.manifest, valhallaUrl, cacheDir, env }, onNote);
  });
  const { service, identity, attribution, pictures } = await createLocalService({
    loaded,
    router,
    planner,
  });
  const identityFor = async (operations: readonly OperationName[]) => {
    // Read here, before worker threads start, the files are shared by all of them.
    await loadFiles(loaded, await filesOf(operations));
    if (!needsRouter(operations)) return identity;
    if (valhallaUrl !== undefined) return `${identity}, routes of ${new URL(valhallaUrl).host}`;
    // Whether the roads can be used is known only after the first request.
    await router.roadDistances([{ lat: 0, lon: 0 }], 'auto');
    return `${identity}, routes over ${router.notice ? 'straight lines' : 'roads'}`;
  };
  return {
    service,
    identity,
    identityFor,
    attribution,
    window: LOCAL_WINDOW,
    shared: readsByBlock === true ? undefined : { loaded },
    pictures,
    shapes: once(() => loadDatasetShapes(loaded)),
    async close() {
      await router.close();
      closeBlocks(loaded);
    },
  };
}

/** Builds a router that is loaded at the first request for a route; most runs never ask for one. */
export function createLazyRouter(load: () => Promise<Router>): Router {
  let loading: Promise<Router> | undefined;
  let loaded: Router | undefined;
  const open = async () => (loaded = await (loading ??= load()));
  return {
    // Read with a response in hand, so after the router was loaded.
    get notice() {
      return loaded?.notice;
    },
    roadDistances: async (...request) => (await open()).roadDistances(...request),
    matrix: async (...request) => (await open()).matrix(...request),
    route: async (...request) => (await open()).route(...request),
    close: async () => (await loading)?.close(),
  };
}
