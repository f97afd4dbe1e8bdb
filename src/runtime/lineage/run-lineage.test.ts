import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendLine } from '../../base/files/append-line.ts';
import { datasetName } from './lineage-facets.ts';
import { lineageTarget, sendEvent } from './lineage-target.ts';
import { createRunLineage } from './run-lineage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-lineage-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('lineageTarget', () => {
  it('is off without a path, an address or a variable, and where OpenLineage is disabled', () => {
    expect(lineageTarget(undefined, {})).toBeUndefined();
    expect(lineageTarget('events.ndjson', { OPENLINEAGE_DISABLED: 'True' })).toBeUndefined();
  });

  it.each<[string | undefined, Record<string, string>, object]>([
    ['events.ndjson', { OPENLINEAGE_URL: 'http://h' }, { file: 'events.ndjson' }],
    [undefined, { OPENLINEAGE_URL: 'http://h:5000' }, { url: 'http://h:5000/api/v1/lineage' }],
    ['https://h/base/', { OPENLINEAGE_ENDPOINT: '/openlineage' }, { url: 'https://h/base/openlineage' }],
    ['https://h/x/lineage', { OPENLINEAGE_API_KEY: ' k ' }, { url: 'https://h/x/lineage', apiKey: 'k' }],
  ])('of %j with %j is %j', (stated, env, target) => {
    expect(lineageTarget(stated, env)).toEqual(target);
  });

  it('refuses addresses of other kinds', () => {
    for (const place of ['kafka://h/t', 's3://bucket/events'])
      expect(() => lineageTarget(place, {})).toThrow('--lineage is a path or an address');
    expect(() => lineageTarget(undefined, { OPENLINEAGE_URL: 'h:5000' })).toThrow('OPENLINEAGE_URL is');
  });
});

describe('datasetName', () => {
  it.each([
    ['/data/a b.csv', 'file', '/data/a b.csv'],
    ['s3://bucket/in/a.csv', 's3://bucket', 'in/a.csv'],
    ['https://user:secret@host/v1?key=1', 'https://host', '/v1'],
  ])('of %s is %s and %s', (place, namespace, name) => {
    expect(datasetName(place)).toEqual({ namespace, name });
  });
});

describe('sendEvent', () => {
  let server: Server;
  let url: string;
  let statuses: number[] = [];
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push({ headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 201).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/lineage`;
  });
  afterAll(() => server.close());

  it('posts an event with the key, again where the receiver fails for a moment', async () => {
    statuses = [503, 429];
    expect(await sendEvent({ url, apiKey: 'k1' }, { a: 1 })).toBeUndefined();
    expect(seen).toHaveLength(3);
    expect(seen[2]).toMatchObject({ body: '{"a":1}', headers: { authorization: 'Bearer k1' } });
    expect(seen[2]?.headers['content-type']).toBe('application/json');
  });

  it('gives up what is refused, without telling the address or the key', async () => {
    seen.length = 0;
    statuses = [401];
    const note = await sendEvent({ url, apiKey: 'secret' }, {});
    expect(note).toBe('an event of OpenLineage was lost: its receiver was not reached (status 401)');
    expect(seen).toHaveLength(1);
  });

  it('says that a file cannot be written', async () => {
    const file = join(folder, 'none', 'events.ndjson');
    expect(await sendEvent({ file }, {})).toBe(
      `an event of OpenLineage was lost: ${file} cannot be written (ENOENT)`,
    );
  });
});

describe('createRunLineage', () => {
  it('tells of a run that was stopped before its input was read', async () => {
    const file = join(folder, 'stopped.ndjson');
    const onNote = (note: string) => expect.unreachable(note);
    const lineage = createRunLineage({
      target: { file },
      jobName: 'geocode',
      version: '1.0.0',
      env: {},
      onNote,
    });
    await lineage.ended({ outcome: 'ABORT', message: 'stopped' });
    const events = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { eventType: string; run: { runId: string } });
    expect(events.map(({ eventType }) => eventType)).toEqual(['START', 'ABORT']);
    expect(events[0]?.run.runId).toBe(events[1]?.run.runId);
  });
});

describe('appendLine', () => {
  it('adds lines to the end, after a torn one too', async () => {
    const path = join(folder, 'lines');
    await appendLine(path, 'a');
    await writeFile(path, 'a\nto');
    await Promise.all(['b', 'c'].map((line) => appendLine(path, line)));
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
    expect(lines.slice(0, 2)).toEqual(['a', 'to']);
    expect(lines.slice(2).sort()).toEqual(['b', 'c']);
  });
});

describe('the schemas of OpenLineage', () => {
  it('compile, and refuse an event without a job', async () => {
    const schemas = JSON.parse(await readFile('fixtures/openlineage/schemas.json', 'utf8')) as {
      $id: string;
    }[];
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const check = ajv.compile(schemas[0] as object);
    expect(
      check({ eventTime: '2026-01-01T00:00:00Z', producer: 'pkg:npm/a', schemaURL: 'x:y', run: {} }),
    ).toBe(false);
  });
});
