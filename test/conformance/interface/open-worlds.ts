import { createLocalService } from '../../../src/local/local-service.ts';
import { LOCAL_OPERATIONS } from '../../../src/local/registry.ts';
import { createRemoteService } from '../../../src/remote/remote-service.ts';
import { createChildPool } from '../../../src/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../../../src/routing/valhalla/valhalla-router.ts';
import { buildTownTiles } from '../../support/road-tiles.ts';
import { buildSmallCity } from '../small-city.ts';
import { MORE_FEATURES } from './city-features.ts';
import { startServer } from './start-server.ts';
import type { World } from './world.ts';

/** The same data behind two services: local, and remote client to server to local. */
export interface Worlds {
  local: World;
  served: World;
  close(): Promise<void>;
}

/** Whether the local service searches imagery. */
export const HAS_IMAGERY = LOCAL_OPERATIONS.searchImagery.support.startsWith('yes');

/** Builds the small city and the road network of the town, and opens both services over them. */
export async function openWorlds(): Promise<Worlds> {
  const [city, town] = await Promise.all([buildSmallCity(MORE_FEATURES), buildTownTiles()]);
  const hasRoads = town.missing === undefined;
  const pool = { tileExtract: town.tiles, children: 1, deadlineMs: 30_000, env: process.env };
  const router = hasRoads ? createValhallaRouter(createChildPool(pool)) : undefined;
  const clock = { ms: 0 };
  const local = await createLocalService({
    datasetDir: city.dir,
    now: () => clock.ms,
    ...(router && { router }),
  });
  const server = await startServer(local.service);
  const { baseUrl, imageryBaseUrl, apiKey } = server;
  const remote = createRemoteService({ baseUrl, imageryBaseUrl, apiKey, cacheDir: false });
  const shared = {
    hasRoads,
    hasImagery: HAS_IMAGERY,
    bill: async () => local.bill(),
    advance: (ms: number) => void (clock.ms += ms),
  };
  return {
    local: { ...shared, service: local.service },
    served: { ...shared, service: remote.service, http: server.http },
    async close() {
      await remote.close();
      await server.close();
      await router?.close();
      town.remove();
      await city.remove();
    },
  };
}
