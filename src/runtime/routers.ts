import { englishText, message, type Message } from '../base/messages/message.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createFallbackRouter, createUnavailableRouter } from '../engine/routing/fallback-router.ts';
import type { Router } from '../engine/routing/router.ts';
import { createChildPool } from '../engine/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../engine/routing/valhalla/valhalla-router.ts';
import { createValhallaServer } from '../engine/routing/valhalla/valhalla-server.ts';
import { ROADS_FILE, type DatasetManifest } from '../engine/gazetteer/store/manifest.ts';
import { keepMatrices } from './kept-matrices.ts';
import { processEnvironment, type Variables } from './environment.ts';

/** A request takes milliseconds; a matrix of 200 stops in a large city on a busy machine took a minute. Units: ms. */
const DEADLINE_MS = 120_000;

/** What a local service computes routes from. */
export interface RouterSettings {
  datasetDir: string;
  manifest: Pick<DatasetManifest, 'files'>;
  valhallaUrl: string | undefined;
  /** Folder that keeps matrices. The tiles of a Valhalla server may change, so that none of it are kept. */
  cacheDir?: string | false | undefined;
  env: Variables | undefined;
}

/**
 * Returns the router of a local service: a Valhalla server if one is set, else the roads of the dataset, else straight lines.
 *
 * Shape: child processes are started at the first request.
 */
export function chooseRouter(
  { datasetDir, manifest, valhallaUrl, cacheDir, env = processEnvironment() }: RouterSettings,
  onNote: (note: string) => void,
): Router {
  if (valhallaUrl !== undefined) return createValhallaRouter(createValhallaServer(valhallaUrl));
  const onFallback = (why: Message) => onNote(`routes are straight lines: ${englishText(why)}`);
  if (!Object.hasOwn(manifest.files, ROADS_FILE))
    return createFallbackRouter(createUnavailableRouter(message('routing.noTiles')), onFallback);
  const pool = createChildPool({
    tileExtract: join(datasetDir, ROADS_FILE),
    children: availableParallelism(),
    deadlineMs: DEADLINE_MS,
    env,
  });
  const roads = createValhallaRouter(pool);
  const router = cacheDir
    ? keepMatrices(roads, join(cacheDir, 'matrices'), manifest.files[ROADS_FILE]?.sha256 ?? '')
    : roads;
  return createFallbackRouter(router, onFallback);
}
