import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

interface Facet {
  _schemaURL: string;
  [member: string]: unknown;
}
interface Dataset {
  namespace: string;
  name: string;
  facets: Record<string, Facet>;
  inputFacets?: Record<string, Facet>;
  outputFacets?: Record<string, Facet>;
}
interface Event {
  eventType: string;
  run: { runId: string; facets: Record<string, Facet> };
  job: { namespace: string; name: string; facets: Record<string, Facet> };
  inputs: Dataset[];
  outputs: Dataset[];
}

const CORES = ['1-0-1', '1-0-2', '1-0-3', '2-0-2'];
let folder: string;
let ajv: Ajv2020;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-lineage-cli-'));
  await writeFile(at('in.csv'), 'id,địa chỉ,lat,lon\n1,"86 Bát Đàn, Hà Nội",21.03,105.85\n2,,,\n');
  const schemas = JSON.parse(await readFile('fixtures/openlineage/schemas.json', 'utf8')) as {
    $id: string;
  }[];
  ajv = new Ajv2020({ strict: false, formats: FORMATS });
  const [core, ...facets] = schemas;
  // The facets refer to the core by the version with which they were published.
  for (const version of CORES)
    ajv.addSchema({ ...core, $id: `https://openlineage.io/spec/${version}/OpenLineage.json` });
  for (const facet of facets) ajv.addSchema(facet);
});
afterAll(() => rm(folder, { recursive: true }));

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
};

/** Reads the events of a file, each valid by the schema of the event and by those of its facets. */
async function eventsOf(name: string): Promise<Event[]> {
  const lines = (await readFile(at(name), 'utf8')).split('\n').filter(Boolean);
  const events = lines.map((line) => JSON.parse(line) as Event & { schemaURL: string });
  for (const event of events) {
    expectValid(event.schemaURL, event);
    const datasets = [...event.inputs, ...event.outputs];
    const facets = [
      event.run.facets,
      event.job.facets,
      ...datasets.flatMap((each) => [each.facets, each.inputFacets, each.outputFacets]),
    ];
    for (const facet of facets.flatMap((each) => Object.values(each ?? {})))
      expectValid(facet._schemaURL, facet);
  }
  return events;
}

function expectValid(schema: string, value: unknown): void {
  const check = ajv.getSchema(schema) as ValidateFunction | undefined;
  expect(check, schema).toBeDefined();
  expect(check?.(value) === true ? null : check?.errors).toBeNull();
}

const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  geomill(['run', 'geocode', '--output', at(name), '--quiet', ...args], env);

describe('geomill run --lineage', () => {
  it('appends the start and the end with datasets, statistics and the lineage of columns', async () => {
    const job = [
      '--set',
      'geocode.text={địa chỉ}',
      '--set',
      'outputs=csv,parquet',
      '--set',
      'expect.ok_rate=>=90%',
    ];
    const args = ['--input', at('in.csv'), ...job, '--lineage', at('a.ndjson')];
    const parent = '0193a0b1-7c31-4e5d-9b2e-0123456789ab';
    const env = { OPENLINEAGE_NAMESPACE: 'nightly', OPENLINEAGE_PARENT_ID: `airflow/dag.task/${parent}` };
    const first = await run('a', args, env);
    expect(first.exitCode, first.stderr).toBe(3);
    const [start, end, ...more] = await eventsOf('a.ndjson');
    expect(more).toEqual([]);
    expect(start).toMatchObject({
      eventType: 'START',
      job: { namespace: 'nightly', name: 'geocode' },
      outputs: [],
    });
    expect(end).toMatchObject({ eventType: 'COMPLETE', run: { runId: start?.run.runId } });
    expect(end?.run.facets.parent).toMatchObject({
      run: { runId: parent },
      job: { namespace: 'airflow', name: 'dag.task' },
    });
    const [input, dataset] = end?.inputs ?? [];
    expect(input).toMatchObject({ namespace: 'file', name: at('in.csv') });
    expect(input?.inputFacets?.dataQualityMetrics).toMatchObject({ rowCount: 2 });
    expect(dataset).toMatchObject({ namespace: 'file', name: resolve('fixtures/starter') });
    const output = end?.outputs.find(({ name }) => name.endsWith('.csv'));
    expect(output?.outputFacets?.outputStatistics).toMatchObject({ rowCount: 2 });
    expect(input?.inputFacets?.dataQualityAssertions).toMatchObject({
      assertions: [{ assertion: 'ok_rate >= 0.9', success: false }],
    });
    const fields = output?.facets.columnLineage?.fields as Record<
      string,
      { inputFields: { field: string }[] }
    >;
    const readBy = (column: string) => fields[column]?.inputFields.map(({ field }) => field);
    expect(readBy('lat')).toEqual(['lat']);
    expect(readBy('geocode_label')).toEqual(['địa chỉ']);
    expect(readBy('geocode_lat')).toEqual(['địa chỉ']);
    expect(end?.outputs.map(({ name }) => name.replace(/^.*\./, ''))).toContain('parquet');
    // The same run again has the same id.
    await run('a', args, env);
    expect((await eventsOf('a.ndjson')).map(({ run: { runId } }) => runId)).toEqual(
      Array(4).fill(start?.run.runId),
    );
  });

  it('tells of a failure, once with the identity of the run and once before it', async () => {
    const env = { OPENLINEAGE_URL: 'http://127.0.0.1:9' };
    const failed = await run('b', ['--input', at('missing.csv'), '--lineage', at('b.ndjson')], env);
    expect(failed.exitCode).toBe(66);
    const [start, end] = await eventsOf('b.ndjson');
    expect([start?.eventType, end?.eventType]).toEqual(['START', 'FAIL']);
    expect(end?.run.facets.errorMessage?.message).toContain('missing.csv');
  });

  it('changes neither results nor exit code where the receiver cannot be reached', async () => {
    const args = ['--input', at('in.csv'), '--set', 'geocode.text={địa chỉ}'];
    const lost = await run('c', [...args, '--lineage', 'http://127.0.0.1:9']);
    expect(lost.exitCode).toBe(0);
    expect(lost.stderr).toContain('an event of OpenLineage was lost: its receiver was not reached');
    const kept = await run('d', [...args]);
    expect(kept).toMatchObject({ exitCode: 0, stderr: '' });
    for (const name of ['in.csv', 'manifest.json']) {
      expect(await readFile(at(`c/${name}`), 'utf8')).toBe(await readFile(at(`d/${name}`), 'utf8'));
    }
  });
});
