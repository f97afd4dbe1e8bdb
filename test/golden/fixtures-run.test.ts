import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import type { GeoService } from '../../src/contract/service.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { runJob } from '../../src/run/pipeline/run.ts';
import { filledBy } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormat } from '../../src/formats/outputs.ts';
import { STAGES } from '../support/stages.ts';
import { checkDataPackage } from '../support/check-data-package.ts';
import { readInput } from '../support/formats.ts';
import { readWithDuckDb } from '../support/duckdb.ts';

let folder: string;
let service: GeoService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-fixtures-'));
  ({ service } = await createLocalService({ datasetDir: 'fixtures/starter' }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a fixture through the whole pipeline: addresses are geocoded, points encoded. */
async function run(path: string, stage: 'geocode' | 'forcode') {
  const outputDir = join(folder, stage, path);
  const definition = STAGES[stage];
  if (!definition) throw new Error(`no stage ${stage}`);
  const report = await runJob({
    job: {
      name: stage,
      input: {
        format: 'auto',
        ...(path.includes('windows-1258') ? { encoding: 'windows-1258' as const } : {}),
      },
      stages: [{ prefix: stage, definition, options: {} }],
      // The workbook of the input is filled where there is one.
      outputs: Object.keys(OUTPUT_FORMATS).filter((name) => !filledBy(outputFormat(name))),
    },
    input: { name: 'out', fileName: path, path: join('fixtures', path) },
    outputDir,
    mode: 'resume',
    service,
    serviceIdentity: 'local',
    openRows: 100,
  });
  return { report, outputDir };
}

/** Takes the stage that the columns of the fixture are for. */
async function runFitting(path: string) {
  try {
    return await run(path, 'geocode');
  } catch (error) {
    if (!isGeomillError(error, 'JOB_WRONG')) throw error;
    return run(path, 'forcode');
  }
}

/** Checks a FeatureCollection against RFC 7946: members, order of coordinates, bounds, no crs. */
function checkGeojson(text: string): number {
  const collection = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(collection).sort()).toEqual(['features', 'type']);
  const features = collection.features as Record<string, unknown>[];
  for (const { type, geometry, properties } of features) {
    expect(type).toBe('Feature');
    expect(typeof properties).toBe('object');
    if (geometry === null) continue;
    const { type: kind, coordinates } = geometry as { type: string; coordinates: [number, number] };
    expect(kind).toBe('Point');
    expect(coordinates).toHaveLength(2);
    expect(Math.abs(coordinates[0])).toBeLessThanOrEqual(180);
    expect(Math.abs(coordinates[1])).toBeLessThanOrEqual(90);
  }
  return features.length;
}

const ADDED_COLUMNS = 4;

/** Compares a GeoParquet file with the CSV results, row by row and cell by cell, as DuckDB reads it. */
async function checkParquet(path: string, csvText: string) {
  const { columns, rows, geo } = await readWithDuckDb(path);
  const [header = [], ...csv] = parse(csvText, { record_delimiter: '\n' });
  expect(columns).toHaveLength(header.length + ADDED_COLUMNS);
  const cells = rows.map((row) =>
    row
      .slice(0, header.length)
      .map((value) => (value === null ? '' : String(value as string | number | boolean))),
  );
  expect(cells).toEqual(csv);
  expect(columns.slice(header.length).map(({ type }) => type.replace(/\(.*/, ''))).toEqual([
    'GEOMETRY',
    'STRUCT',
    'DOUBLE',
    'DOUBLE',
  ]);
  const metadata = JSON.parse(geo ?? '') as GeoMetadata;
  expect(metadata).toMatchObject({ version: '1.1.0', primary_column: columns[header.length]?.name });
  const lons = rows.map((row) => row[header.length + 2] as number | null).filter((lon) => lon !== null);
  const { bbox } = metadata.columns[metadata.primary_column] ?? {};
  expect([bbox?.[0], bbox?.[2]]).toEqual(
    lons.length > 0 ? [Math.min(...lons), Math.max(...lons)] : [undefined, undefined],
  );
}

interface GeoMetadata {
  primary_column: string;
  columns: Record<string, { bbox?: number[] }>;
}

describe.each(['good', 'bad'])('fixtures/%s, through the whole pipeline', async (kind) => {
  const names = (await readdir(join('fixtures', kind))).sort();

  it('holds fixtures', () => expect(names.length).toBeGreaterThan(20));

  it.each(names)('%s is answered whole, or refused with what to do', async (name) => {
    const result = await runFitting(join(kind, name)).catch((error: unknown) => {
      if (!isGeomillError(error)) throw error;
      return error;
    });
    if (isGeomillError(result)) {
      expect(kind).toBe('bad');
      expect(['INPUT_BAD', 'JOB_WRONG']).toContain(result.code);
      expect(result.message.length).toBeGreaterThan(25);
      return;
    }
    const { counts } = result.report;
    expect(counts.results + counts.rejected).toBe(counts.rowsIn);
    const read = (file: string) => readFile(join(result.outputDir, file), 'utf8');
    expect(checkGeojson(await read('out.geojson'))).toBe(counts.results);
    const lines = async (file: string) => (await read(file)).split('\n').filter(Boolean).length;
    expect(await lines('out.ndjson')).toBe(counts.results);
    expect(await lines('out.geojsonl')).toBe(counts.results);
    expect(await lines('rejects.ndjson')).toBe(counts.rejected);
    if (kind === 'good') expect(counts.rejected).toBe(0);
    await checkDataPackage(result.outputDir);
    const sheet = await readInput(await readFile(join(result.outputDir, 'out.xlsx')), 'out.xlsx').catch(
      () => undefined,
    );
    expect(sheet?.rows.length).toBe(counts.results);
    await checkParquet(join(result.outputDir, 'out.parquet'), await read('out.csv'));
  });
});
