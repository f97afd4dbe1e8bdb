import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createFallbackRouter } from '../routing/fallback-router.ts';
import type { Router } from '../routing/router.ts';
import { createUnavailableRouter } from '../routing/unavailable-router.ts';
import { createChildPool } from '../routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../routing/valhalla/valhalla-router.ts';
import { createValhallaServer } from '../routing/valhalla/valhalla-server.ts';
import { ROADS_FILE, type DatasetManifest } from '../gazetteer/store/manifest.ts';
import { readEnvironment } from './environment.ts';
import type { CliIo } from './io.ts';

/** One question takes milliseconds; a matrix of 200 stops in a large city on a busy machine took a minute. Units: ms. */
const DEADLINE_MS = 120_000;
const NO_ROAD_TILES =
  'the dataset has no road tiles; build one from an OpenStreetMap extract (geomill dataset build --osm)';

/**
 * Chooses how a local service finds ways: over a server that the environment names, over the roads of its dataset, or straight.
 *
 * Shape: children are started when they are first needed.
 */
export function chooseRouter(
  datasetDir: string,
  { files }: DatasetManifest,
  { env }: Pick<CliIo, 'env'>,
  onNote: (note: string) => void,
): Router {
  const { valhallaUrl } = readEnvironment(env);
  if (valhallaUrl !== undefined) return createValhallaRouter(createValhallaServer(valhallaUrl));
  const onFallback = (why: string) => onNote(`routes are straight lines: ${why}`);
  if (!Object.hasOwn(files, ROADS_FILE))
    return createFallbackRouter(createUnavailableRouter(NO_ROAD_TILES), onFallback);
  const pool = createChildPool({
    tileExtract: join(datasetDir, ROADS_FILE),
    children: availableParallelism(),
    deadlineMs: DEADLINE_MS,
    env,
  });
  return createFallbackRouter(createValhallaRouter(pool), onFallback);
}
