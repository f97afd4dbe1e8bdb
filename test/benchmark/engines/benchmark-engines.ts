import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { startGeomill } from '../../bench/server.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import type { WardOf } from '../score/score-rows.ts';
import { buildHeldOut, citySources, heldOutSources, listCityLines } from './city-lines.ts';
import { createCommandEngine } from './command-engine.ts';
import { createSqliteEngine, linesCsv } from './create-engines.ts';
import type { ScoredEngine } from './engine.ts';
import { createFuseEngine } from './fuse-engine.ts';
import { createGeomillEngine } from './geomill-engine.ts';
import { createHttpEngine, DIALECTS } from './http-engine.ts';
import { createMiniSearchEngine } from './minisearch-engine.ts';
import { listWards, type WardLine } from './ward-list.ts';
import type { CitySources } from '../../../tools/starter/city-sources.ts';

/** Names of the engines that run without anything else. */
export const ENGINE_NAMES = [
  ...['geomill', 'held-out', 'sqlite', 'sqlite-held-out', 'minisearch', 'fuse', 'vietnamadminunits'],
  ...Object.keys(DIALECTS),
];

/** Connections to our own server; public services get one. */
const OWN_CONNECTIONS = 8;

/** How many texts slow engines answer, a sample of all rows: from 20 ms to a second each. */
const SAMPLES = { sqlite: 1200, minisearch: 200, fuse: 60 } as const;

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
  engines: { engine: ScoredEngine; mostTexts: number }[];
  skipped: string[];
  wardOf: WardOf;
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
  const wardOf: WardOf = (position) => admin.wards[admin.wardAt(position)]?.code ?? '';
  const add = (engine: ScoredEngine, mostTexts = Infinity): number => engines.push({ engine, mostTexts });
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
  const linesOf = async (sources: CitySources): Promise<WardLine[]> => [
    ...lines,
    ...(hasSources ? await listCityLines(sources, admin) : []),
  ];
  const addSqlite = async (name: string, sources: CitySources): Promise<void> => {
    const file = join(folder, `${name}.csv`);
    await writeFile(file, linesCsv(await linesOf(sources)));
    add(createSqliteEngine(name, file), SAMPLES.sqlite);
  };
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (!hasPython) skipped.push('SQLite FTS5: there is no python3');
  if (names.has('sqlite') && hasPython) await addSqlite('SQLite FTS5', citySources(shared));
  if (names.has('sqlite-held-out') && hasPython && hasSources)
    await addSqlite('SQLite FTS5, houses held out', await heldOutSources(shared, admin, rows));
  if (names.has('minisearch'))
    add(createMiniSearchEngine(await linesOf(citySources(shared))), SAMPLES.minisearch);
  if (names.has('fuse')) add(createFuseEngine(await linesOf(citySources(shared))), SAMPLES.fuse);
  const wardsFile = join(folder, 'wards.csv');
  await writeFile(wardsFile, linesCsv(lines));
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
    wardOf,
    async close() {
      server?.child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
