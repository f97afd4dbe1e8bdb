import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { parseJob } from '../../src/run/job/parse-job.ts';
import { createChunkThreads, createSharedChunkThreads } from '../../src/runtime/chunk-threads.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { runJob } from '../../src/runtime/run-job.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';

const DYING_WORKER = pathToFileURL(resolve('test/support/dying-worker.js'));
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

let opened: OpenedService;
let server: GeomillServer;
let base: string;
let folder: string;

beforeAll(async () => {
  opened = await openService();
  server = await createServer({ service: opened.service });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'geomill-batch-'));
}, 60_000);

afterAll(async () => {
  await server.stop();
  await opened.close();
  await rm(folder, { recursive: true });
});

async function post(path: string, body: Buffer | string, headers: Record<string, string>) {
  const response = await request(`${base}/v1/batch/${path}`, { method: 'POST', body, headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

/** The files that `geomill run` writes for an input. */
async function runFile(stage: string, input: string, outputs: string) {
  const job = await parseJob(`name: ${stage}\nstages: [${stage}]\noutputs: [${outputs}]`, {
    file: 'job.yaml',
  });
  const outputDir = await mkdtemp(join(folder, 'run-'));
  const { files } = await runJob({ job, service: opened, input, outputDir, workers: 1 });
  return Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(
        async ([name, file]) => [name, await readFile(join(outputDir, file))] as const,
      ),
    ),
  );
}

describe('a batch over HTTP', () => {
  it.each(['geocode', 'reverse', 'forcode'])(
    '%s returns the bytes of a run, as CSV and NDJSON',
    async (stage) => {
      const input = stage === 'geocode' ? 'fixtures/addresses.csv' : 'fixtures/points.csv';
      const files = await runFile(stage, input, 'csv, ndjson');
      const body = await readFile(input);
      const csv = await post(stage, body, { 'content-type': CSV });
      expect(csv.status).toBe(200);
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(csv.bytes.equals(files.csv as Buffer)).toBe(true);
      const ndjson = await post(stage, body, { 'content-type': CSV, accept: NDJSON });
      expect(ndjson.bytes.equals(files.ndjson as Buffer)).toBe(true);
    },
  );

  it('reads NDJSON as a run does', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) =>
      JSON.stringify({ id: at, note: at % 7 === 0 ? 'x, "y"' : null, lat: 10.7 + at / 1e5, lon: 106.7 }),
    );
    const body = `${rows.join('\n')}\n`;
    const path = join(folder, 'points.ndjson');
    await writeFile(path, body);
    const files = await runFile('reverse', path, 'csv, ndjson');
    const ndjson = await post('reverse', body, { 'content-type': NDJSON });
    expect(ndjson.bytes.equals(files.ndjson as Buffer)).toBe(true);
    const csv = await post('reverse', body, { 'content-type': NDJSON, accept: CSV });
    expect(csv.bytes.equals(files.csv as Buffer)).toBe(true);
  });

  it('returns the same bytes from worker threads', async () => {
    const { shared } = opened;
    if (!shared) throw new Error('the local service has no dataset');
    const { createChunkProcessor } = createChunkThreads({
      threads: 2,
      service: shared,
      leastWork: { bytes: 1 << 14, rows: 1 },
    });
    const threaded = await createServer({ service: opened.service, batch: { createChunkProcessor } });
    const address = await threaded.app.listen({ host: '127.0.0.1', port: 0 });
    const line = (at: number) => `${at},${10.7 + at / 1e6},106.7`;
    const body = `id,lat,lon\n${Array.from({ length: 12_000 }, (_, at) => line(at)).join('\n')}\n`;
    const response = await request(`${address}/v1/batch/forcode`, {
      method: 'POST',
      body,
      headers: { 'content-type': CSV },
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    await threaded.stop();
    const own = await post('forcode', body, { 'content-type': CSV });
    expect(own.text.split('\n')).toHaveLength(12_002);
    expect(bytes.equals(own.bytes)).toBe(true);
  }, 60_000);

  it('asks the router in the main thread, since threads have none', async () => {
    const asked: string[] = [];
    let stage = '';
    const threaded = await createServer({
      service: opened.service,
      batch: {
        createChunkProcessor: () => {
          asked.push(stage);
          return Promise.resolve(undefined);
        },
      },
    });
    const address = await threaded.app.listen({ host: '127.0.0.1', port: 0 });
    const send = async (path: string, body: string) => {
      stage = path;
      const headers = { 'content-type': CSV };
      const response = await request(`${address}/v1/batch/${path}`, { method: 'POST', body, headers });
      await response.body.dump();
      return response.statusCode;
    };
    expect(await send('direction', 'origin,destination\n"21.03,105.85","21.04,105.8"\n')).toBe(200);
    expect(await send('forcode', 'lat,lon\n21.03,105.85\n')).toBe(200);
    await threaded.stop();
    expect(asked).toEqual(['forcode']);
  });

  it('shares one set of threads among simultaneous large batches', async () => {
    const { shared } = opened;
    if (!shared) throw new Error('the local service has no dataset');
    const starts = new Int32Array(new SharedArrayBuffer(4));
    const threads = createSharedChunkThreads({
      threads: 2,
      // Each thread adds one at its start.
      service: { loaded: { ...shared.loaded, starts: starts.buffer } as typeof shared.loaded },
      leastWork: { bytes: 1 << 12, rows: 1 },
      entry: DYING_WORKER,
    });
    const threaded = await createServer({ service: opened.service, batch: threads });
    const address = await threaded.app.listen({ host: '127.0.0.1', port: 0 });
    const send = async (stage: string, body: string) => {
      const headers = { 'content-type': CSV };
      const response = await request(`${address}/v1/batch/${stage}`, { method: 'POST', body, headers });
      const bytes = await response.body.arrayBuffer().catch(() => undefined);
      // A thread that dies before the first rows are out is a status, later a broken body.
      return response.statusCode === 200 && bytes ? Buffer.from(bytes) : undefined;
    };
    const rows = (note: string) =>
      Array.from({ length: 1000 }, (_, at) => `${at},${10.7 + at / 1e6},106.7,${note}`);
    const bodies = ['a', 'b', 'c'].map((note) => `id,lat,lon,note\n${rows(note).join('\n')}\n`);
    const stages = ['reverse', 'forcode', 'forcode'];
    const sent = await Promise.all(stages.map((stage, at) => send(stage, bodies[at] as string)));
    for (const [at, stage] of stages.entries()) {
      const own = await post(stage, bodies[at] as string, { 'content-type': CSV });
      expect(sent[at]?.equals(own.bytes)).toBe(true);
    }
    expect(starts[0]).toBeLessThanOrEqual(2);
    const ended = await send('forcode', `id,lat,lon,note\n${rows('d').join('\n')}\n1,10,106,please exit\n`);
    expect(ended).toBeUndefined();
    // Two threads, and the one that replaced the dead one.
    expect(starts[0]).toBeLessThanOrEqual(3);
    const again = await send('reverse', bodies[0] as string);
    expect(again).toEqual((await post('reverse', bodies[0] as string, { 'content-type': CSV })).bytes);
    await threaded.stop();
    await threads.close();
  }, 60_000);

  it('costs a bad row its row only', async () => {
    const body = 'id,lat,lon\n1,10.7,106.7\n2,10.7\n3,10.8,106.7\n';
    const { status, text } = await post('forcode', body, { 'content-type': CSV });
    expect(status).toBe(200);
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^1,10\.7,106\.7,ok,,/);
    expect(lines[2]).toMatch(/^,,,error,"?row 2, line 3: /);
    expect(lines[3]).toMatch(/^3,10\.8,106\.7,ok,,/);
    const objects = await post('forcode', '{"lat":10.7,"lon":106.7}\n{"lat":\n{"lat":10.8,"lon":106.7}\n', {
      'content-type': NDJSON,
    });
    expect(
      objects.text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { forcode_status: string }).forcode_status),
    ).toEqual(['ok', 'error', 'ok']);
  });

  it('rejects a row above 1 MiB and goes on', async () => {
    const body = `{"lat":10.7,"lon":106.7,"note":""}\n{"lat":10.7,"lon":106.7,"note":"${'x'.repeat(1 << 20)}"}\n{"lat":10.7,"lon":106.7,"note":""}\n`;
    const { text } = await post('forcode', body, { 'content-type': NDJSON });
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ forcode_status }) => forcode_status)).toEqual(['ok', 'error', 'ok']);
    expect(rows[1]?.forcode_reason).toMatch(/^row 2, line 2: /);
  });

  it('inflates gzip', async () => {
    const body = 'id,lat,lon\n1,10.7,106.7\n';
    const plain = await post('forcode', body, { 'content-type': CSV });
    const headers = { 'content-type': CSV, 'content-encoding': 'gzip' };
    expect((await post('forcode', gzipSync(body), headers)).bytes.equals(plain.bytes)).toBe(true);
    expect((await post('forcode', body, headers)).status).toBe(400);
    const cut = gzipSync(body).subarray(0, -4);
    expect((await post('forcode', cut, headers)).status).toBe(400);
  });

  it('refuses what it cannot do, with the reason', async () => {
    const good = { 'content-type': CSV };
    const refusals: [string, string, Record<string, string>, number, RegExp][] = [
      ['route', 'id\n1\n', good, 404, /geomill run route/],
      ['nothing', 'id\n1\n', good, 404, /./],
      ['forcode', 'lat,lon\n1,2\n', { 'content-type': 'application/json' }, 415, /text\/csv/],
      ['forcode', 'lat,lon\n1,2\n', {}, 415, /text\/csv/],
      ['forcode', 'lat,lon\n1,2\n', { ...good, accept: 'text/html' }, 406, /text\/csv/],
      ['forcode', 'lat,lon\n1,2\n', { ...good, 'content-encoding': 'br' }, 415, /gzip/],
      [
        'forcode?resolution=16',
        'lat,lon\n1,2\n',
        good,
        400,
        /resolution must be a whole number from 0 to 15/,
      ],
      ['forcode?resolutoin=3', 'lat,lon\n1,2\n', good, 400, /did you mean resolution/],
      ['forcode', 'a,b\n1,2\n', good, 400, /lat/],
      ['forcode', '', good, 400, /empty/],
    ];
    for (const [path, body, headers, status, message] of refusals) {
      const response = await post(path, body, headers);
      expect([path, response.status]).toEqual([path, status]);
      expect(JSON.parse(response.text)).toMatchObject({ status: 'ERROR' });
      expect(response.text).toMatch(message);
    }
  });

  it('takes options of the stage from the query', async () => {
    const body = 'vĩ độ;kinh độ\n10.7;106.7\n';
    const { text } = await post(
      `forcode?resolution=9&lat=${encodeURIComponent('{vĩ độ}')}&lon=${encodeURIComponent('{kinh độ}')}`,
      body,
      { 'content-type': CSV },
    );
    expect(text).toMatch(/,ok,/);
    const geocoded = await post(
      `geocode?text=${encodeURIComponent('{a}')}&focus=${encodeURIComponent('{"lat":10.77,"lon":106.7}')}&admin_v2=true`,
      'a\nChợ Bến Thành\n',
      { 'content-type': CSV },
    );
    expect(geocoded.text).toMatch(/Phường Bến Thành/);
  });

  it('stops its work when the client disconnects', async () => {
    let calls = 0;
    const aborted: boolean[] = [];
    const slow = createGeoService({
      geocodeReverse: {
        osm: (_parameters, context) => {
          calls += 1;
          return new Promise((_resolve, reject) => {
            context?.signal?.addEventListener('abort', () => {
              aborted.push(true);
              reject(new GeomillError('ABORTED', 'aborted'));
            });
          });
        },
      },
    });
    const gateway = await createServer({ service: slow, batch: { openRows: 10 } });
    const address = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const rows = Array.from({ length: 3_000 }, (_, at) => `${at},10.7,106.7`);
    const response = request(`${address}/v1/batch/reverse`, {
      method: 'POST',
      body: `id,lat,lon\n${rows.join('\n')}\n`,
      headers: { 'content-type': CSV },
      signal: client.signal,
    });
    await expect.poll(() => calls, { timeout: 5000 }).toBeGreaterThan(0);
    const started = calls;
    client.abort();
    await expect(response).rejects.toThrow();
    await expect.poll(() => aborted.length, { timeout: 5000 }).toBe(started);
    expect(calls).toBe(started);
    expect(calls).toBeLessThan(3_000);
    await gateway.stop();
  });

  it('stops reading when the client disconnects during the response', async () => {
    let calls = 0;
    const empty = { type: 'FeatureCollection' as const, features: [], bbox: [], errors: null };
    const counted = createGeoService({
      geocodeReverse: {
        osm: async () => {
          calls += 1;
          return empty;
        },
      },
    });
    const endless = await createServer({ service: counted });
    const address = await endless.app.listen({ host: '127.0.0.1', port: 0 });
    const block = Buffer.from('10.7,106.7\n'.repeat(1000));
    async function* body() {
      yield Buffer.from('lat,lon\n');
      for (;;) {
        await setTimeout(1);
        yield block;
      }
    }
    const { body: response } = await request(`${address}/v1/batch/reverse`, {
      method: 'POST',
      body: Readable.from(body()),
      headers: { 'content-type': CSV },
    });
    response.on('error', () => undefined);
    await once(response, 'data');
    response.destroy();
    await setTimeout(300);
    const after = calls;
    await setTimeout(500);
    expect(after).toBeGreaterThan(0);
    expect(calls).toBe(after);
    await endless.stop();
  });

  it('reads the body only as fast as the client takes the response', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    await once(socket, 'connect');
    const path = '/v1/batch/forcode';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/csv\r\nContent-Length: 1000000000\r\n\r\nlat,lon\n`,
    );
    const block = '10.7,106.7\n'.repeat(6000);
    let sent = 0;
    // The client writes and never reads: sooner or later its writes must wait.
    while (sent < 200e6) {
      sent += block.length;
      if (socket.write(block)) continue;
      const drained = await Promise.race([once(socket, 'drain').then(() => true), setTimeout(3000, false)]);
      if (!drained) break;
    }
    socket.destroy();
    expect(sent).toBeLessThan(100e6);
  }, 60_000);

  it('answers with the status of a failure before the first row', async () => {
    const down = createGeoService({
      geocodeReverse: {
        osm: async () => {
          throw new GeomillError('THROTTLED', 'too many requests', { details: { retryAfterMs: 3000 } });
        },
      },
    });
    const gateway = await createServer({ service: down });
    const headers = { 'content-type': CSV };
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/v1/batch/reverse',
      headers,
      payload: 'lat,lon\n10.7,106.7\n',
    });
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('3');
    await gateway.stop();
  });
});
