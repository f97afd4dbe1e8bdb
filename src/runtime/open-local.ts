import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import { loadDataset, loadLazyFile } from '../engine/gazetteer/load-dataset.ts';
import { PICTURE_FAMILY } from '../engine/gazetteer/store/picture-family.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import { createLazyRouter } from './lazy-router.ts';
import { LOCAL_WINDOW } from './local-window.ts';
import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import { starterDataset } from './package-files.ts';
import type { LocalSettings } from './service-settings.ts';

/** Opens a service over a dataset. Errors: DATASET_BAD when the dataset is missing, damaged or of another version. */
export async function openLocal(
  { datasetDir = starterDataset(), valhallaUrl, env }: LocalSettings,
  { onNote = () => undefined, planner }: OpenServiceOptions,
): Promise<OpenedService> {
  const loaded = await loadDataset(datasetDir);
  const router = createLazyRouter(async () => {
    const { chooseRouter } = await import('./routers.ts');
    return chooseRouter({ datasetDir, manifest: loaded.manifest, valhallaUrl, env }, onNote);
  });
  const { service, identity, attribution, pictures } = await createLocalService({
    loaded,
    router,
    planner,
  });
  const identityFor = async (operations: readonly OperationName[]) => {
    // Read here, before worker threads start, the pictures are shared by all of them.
    if (operations.includes('searchImagery')) await loadLazyFile(loaded, PICTURE_FAMILY.file);
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
    shared: { loaded },
    pictures,
    close: () => router.close(),
  };
}
