import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Position } from '../../../src/base/geo/position.ts';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { startGeomill } from '../../bench/server.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import type { WardOf } from '../score/score-rows.ts';
import { buildHeldOut, citySources, heldOutSources, listCityLines } from './city-lines.ts';
import { createCommandEngine } from './command-engine.ts';
import { createSqliteEngine, linesCsv } from './create-engines.ts';
import type { ScoredEngine } from './engine.ts';
import { createGeomillEngine } from './geomill-engine.ts';
import { createHttpEngine, DIALECTS } from './http-engine.ts';
import { createMiniSearchEngine } from './minisearch-engine.ts';
import { listWards, type WardLine } from './ward-list.ts';

/** Plain indexes over the same streets, houses and places. */
const INDEXES = ['sqlite-held-out', 'minisearch-held-out', 'sqlite', 'minisearch'];
/** Names of the engines that run without anything else; what is held out comes first. */
export const ENGINE_NAMES = [
  ...['held-out', ...INDEXES.slice(0, 2), 'geomill', ...INDEXES.slice(2), 'vietnamadminunits'],
  ...Object.keys(DIALECTS),
];

/** Connections to our own server; public services get one. */
const OWN_CONNECTIONS = 8;

/** Rows that all engines answer where one of them is a plain index: those take up to a second a text. */
export const SAMPLE_ROWS = 600;

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
  engines: ScoredEngine[];
  /** Whether one of them is slow, so that all answer a sample. */
  isSlow: boolean;
  skipped: string[];
  /** What was found about the lists, such as rows that are in them after all. */
  notes: string[];
  wardOf: WardOf;
  close(): Promise<void>;
}

/** Opens all chosen engines that can run here. */
export async function openBenchmarkEngines(options: BenchmarkEngineOptions): Promise<OpenedEngines> {
  const { dataset, shared, rows } = options;
  const names = new Set(options.only.split(',').filter((name) => name !== ''));
  const engines: OpenedEngines['engines'] = [];
  const skipped: string[] = [];
  const notes: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'geomill-benchmark-'));
  const admin = await openAdminDataset(dataset);
  const wardOf: WardOf = (position) => admin.wards[admin.wardAt(position)]?.code ?? '';
  const add = (engine: ScoredEngine): number => engines.push(engine);
  const hasSources = existsSync(shared);
  const lines = await listWards(dataset);

  const lacksSources = `the sources of the streets, houses and places of the starter dataset are not in ${shared} (--shared DIR)`;
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  for (const name of ENGINE_NAMES.filter((each) => names.has(each))) {
    const isHeldOut = name.endsWith('held-out');
    const suffix = isHeldOut ? ', houses held out' : '';
    if (name === 'geomill') add(await createGeomillEngine(dataset));
    else if (name !== 'held-out' && !INDEXES.includes(name)) continue;
    // Without them an index would have units only, and its figures would be those of another list.
    else if (!hasSources) skipped.push(`${name}: ${lacksSources}`);
    else if (name.startsWith('sqlite') && !hasPython) skipped.push(`${name}: there is no python3`);
    else {
      const sources = isHeldOut ? await heldOutSources(shared, admin, rows) : citySources(shared);
      if (name === 'held-out') {
        const heldOut = join(folder, name);
        await buildHeldOut(dataset, heldOut, shared, sources);
        add(await createGeomillEngine(heldOut, `Geomill${suffix}`));
        continue;
      }
      const own = await listCityLines(sources, admin);
      if (isHeldOut)
        notes.push(`${name}: ${sharedPositions(own, rows)} lines at the position of a row that is held out`);
      const index = [...lines, ...own];
      if (name.startsWith('minisearch')) add(createMiniSearchEngine(index, `MiniSearch${suffix}`));
      else {
        const file = join(folder, `${name}.csv`);
        await writeFile(file, linesCsv(index));
        add(createSqliteEngine(`SQLite FTS5${suffix}`, file));
      }
    }
  }
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
    isSlow: hasSources && INDEXES.some((name) => names.has(name)),
    skipped,
    notes,
    wardOf,
    async close() {
      server?.child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Counts lines of a list at the very position of a house or place that is asked for. */
function sharedPositions(lines: readonly WardLine[], rows: readonly BenchmarkRow[]): number {
  const keyOf = ({ lat, lon }: Position): string => `${lat.toFixed(6)},${lon.toFixed(6)}`;
  const wanted = new Set(
    rows.flatMap(({ kind, places }) =>
      kind === 'ward' ? [] : places.map(({ position }) => keyOf(position)),
    ),
  );
  return lines.filter(({ position }) => position !== undefined && wanted.has(keyOf(position))).length;
}
