import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'csv-stringify/sync';
import { createCommandEngine } from './command-engine.ts';
import type { ScoredEngine } from './engine.ts';
import { createGeomillEngine } from './geomill-engine.ts';
import { createMiniSearchEngine } from './minisearch-engine.ts';
import { listWards, type WardLine } from './ward-list.ts';

/** Which engines to create. Shape: `only` are names separated by commas; `folder` is for the file of the ward list. */
export interface EngineChoice {
  dataset: string;
  only: string;
  command?: string | undefined;
  folder: string;
}

/** Creates the chosen engines that can run here: SQLite needs `python3`. */
export async function createEngines({
  dataset,
  only,
  command,
  folder,
}: EngineChoice): Promise<ScoredEngine[]> {
  const names = only.split(',');
  const engines: ScoredEngine[] = [];
  const lines = await listWards(dataset);
  if (names.includes('geomill')) engines.push(await createGeomillEngine(dataset));
  if (names.includes('minisearch')) engines.push(createMiniSearchEngine(lines));
  const wardsFile = join(folder, 'wards.csv');
  await writeFile(wardsFile, linesCsv(lines));
  if (names.includes('sqlite') && spawnSync('python3', ['--version']).status === 0) {
    engines.push(createSqliteEngine('SQLite FTS5', wardsFile));
  }
  if (command !== undefined) {
    const shell = command.replaceAll('{wards}', wardsFile);
    engines.push(createCommandEngine('command', 'sh', ['-c', shell]));
  }
  return engines;
}

/** Creates a full-text index of SQLite over a file that `linesCsv` wrote. */
export function createSqliteEngine(name: string, linesFile: string): ScoredEngine {
  const script = fileURLToPath(new URL('sqlite-peer.py', import.meta.url));
  return createCommandEngine(name, 'python3', [script, linesFile]);
}

/** Writes a list of lines as CSV: `text`, `wards` separated by `|`, `lat` and `lon`. */
export function linesCsv(lines: readonly WardLine[]): string {
  return stringify(
    lines.map(({ text, wards, position }) => ({ text, wards: wards.join('|'), ...position })),
    { header: true, columns: ['text', 'wards', 'lat', 'lon'] },
  );
}
