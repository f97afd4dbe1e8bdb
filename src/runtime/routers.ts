import { englishText, message, type Message } from '../base/messages/message.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createFallbackRouter, createUnavailableRouter } from '../engine/routing/fallback-router.ts';
import type { Router, TravelMatrix } from '../engine/routing/router.ts';
import { createChildPool } from '../engine/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../engine/routing/valhalla/valhalla-router.ts';
import { createValhallaServer } from '../engine/routing/valhalla/valhalla-server.ts';
import { type DatasetManifest, ROADS_FILE } from '../engine/gazetteer/store/manifest.ts';
import { processEnvironment, type Variables } from './environment.ts';
import { hash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import valhalla from '../data/valhalla.json' with { type: 'json' };
import { createDurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';

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

/** Most bytes of kept matrices; the oldest are removed first. A matrix of 200 places has 640,000. */
const MOST_BYTES = 256 << 20;

/**
 * Keeps the matrices of a router in a folder by their places: a list that is planned once more, with other vehicles or hours, needs none again.
 *
 * Shape: `roads` names the road tiles. A file has the seconds of the matrix, its metres, and the SHA-256 of both.
 * Guarantee: a kept matrix is that of the same request; a file that is damaged, or a folder that cannot be written, costs a matrix and nothing else.
 */
export function keepMatrices(router: Router, folder: string, roads: string, mostBytes = MOST_BYTES): Router {
  return {
    ...router,
    async matrix(places, costing, signal, targets) {
      // A row or a column, for one stop, costs less than its file.
      if (targets !== undefined) return router.matrix(places, costing, signal, targets);
      const question = [roads, valhalla.config, costing, places.map(({ lat, lon }) => [lat, lon])];
      const path = join(folder, `${hash('sha256', JSON.stringify(question))}.matrix`);
      const kept = await readFile(path).then(
        (bytes) => matrixOf(bytes, places.length ** 2),
        () => undefined,
      );
      if (kept) return kept;
      const matrix = await router.matrix(places, costing, signal);
      await keep(path, matrix)
        .then(() => removeOldest(folder, mostBytes))
        .catch(() => undefined);
      return matrix;
    },
  };
}

const SUM_BYTES = 32;

function matrixOf(file: Buffer, size: number): TravelMatrix | undefined {
  const bytes = file.subarray(0, -SUM_BYTES);
  if (bytes.length !== size * 16 || !sumOf(bytes).equals(file.subarray(-SUM_BYTES))) return undefined;
  const values = new Float64Array(new Uint8Array(bytes).buffer);
  return { seconds: values.slice(0, size), meters: values.slice(size) };
}

const sumOf = (bytes: Buffer) => hash('sha256', bytes, 'buffer');

async function keep(path: string, { seconds, meters }: TravelMatrix): Promise<void> {
  const values = new Float64Array(seconds.length * 2);
  values.set(seconds);
  values.set(meters, seconds.length);
  const bytes = Buffer.from(values.buffer);
  const fs = createDurableFs();
  await fs.makeFolder(join(path, '..'));
  async function* content() {
    yield await Promise.resolve(bytes);
    yield sumOf(bytes);
  }
  await replaceFile(fs, path, content(), { isShared: true });
}

async function removeOldest(folder: string, mostBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.matrix'));
  const files = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name));
      return { path: join(folder, name), mtimeMs, size };
    }),
  );
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (bytes > mostBytes) await rm(path, { force: true });
  }
}
