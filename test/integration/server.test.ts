import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { OPERATION_NAMES, OPERATIONS } from '../../src/contract/catalogue.ts';
import { createGeoService } from '../../src/contract/service.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { createKey, type KeyRights } from '../../src/server/access/keys-file.ts';
import { createServer, type GeomillServer, type ServerOptions } from '../../src/server/create-server.ts';
import { createLog } from '../../src/server/log.ts';
import { pathOf } from '../../src/server/operation-routes.ts';
import { buildSmallCity } from '../conformance/small-city.ts';
import { startGeomill } from './cli-harness.ts';

const TOKEN = '4f8e2c1a-3b5d-4e6f-8a9b-0c1d2e3f4a5b';
const POINT = 'point.lat=21.0442&point.lon=105.8486';

let city: Awaited<ReturnType<typeof buildSmallCity>>;
let local: Awaited<ReturnType<typeof createLocalService>>;
let folder: string;
const servers: GeomillServer[] = [];

beforeAll(async () => {
  city = await buildSmallCity();
  local = await createLocalService({ datasetDir: city.dir });
  folder = await mkdtemp(join(tmpdir(), 'geomill-server-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(async () => {
  await city.remove();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<ServerOptions> = {}) {
  const server = await createServer({ service: local.service, datasetDir: city.dir, ...options });
  servers.push(server);
  return server.app;
}

let fileCount = 0;
/** Writes a keys file with one key for each of the rights. */
async function writeKeys(...rights: KeyRights[]) {
  const created = rights.map((each) => createKey(each, 0));
  const keysFile = join(folder, `keys-${(fileCount += 1)}.yaml`);
  await writeFile(keysFile, stringify({ keys: created.map(({ entry }) => entry) }));
  return { keysFile, keys: created.map(({ key }) => key), ids: created.map(({ entry }) => entry.id) };
}

describe('the routes', () => {
  it('are those of the contract', async () => {
    const app = await start();
    for (const name of OPERATION_NAMES) {
      const { method } = OPERATIONS[name];
      expect(app.hasRoute({ method, url: pathOf(OPERATIONS[name]) }), name).toBe(true);
    }
  });

  it('answer what the service behind them answers', async () => {
    const app = await start();
    const { body } = await app.inject(`/v1/geocode/reverse?${POINT}&size=2`);
    const direct = await local.service.geocodeReverse({
      'point.lat': 21.0442,
      'point.lon': 105.8486,
      size: 2,
    });
    expect(JSON.parse(body)).toEqual(direct);
    const google = await app.inject('/v1/geocode/reverse?latlng=21.0442,105.8486');
    expect(google.json()).toEqual(await local.service.geocodeReverse({ latlng: '21.0442,105.8486' }));
  });

  it('take the parameters of a POST from the query, a JSON body or a form', async () => {
    const app = await start();
    const url = '/v1/forcodes/encode';
    const expected = await local.service.encodeForcode({ lat: 21.0442, lng: 105.8486, resolution: 9 });
    for (const request of [
      { url: `${url}?lat=21.0442&lng=105.8486&resolution=9` },
      { url: `${url}?lat=21.0442`, payload: { lng: 105.8486, resolution: 9 } },
      {
        url,
        payload: 'lat=21.0442&lng=105.8486&resolution=9',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]) {
      expect((await app.inject({ method: 'POST', ...request })).json()).toEqual(expected);
    }
  });

  it('answer 200 for a forcode that cannot be decoded', async () => {
    const app = await start();
    const response = await app.inject({ method: 'POST', url: '/v1/forcodes/decode?forcodes=HNX' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { lat: null, lng: null, resolution: null, forcodes: 'HNX', status: 'INVALID_FORCODES' },
    ]);
  });
});

describe('a wrong request', () => {
  it.each([
    ['GET', '/v1/geocode/forward', 400, 'text'],
    ['GET', '/v1/geocode/forward?text=', 400, 'text'],
    ['GET', '/v1/geocode/forward?text=a&sise=1', 400, 'sise'],
    ['GET', '/v1/geocode/forward?text=a&text=b', 400, 'text is repeated'],
    ['GET', '/v1/geocode/forward?text=a&address=b', 400, 'text'],
    ['GET', '/v1/geocode/forward?text=a&size=0', 400, 'size'],
    ['GET', '/v1/geocode/forward?text=a&size=1.5', 400, 'size'],
    ['GET', '/v1/geocode/forward?text=a&admin_v2=maybe', 400, 'admin_v2'],
    ['GET', '/v1/geocode/forward?text=%ff', 400, 'percent'],
    ['GET', '/v1/geocode/reverse?latlng=91,105', 400, 'latlng'],
    ['GET', '/v1/geocode/reverse?point.lat=21', 400, 'point.lon'],
    ['GET', '/v1/geocode/reverse?latlng=21,105&point.lat=21&point.lon=105', 400, 'point.lat'],
    ['GET', '/v1/nearby?categories=atm', 400, 'point.lat'],
    ['GET', '/v1/autocomplete?text=a&sessiontoken=1', 400, 'sessiontoken'],
    ['GET', '/v1/optimized-route?json={', 400, 'json'],
    ['GET', '/v1/direction?origin=21,105&destination=21.1,105&vehicle=boat', 400, 'vehicle'],
    ['POST', '/v1/forcodes/encode?lat=21&lng=105&resolution=16', 400, 'resolution'],
    ['GET', '/v1/%zz', 400, 'malformed'],
    ['GET', '/v2/place', 404, 'path'],
    ['POST', '/v1/place?ids=a', 405, 'POST'],
    ['GET', '/v1/forcodes/decode?forcodes=a', 405, 'POST'],
    ['GET', `/v1/place?ids=${'a'.repeat(12_400)}`, 414, 'bytes'],
  ] as const)('%s %s is %i', async (method, url, status, message) => {
    const app = await start();
    const response = await app.inject({ method, url });
    expect(response.statusCode).toBe(status);
    const body = response.json<{ status: string; message: string }>();
    expect(Object.keys(body)).toEqual(['status', 'message']);
    expect(body.status).toBe('ERROR');
    expect(body.message).toContain(message);
    if (status === 405) expect(response.headers.allow).toBe(method === 'GET' ? 'POST' : 'GET, HEAD');
  });

  it.each([
    ['too long', 'x'.repeat((1 << 20) + 1), 'application/json', 413],
    ['cut off', '{', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['a text', '"HN"', 'application/json', 400],
    ['with the key', '{"apikey":"k","forcodes":"a"}', 'application/json', 400],
    ['with a wrong escape', 'forcodes=%ff', 'application/x-www-form-urlencoded', 400],
    ['of another type', '<forcodes/>', 'text/xml', 415],
  ])('with a body that is %s is refused', async (_, payload, type, status) => {
    const app = await start();
    const response = await app.inject({
      method: 'POST',
      url: '/v1/forcodes/decode',
      payload,
      headers: { 'content-type': type },
    });
    expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([status, 'ERROR']);
  });

  it('of imagery has the error form of imagery', async () => {
    const app = await start();
    const response = await app.inject('/imagery/v1/search?limit=0');
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { message: expect.stringContaining('limit') as string, status_code: 400 },
    ]);
  });
});

describe('keys', () => {
  it('are read in the words of other clients too, and are never two different ones', async () => {
    const { keysFile, keys } = await writeKeys({}, {});
    const app = await start({ keysFile });
    const [key = '', other = ''] = keys;
    const url = '/v1/geocode/forward?text=a';
    for (const query of [`apikey=${key}`, `key=${key}`, `api_key=${key}`])
      expect((await app.inject(`${url}&${query}`)).statusCode).toBe(200);
    const byHeader = (headers: Record<string, string>) => app.inject({ url, headers });
    expect((await byHeader({ 'x-api-key': key })).statusCode).toBe(200);
    expect((await byHeader({ 'x-api-key': 'wrong' })).statusCode).toBe(401);
    for (const [more, headers] of [
      [`key=${key}&api_key=${other}`, {}],
      [`key=${key}&key=${key}`, {}],
      [`key=${key}`, { 'x-api-key': other }],
    ] as const)
      expect((await app.inject({ url: `${url}&${more}`, headers })).statusCode).toBe(400);
    const twice = { 'x-api-key': key, authorization: `Bearer ${key}` };
    expect((await byHeader(twice)).statusCode).toBe(200);
  });

  it('decide by the operation behind a call of a dialect', async () => {
    const { keysFile, keys } = await writeKeys({ operations: ['geocodeForward'] });
    const app = await start({ keysFile });
    const status = async (query: string) =>
      (await app.inject(`/maps/api/geocode/json?key=${keys[0]}&${query}`)).statusCode;
    expect(await status('address=a')).toBe(200);
    expect(await status('latlng=10.77,106.7')).toBe(403);
    expect(await status('place_id=a')).toBe(403);
  });

  it('are required outside of this machine', async () => {
    await expect(start({ isLoopback: false })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('are taken from the query or a bearer token', async () => {
    const { keysFile, keys } = await writeKeys({});
    const app = await start({ keysFile });
    const url = '/v1/geocode/forward?text=a';
    const [key = ''] = keys;
    const statusOf = async (address: string, headers = {}) =>
      (await app.inject({ url: address, headers })).statusCode;
    expect(await statusOf(`${url}&apikey=${key}`)).toBe(200);
    expect(await statusOf(url, { authorization: `Bearer ${key}` })).toBe(200);
    expect(await statusOf(`${url}&apikey=${key}`, { authorization: `Bearer ${key}` })).toBe(200);
    expect(await statusOf(url)).toBe(401);
    expect(await statusOf(url, { authorization: `Basic ${key}` })).toBe(401);
    expect(await statusOf(`${url}&apikey=${key}x`)).toBe(401);
    expect(await statusOf(`${url}&apikey=`)).toBe(401);
    expect(await statusOf(`${url}&apikey=${key}&apikey=${key}`)).toBe(400);
    // Of two the one that is known counts.
    expect(await statusOf(`${url}&apikey=${key}`, { authorization: `Bearer ${key}x` })).toBe(200);
    const { body } = await app.inject(url);
    expect(JSON.parse(body)).toEqual({ status: 'ERROR', message: 'Invalid API key' });
  });

  it('allow their operations only', async () => {
    const { keysFile, keys } = await writeKeys({ operations: ['geocodeForward'] });
    const app = await start({ keysFile });
    expect((await app.inject(`/v1/geocode/forward?text=a&apikey=${keys[0]}`)).statusCode).toBe(200);
    const refused = await app.inject(`/v1/place?ids=a&apikey=${keys[0]}`);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      403,
      'This key does not allow place',
    ]);
  });

  it('have a rate and a daily quota, which survives a restart', async () => {
    const { keysFile, keys, ids } = await writeKeys({ rate_per_second: 2 }, { per_day: 3 });
    const url = (key = '') => `/v1/geocode/forward?text=a&apikey=${key}`;
    const app = await start({ keysFile });
    const fast = await Promise.all([1, 2, 3].map(() => app.inject(url(keys[0]))));
    expect(fast.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429]);
    expect(fast.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('1');
    for (const status of [200, 200]) expect((await app.inject(url(keys[1]))).statusCode).toBe(status);
    await servers.pop()?.stop();

    const again = await start({ keysFile });
    expect((await again.inject(url(keys[1]))).statusCode).toBe(200);
    const spent = await again.inject(url(keys[1]));
    expect(spent.statusCode).toBe(429);
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
    const usage = await again.inject({
      url: '/v1/usage',
      headers: { authorization: `Bearer ${keys[1] ?? ''}` },
    });
    expect(usage.json()).toMatchObject({ key: ids[1], requests: 3, requests_left: 0, billing_units: 3 });
  });

  it('stop working when they are removed from the file', { timeout: 20_000 }, async () => {
    const { keysFile, keys } = await writeKeys({}, {});
    const app = await start({ keysFile });
    const url = `/v1/geocode/forward?text=a&apikey=${keys[0]}`;
    expect((await app.inject(url)).statusCode).toBe(200);
    const before = parse(await readFile(keysFile, 'utf8')) as { keys: unknown[] };
    await writeFile(keysFile, 'keys: [');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect((await app.inject(url)).statusCode, 'a damaged file changes nothing').toBe(200);
    await writeFile(keysFile, stringify({ keys: before.keys.slice(1) }));
    await expect.poll(async () => (await app.inject(url)).statusCode, { timeout: 10_000 }).toBe(401);
    expect((await app.inject(`/v1/place?ids=a&apikey=${keys[1]}`)).statusCode).toBe(200);
  });

  it('pay for a session once', async () => {
    const { keysFile, keys } = await writeKeys({});
    const app = await start({ keysFile });
    const key = `apikey=${keys[0]}`;
    await app.inject(`/v1/autocomplete?text=cho&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/v1/autocomplete?input=cho+l&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/v1/place?ids=a&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/v1/place?ids=a&size=1&${key}`);
    expect((await app.inject(`/v1/usage?${key}`)).json()).toMatchObject({
      requests: 4,
      sessions: 1,
      billing_units: 1,
      operations: { autocomplete: 2, place: 1 },
    });
  });

  it("pay for a session of Google's clients once, and for other calls of dialects each", async () => {
    const { keysFile, keys } = await writeKeys({});
    const app = await start({ keysFile });
    const key = `key=${keys[0]}`;
    await app.inject(`/maps/api/place/autocomplete/json?input=cho&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/maps/api/place/autocomplete/json?input=cho+l&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/maps/api/place/details/json?place_id=a&sessiontoken=${TOKEN}&${key}`);
    await app.inject(`/pelias/v1/search?text=a&${key}`);
    expect((await app.inject(`/v1/usage?${key}`)).json()).toMatchObject({
      requests: 4,
      sessions: 1,
      billing_units: 2,
    });
  });
});

describe('the pages for operators', () => {
  it('say that the server works', async () => {
    const app = await start();
    for (const url of ['/healthz', '/readyz'])
      expect((await app.inject(url)).json()).toEqual({ status: 'ok' });
  });

  it('count requests by route and status, and keys by id', async () => {
    const { keysFile, keys, ids } = await writeKeys({});
    const app = await start({ keysFile });
    await app.inject(`/v1/geocode/forward?text=a&apikey=${keys[0]}`);
    await app.inject('/v1/geocode/forward?text=a');
    expect((await app.inject('/metrics')).statusCode).toBe(401);
    const { body } = await app.inject(`/metrics?apikey=${keys[0]}`);
    expect(body).toContain('geomill_requests_total{route="/v1/geocode/forward",status="200"} 1');
    expect(body).toContain('geomill_requests_total{route="/v1/geocode/forward",status="401"} 1');
    expect(body).toContain(`geomill_key_requests_today{key="${ids[0]}"} 1`);
    expect(body).not.toContain(keys[0]);
  });

  it('describe every operation', async () => {
    const app = await start();
    const document = (await app.inject('/openapi.json')).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    for (const name of OPERATION_NAMES) {
      const operation = OPERATIONS[name];
      const described = document.paths[pathOf(operation)]?.[operation.method.toLowerCase()];
      expect(described?.operationId).toBe(name);
      const names = Object.values(operation.shapes).flatMap(({ parameters }) =>
        Object.keys((parameters as { properties: object }).properties),
      );
      expect(described?.parameters.map((parameter) => parameter.name).sort()).toEqual(
        [...new Set(names)].sort(),
      );
    }
  });
});

describe('the log', () => {
  it('has every request at level debug, and never a key', async () => {
    const { keysFile, keys } = await writeKeys({});
    const [key = ''] = keys;
    let text = '';
    const failing = createGeoService({
      place: { osm: () => Promise.reject(new TypeError('a bug')) },
    });
    const app = await start({
      keysFile,
      service: failing,
      log: createLog('debug', (line) => (text += line)),
    });
    for (const url of [
      `/v1/place?ids=a&apikey=${key}`,
      `/v1/place?ids=${key}&apikey=${key}`,
      `/v1/nowhere/${key}?apikey=${key}`,
      `/v1/%zz?apikey=${key}`,
      `/v1/place?${key}=1&apikey=${key}`,
      `/v1/place?ids=a&apikey=${key}x`,
      `/v1/place?ids=a&apikey=${key}&apikey=${key}`,
    ]) {
      const { statusCode, body } = await app.inject(url);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      if (!url.includes(`?${key}`)) expect(body).not.toContain(key);
    }
    await app.inject({ url: '/v1/place?ids=a', headers: { authorization: `Bearer ${key}` } });
    await app.inject({
      method: 'POST',
      url: `/v1/forcodes/decode?apikey=${key}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"apikey":"${key}`,
    });
    expect(text.match(/Request:Done/g)?.length).toBeGreaterThanOrEqual(8);
    expect(text).toContain('a bug');
    expect(text).not.toContain(key);
  });
});

describe('connections', () => {
  it('that are no HTTP get 400, and headers that are too long 431', async () => {
    const app = await start();
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const replyTo = async (bytes: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      let reply = '';
      socket.on('data', (data) => (reply += data.toString()));
      socket.on('error', () => undefined);
      socket.write(bytes);
      await once(socket, 'close');
      return reply;
    };
    const headers = 'Host: localhost\r\n';
    expect(await replyTo('no http\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await replyTo(`GET /healthz HTTP/1.1\r\n${headers}X: ${'x'.repeat(64_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
    expect(await replyTo(`GET /v1/place?ids=${'a'.repeat(20_000)} HTTP/1.1\r\n${headers}\r\n`)).toMatch(
      /^HTTP\/1.1 414 /,
    );
    const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
    expect(
      await replyTo(`POST /v1/forcodes/decode HTTP/1.1\r\n${headers}${both}\r\n0\r\n\r\nGET /healthz`),
    ).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('the process', () => {
  /** Starts a server whose threads run a program before they start. */
  async function startWith(program: string, pattern: string) {
    const preload = join(folder, 'preload.cjs');
    await writeFile(preload, `if (!require('node:worker_threads').isMainThread) { ${program} }`);
    const env = { NODE_OPTIONS: `--require ${preload}` };
    const server = startGeomill(['serve', '--port', '0', '--dataset', city.dir], { cwd: folder, env });
    await expect.poll(server.stderr, { timeout: 30_000 }).toContain(pattern);
    return { ...server, origin: /(http:\S+)\/v1/.exec(server.stderr())?.[1] ?? '' };
  }

  it('listens before its threads have started, and requests wait for them', { timeout: 60_000 }, async () => {
    const gate = join(folder, 'gate');
    const { child, exited, origin } = await startWith(
      `while (!require('node:fs').existsSync(${JSON.stringify(gate)}))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`,
      'serving',
    );
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
    let answered: number | undefined;
    const forward = statusOf('/v1/geocode/forward?text=cho').then((status) => (answered = status));
    expect(await statusOf('/')).toBe(200);
    expect(await statusOf(`/v1/geocode/reverse?${POINT}`)).toBe(200);
    expect(await statusOf('/readyz')).toBe(503);
    expect(answered).toBeUndefined();
    await writeFile(gate, '');
    expect(await forward).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    child.kill('SIGTERM');
    expect((await exited).exitCode).toBe(0);
  });

  it('ends with the reason if its threads cannot start', { timeout: 60_000 }, async () => {
    const { exited } = await startWith('process.exit(7);', 'serving');
    const { exitCode, stdout, stderr } = await exited;
    expect([exitCode, stderr]).toEqual([70, expect.stringContaining('a thread of the server ended')]);
    expect(stdout).toContain('Server:Stopped');
  });

  it('serves, ends open requests after SIGTERM, and exits with 0', { timeout: 60_000 }, async () => {
    const { keysFile, keys } = await writeKeys({ name: 'test' });
    const [key = ''] = keys;
    const args = ['serve', '--port', '0', '--dataset', city.dir, '--keys', keysFile, '--log-level', 'debug'];
    const { child, exited, stderr } = startGeomill(args, { cwd: folder });
    await expect.poll(stderr, { timeout: 30_000 }).toContain('serving');
    const base = /http:\S+/.exec(stderr())?.[0] ?? '';

    const response = await fetch(`${base}/geocode/forward?text=cho&apikey=${key}`);
    expect(response.status).toBe(200);

    // A request whose body is still on its way when the signal comes.
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    let reply = '';
    socket.on('data', (data) => (reply += data.toString()));
    const body = JSON.stringify({ forcodes: 'HN4TZUZBPKRN0F' });
    socket.write(
      `POST /v1/forcodes/decode?apikey=${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
    );
    // The server has begun the request when it says so.
    await expect.poll(() => reply).toMatch(/^HTTP\/1.1 100 /);
    child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${base}/place?ids=a`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    socket.end(body.slice(5));
    await once(socket, 'close');
    expect(reply).toMatch(/^HTTP\/1.1 200 /m);
    expect(reply).toContain('"status":"OK"');

    const { exitCode, stdout } = await exited;
    expect(exitCode).toBe(0);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event?: string }).event);
    expect(events).toEqual(
      expect.arrayContaining(['Server:Started', 'Request:Done', 'Server:Stopped', 'Usage:Day']),
    );
    expect(stdout + stderr()).not.toContain(key);
    // Each server of a keys file has a file of its own.
    const names = await readdir(dirname(keysFile));
    const usage = names.filter((name) => name.startsWith(`${basename(keysFile)}.usage.`));
    expect(usage).toHaveLength(1);
    expect(await readFile(join(dirname(keysFile), usage[0] ?? ''), 'utf8')).toContain('"requests":2');
  });
});
