import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { suggestion } from '../base/text/suggestion.ts';
import { describeMatch } from '../contract/match.ts';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { LEARNED_FILE } from '../engine/gazetteer/store/manifest.ts';
import { csvOutput } from '../formats/csv-write.ts';
import { openService } from '../runtime/open-service.ts';
import { readServiceSettings } from '../runtime/service-settings.ts';
import { aliasKey, MANUAL_ID, readAliases, readTableFile } from '../run/pipeline/rerun/alias-file.ts';
import { type Alias, isNoAddress } from '../run/pipeline/rerun/aliases.ts';
import { createReviewService } from '../run/pipeline/rerun/review-candidates.ts';
import { readChoices, writtenChoices } from '../run/pipeline/rerun/review-choices.ts';
import { formatCounted } from './format-figures.ts';
import type { CliIo } from './io.ts';
import { findRunSource } from './run-command.ts';

const COLUMNS = ['address', 'lat', 'lon', 'source', 'date'] as const;

type LearnedRow = Record<(typeof COLUMNS)[number], string>;

/** What is added to the positions that a dataset has learned, and what is removed: sources, as they were named then, or `all`. */
export interface Lesson {
  learn?: string[];
  unlearn?: string[];
}

/** The table of the positions of a dataset that persons confirmed, for its build. Shape: `notes` says what was not learned. */
export interface LearnedTable {
  text: string;
  rows: number;
  notes: string[];
}

/**
 * Returns the positions that a dataset has learned so far, with those of runs and reviews added and those of sources removed; of one text the last position stands.
 *
 * Errors: USAGE for a source that the dataset did not learn from; those of runs, alias files and reviews.
 */
export async function learnedTable(
  outDir: string,
  { learn = [], unlearn = [] }: Lesson,
  datasetDir: string,
  io: CliIo,
): Promise<LearnedTable> {
  const fs = createDurableFs();
  const path = join(outDir, LEARNED_FILE);
  const rows = new Map<string, LearnedRow>();
  if (await isThere(path)) {
    for (const { cell } of (await readTableFile(fs, path)).rows)
      rows.set(aliasKey(cell('address')), rowOf(COLUMNS.map(cell)));
  }
  for (const source of unlearn) {
    const sources = [...new Set([...rows.values()].map((row) => row.source))];
    if (source !== 'all' && !sources.includes(source)) {
      const advice = suggestion(source, [...sources, 'all']);
      throw failure('USAGE', 'usage.notLearned', { source, advice });
    }
    for (const [key, row] of rows) if (source === 'all' || row.source === source) rows.delete(key);
  }
  const notes: string[] = [];
  for (const source of learn) {
    const file = await decisionsOf(source, io);
    const date = (await stat(file)).mtime.toISOString().slice(0, 10);
    const decisions = await readDecisionFile(file, datasetDir, notes, io);
    const houses = decisions.filter(isHouse);
    for (const { text, lat, lon } of houses)
      rows.set(aliasKey(text), rowOf([text, String(lat), String(lon), source, date]));
    const others = decisions.length - houses.length;
    if (others > 0)
      notes.push(
        `${source}: ${formatCounted(others, 'decision')} not learned, for a candidate of the dataset, another level than house, or no address`,
      );
  }
  const writer = csvOutput.open(COLUMNS.map((name) => ({ name, type: 'any' })));
  const values = Array.from(rows.values(), (row) => COLUMNS.map((name) => row[name]));
  const text = writer.head + writer.encode(values.map((cells) => ({ values: cells, position: null })));
  return { text, rows: rows.size, notes };
}

/** Reports whether there is a file or folder, whatever stands in its way. */
export const isThere = (path: string, isFolder = false): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory() === isFolder,
    () => false,
  );

const rowOf = (cells: readonly string[]): LearnedRow =>
  Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])) as LearnedRow;

/** Reports whether a decision is a position that a person gave for a house: a candidate is in the dataset already. */
function isHouse(alias: Alias): boolean {
  const { feature } = alias;
  if (isNoAddress(alias)) return false;
  if (feature === undefined) return true;
  return feature.properties.id === MANUAL_ID && describeMatch(feature as OsmFeature, 'new').level === 'house';
}

/** Returns the file with the decisions of a source: of a run, the alias file in its folder or that of its job. */
async function decisionsOf(source: string, io: CliIo): Promise<string> {
  if (!(await isThere(source, true))) return source;
  const own = join(source, 'aliases.csv');
  if (await isThere(own)) return own;
  const { aliases } = (await findRunSource(source, {}, io)).job;
  if (aliases === undefined) throw failure('USAGE', 'usage.noDecisions', { run: source });
  return aliases;
}

/** Reads an alias file, or an edited review, whose positions are judged as those of "geomill review --apply". */
async function readDecisionFile(
  file: string,
  datasetDir: string,
  notes: string[],
  io: CliIo,
): Promise<readonly Alias[]> {
  const fs = createDurableFs();
  const table = await readTableFile(fs, file);
  if (!table.columns.includes('choice')) return [...(await readAliases(fs, file)).byText.values()];
  const { service, close } = await openService(await readServiceSettings({ dataset: datasetDir }, io), {});
  try {
    const review = createReviewService(service, true, false);
    const { aliases, faults } = await readChoices(writtenChoices(table), review);
    if (faults.length > 0)
      notes.push(
        `${file}: ${formatCounted(faults.length, 'decision')} that "geomill review --apply" does not take over`,
      );
    return aliases;
  } finally {
    await close();
  }
}
