import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { startGeomill } from '../../test/bench/server.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import { buildHeldOut, citySources, heldOutSources, listCityLines } from './city-lines.ts';
import { createCommandEngine } from './command-engine.ts';
import { wardsCsv } from './create-engines.ts';
import type { ScoredEngine } from './engine.ts';
import { createFuseEngine } from './fuse-engine.ts';
import { createGeomillEngine } from './geomill-engine.ts';
import { createHttpEngine, DIALECTS } from './http-engine.ts';
import { createMiniSearchEngine } from './minisearch-engine.ts';
import { listWards } from './ward-list.ts';

/** Names of the engines that run without anything else. */
export const ENGINE_NAMES = [
  ...['geomill', 'held-out', 'minisearch', 'minisearch-held-out', 'fuse', 'vietnamadminunits'],
  ...Object.keys(DIALECTS),
];

/** Connections to our own server; public services get one. */
const OWN_CONNECTIONS = 8;

/** What to open. Shape: see the usage of the benchmark. */
export interface BenchmarkEngineOptions {
  only: string;
  http: readonly string[];
  perSecond: number;
  command?: string | undefined;
  dataset: string;
  shared: string;
  rows: readonly BenchmarkRow[];
}

/** The engines that can run, the reasons why others cannot, and the function that ends their processes. */
export interface OpenedEngines {
  engines: { engine: ScoredEngine; isSlow: boolean }[];
  skipped: string[];
  close(): Promise<void>;
}

/** Opens all chosen engines that can run here. */
export async function openBenchmarkEngines(options: BenchmarkEngineOptions): Promise<OpenedEngines> {
  const { dataset, shared, rows } = options;
  const names = new Set(options.only.split(',').filter((name) => name !== ''));
  const engines: OpenedEngines['engines'] = [];
  const skipped: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'geomill-benchmark-'));
  const admin = await openAdminDataset(dataset);
  const wardOf = (position: { lat: number; lon: number }): string =>
    admin.wards[admin.wardAt(position)]?.code ?? '';
  const add = (engine: ScoredEngine, isSlow = false): number => engines.push({ engine, isSlow });
  const hasSources = existsSync(shared);
  const lines = await listWards(dataset);

  if (names.has('geomill')) add(await createGeomillEngine(dataset));
  if (names.has('held-out')) {
    if (hasSources) {
      const heldOut = join(folder, 'held-out');
      await buildHeldOut(dataset, heldOut, shared, await heldOutSources(shared, admin, rows));
      add(await createGeomillEngine(heldOut, 'Geomill, houses held out'));
    } else skipped.push(`Geomill, houses held out: the sources of the starter dataset are not in ${shared}`);
  }
  const cityLines = hasSources ? await listCityLines(citySources(shared), admin) : [];
  if (names.has('minisearch')) add(createMiniSearchEngine([...lines, ...cityLines]));
  if (names.has('minisearch-held-out') && hasSources) {
    const left = await listCityLines(await heldOutSources(shared, admin, rows), admin);
    add(createMiniSearchEngine([...lines, ...left], 'MiniSearch, houses held out'));
  }
  if (names.has('fuse')) add(createFuseEngine([...lines, ...cityLines]), true);
  const wardsFile = join(folder, 'wards.csv');
  await writeFile(wardsFile, wardsCsv(lines));
  if (names.has('vietnamadminunits')) {
    if (spawnSync('python3', ['-c', 'import vietnamadminunits']).status === 0) {
      const script = fileURLToPath(new URL('vietnamadminunits-peer.py', import.meta.url));
      add(createCommandEngine('vietnamadminunits', 'python3', [script, wardsFile]));
    } else
      skipped.push(
        'vietnamadminunits: Python does not have the package (pip install vietnamadminunits==1.0.4)',
      );
  }
  if (options.command !== undefined)
    add(createCommandEngine('command', 'sh', ['-c', options.command.replaceAll('{wards}', wardsFile)]));
  for (const given of options.http) {
    const [, name = '', url = ''] = /^([^=]+)=(.+)$/.exec(given) ?? [];
    if (url === '') throw new Error(`--http ${given}: write it as NAME=URL`);
    const whole = url.includes('{query}') ? url : `${url.replace(/\/$/, '')}${DIALECTS[name] ?? ''}`;
    add(createHttpEngine(name, whole, { connections: 1, perSecond: options.perSecond, wardOf }));
  }
  const dialects = Object.keys(DIALECTS).filter((name) => names.has(name));
  const server =
    dialects.length === 0 ? undefined : await startGeomill({ dist: resolve('dist'), datasetDir: dataset });
  for (const name of dialects) {
    const base = `http://127.0.0.1:${server?.port}${name === 'google' ? '' : `/${name}`}`;
    const url = `${base}${DIALECTS[name]}`;
    add(createHttpEngine(`geomill serve, ${name}`, url, { connections: OWN_CONNECTIONS, wardOf }));
  }
  return {
    engines,
    skipped,
    async close() {
      server?.child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
