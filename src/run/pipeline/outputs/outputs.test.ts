import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GeoService } from '../../../contract/service.ts';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import type { StageDefinition } from '../../stages/stage.ts';
import { commitInOrder } from '../commit-loop.ts';
import { createOrderedPool } from '../ordered-pool.ts';
import { declareOutputs } from './outputs.ts';
import type { ChunkResult } from '../process-chunk.ts';
import { emptyCounts } from '../run-counts.ts';
import { runPaths } from '../journal/run-paths.ts';
import { runJob } from '../run.ts';
import { openSink } from './sink.ts';
import { createDurableFs } from '../../../base/files/durable-fs.ts';
import Type from 'typebox';

const LINE = { line: [{ lat: 1, lon: 2 }], properties: {} };

/** A stage that has a line for each batch, in an output that it may or may not declare. */
function lineStage(output: string, declared: readonly string[]): StageDefinition {
  return {
    name: 'lines',
    summary: 'Writes lines.',
    options: Type.Object({}),
    operations: [],
    outputs: declared.map((name) => ({ name, extension: `.${name}.geojson` })),
    plan: () => ({
      columns: [],
      givesPosition: false,
      findings: [],
      questions: () => [],
      batchOf: ([cell]) => String(cell),
      runBatch: async (_batch, rows) => ({
        rows: rows.map(() => ({ status: 'ok' })),
        lines: { [output]: [LINE] },
      }),
    }),
  };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-outputs-'));
  await writeFile(join(folder, 'in.csv'), 'van\na\nb\n');
});
afterEach(() => rm(folder, { recursive: true }));

const run = (definition: StageDefinition) =>
  runJob({
    job: {
      name: 'test',
      input: {},
      stages: [{ prefix: 'lines', definition, options: {} }],
      outputs: ['csv'],
    },
    input: { name: 'out', fileName: 'in.csv', path: join(folder, 'in.csv') },
    outputDir: join(folder, 'out'),
    mode: 'resume',
    service: {} as GeoService,
    serviceIdentity: 'none',
    openRows: 10,
  });
const fileText = (name: string) => readFile(join(folder, 'out', name), 'utf8').catch(() => undefined);
const codeOf = (error: unknown) => (isGeomillError(error) ? error.code : error);

describe('the outputs of a run', () => {
  it('have the lines of a stage in the output that the stage declares', async () => {
    await run(lineStage('tours', ['tours']));
    expect(JSON.parse((await fileText('out.tours.geojson')) ?? '')).toMatchObject({ features: [{}, {}] });
    expect(await fileText('rejects.ndjson')).toBe('');
  });

  it.each([
    ['declares none', []],
    ['declares another', ['others']],
  ])('end the run where the stage %s, and put no line into another file', async (_title, declared) => {
    expect(await run(lineStage('tours', declared)).then(() => 'finished', codeOf)).toBe('INTERNAL');
    expect(await fileText('rejects.ndjson')).toBeUndefined();
    expect((await fileText('.rejects.ndjson.part')) ?? '').toBe('');
  });

  it('have names of their own', () => {
    const stages = [{ prefix: 'lines', definition: lineStage('csv', ['csv']), options: {} }];
    expect(() => declareOutputs({ outputs: ['csv'], stages }, 'out')).toThrow(/two outputs are called csv/);
    expect(() => declareOutputs({ outputs: ['docx'], stages: [] }, 'out')).toThrow(
      /no output format docx: use csv/,
    );
  });

  it('include the source of a derived output, once', () => {
    const { rows, derived } = declareOutputs({ outputs: ['csv.gz', 'csv'], stages: [] }, 'out');
    expect(rows.map(({ fileName }) => fileName)).toEqual(['out.csv', 'rejects.ndjson']);
    expect(derived.map(({ fileName, from }) => [fileName, from])).toEqual([['out.csv.gz', 'csv']]);
  });

  it('hide the source of a derived output that the job does not list, and write both under one temporary name', () => {
    const pathsOf = (outputs: string[]) => runPaths('dir', declareOutputs({ outputs, stages: [] }, 'out'));
    const [listed, hidden] = [pathsOf(['geojson', 'xlsx']), pathsOf(['xlsx'])];
    expect(listed.rows.map(({ name }) => name)).toEqual(['out.geojson', 'rejects.ndjson']);
    expect(hidden.rows.map(({ name }) => name)).toEqual(['.out.geojson', 'rejects.ndjson']);
    expect(hidden.rows.map(({ part }) => part)).toEqual(listed.rows.map(({ part }) => part));
  });

  it.each<Record<string, string>>([{ csv: 'a\n', lost: 'x' }, { other: 'a\n' }, {}])(
    'have a sink and a text each: %o',
    async (outputs) => {
      const pool = createOrderedPool<ChunkResult>({
        maxOpenCost: 1,
        maxHeldCharacters: 100,
        heldCharacters: () => 0,
        drainMs: 0,
      });
      const result: ChunkResult = { endOffset: 1, nextLine: 2, outputs, counts: emptyCounts([]) };
      await pool.push(1, async () => result);
      pool.end();
      const frame = { head: '', separator: '', tail: '' };
      const sink = await openSink(createDurableFs(), join(folder, 'sink'), frame);
      const committing = commitInOrder({
        pool,
        sinks: new Map([['csv', sink]]),
        journal: { checkpoint: async () => undefined },
        from: { inputOffset: 0, nextLine: 1, marks: {}, counts: emptyCounts([]) },
        checkpointMs: 0,
        nowMs: () => 0,
        beforeCommit: async () => undefined,
        onCommit: () => undefined,
      });
      expect(await committing.then(() => 'committed', codeOf)).toBe('INTERNAL');
      await sink.close();
    },
  );
});
