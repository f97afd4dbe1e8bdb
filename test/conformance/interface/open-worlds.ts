import { vi } from 'vitest';
import { createLocalService } from '../../../src/engine/local/local-service.ts';
import { createRemoteService } from '../../../src/remote/remote-service.ts';
import { createChildPool } from '../../../src/engine/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../../../src/engine/routing/valhalla/valhalla-router.ts';
import { buildTownTiles } from '../../support/road-tiles.ts';
import { buildSmallCity } from '../small-city.ts';
import { MORE_FEATURES } from './city-features.ts';
import { IMAGERY_ITEMS } from './imagery-items.ts';
import { startServer } from './start-server.ts';
import type { World } from './world.ts';

/** The same data behind two services: local, and remote client to server to local. */
export interface Worlds {
  local: World;
  served: World;
  close(): Promise<void>;
}

/** Builds the small city and the road network of the town, and opens both services over them. */
export async function openWorlds(): Promise<Worlds> {
  const [city, town] = await Promise.all([
    buildSmallCity({ features: MORE_FEATURES, items: IMAGERY_ITEMS }),
    buildTownTiles(),
  ]);
  const hasRoads = town.missing === undefined;
  const pool = { tileExtract: town.tiles, children: 1, deadlineMs: 30_000, env: process.env };
  const router = hasRoads ? createValhallaRouter(createChildPool(pool)) : undefined;
  // The clock of the service and of the server, which runs in this process too.
  const passed = { ms: 0 };
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed.ms);
  const local = await createLocalService({ datasetDir: city.dir, ...(router && { router }) });
  const server = await startServer(local.service);
  const { baseUrl, imageryBaseUrl, keys, http } = server;
  const remote = createRemoteService({ baseUrl, imageryBaseUrl, apiKey: keys.all, cacheDir: false });
  const shared = {
    hasRoads,
    advance: (ms: number) => void (passed.ms += ms),
  };
  return {
    local: { ...shared, service: local.service },
    served: { ...shared, service: remote.service, http },
    async close() {
      clock.mockRestore();
      await remote.close();
      await server.close();
      await router?.close();
      town.remove();
      await city.remove();
    },
  };
}
