import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { openGateway } from '../../src/runtime/open-gateway.ts';
import { createServer, type GeomillServer, type ServerOptions } from '../../src/server/create-server.ts';
import { buildSmallCity } from '../conformance/small-city.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const { newFolder, start, closeLater } = useLoopback('lanes');

let city: Awaited<ReturnType<typeof buildSmallCity>>;
let local: GeoService;
const servers: GeomillServer[] = [];

beforeAll(async () => {
  city = await buildSmallCity();
  local = (await createLocalService({ datasetDir: city.dir })).service;
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
afterAll(() => city.remove());

async function serve(options: Partial<ServerOptions>) {
  const server = await createServer({ service: local, datasetDir: city.dir, ...options });
  servers.push(server);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  return { app: server.app, address: `http://127.0.0.1:${port}` };
}

/** A door that routes wait at, with the number of those that came to it. */
function door() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const seen = { begun: 0 };
  return { seen, open, wait: async () => ((seen.begun += 1), opened) };
}

const ROUTE = '/v1/direction?origin=21.04,105.84&destination=21.05,105.8';
const PLACE = '/v1/place?ids=none';
const GEOCODE = '/v1/geocode/forward?text=';
const twenty = (url: (nth: number) => string, send: (url: string) => Promise<Response>) =>
  Array.from({ length: 20 }, (_, nth) => send(url(nth)));
const statuses = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

describe('routes at a server', () => {
  it('wait in a lane of their own, and do not begin when their client is gone', async () => {
    const { seen, open, wait } = door();
    const direction = (async (parameters: never) => {
      await wait();
      return local.direction(parameters);
    }) as GeoService['direction'];
    const { address, app } = await serve({ service: { ...local, direction }, routes: { running: 2 } });
    let state = 'unsent';
    app.server.on('request', ({ url = '' }, response) => {
      if (!url.endsWith('.899')) return;
      state = 'waiting';
      response.on('close', () => (state = 'gone'));
    });
    const gone = new AbortController();
    // In the words of Google too.
    const routes = twenty(
      (nth) =>
        nth % 2 === 0
          ? `${ROUTE}${nth}`
          : `/maps/api${ROUTE.replace('/v1/direction', '/directions/json')}${nth}`,
      (url) => fetch(address + url),
    );
    await vi.waitUntil(() => seen.begun === 2);
    const left = expect(fetch(`${address}${ROUTE}99`, { signal: gone.signal })).rejects.toThrow();
    expect((await fetch(address + PLACE)).status).toBe(200);
    await vi.waitUntil(() => state === 'waiting');
    gone.abort();
    await vi.waitUntil(() => state === 'gone');
    await left;
    expect(seen.begun).toBe(2);
    open();
    expect(new Set(await statuses(routes))).toEqual(new Set([200]));
    expect(seen.begun).toBe(20);
  });

  it('get 429 with Retry-After beyond what may wait', async () => {
    const { seen, open, wait } = door();
    const direction = (async (parameters: never) => {
      await wait();
      return local.direction(parameters);
    }) as GeoService['direction'];
    const service = { ...local, direction };
    const { address } = await serve({ service, routes: { running: 1, waiting: 0 } });
    const first = fetch(address + ROUTE);
    await vi.waitUntil(() => seen.begun === 1);
    const refused = await fetch(`${address}${ROUTE}1`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.headers.get('geomill-busy')).toBe('1');
    open();
    expect((await first).status).toBe(200);
  });
});

describe('a gateway', () => {
  it.each([
    ['routes', (nth: number) => `${ROUTE}${nth}`],
    ['addresses', (nth: number) => `${GEOCODE}${nth}`],
  ])('answers a place request while twenty slow %s wait', async (_, url) => {
    const { seen, open, wait } = door();
    const slow = url(0).split('?', 1)[0] as string;
    const upstream = await start({
      intercept: (request, response) => {
        if (!request.url?.startsWith(slow)) return false;
        void wait().then(() => response.writeHead(400).end('{"status":"ERROR","message":"no"}'));
        return true;
      },
    });
    const settings = { kind: 'remote', baseUrl: upstream.baseUrl, cacheDir: false } as const;
    const gateway = closeLater(await openGateway(settings, { concurrency: 4 }, () => undefined));
    const { address } = await serve({
      service: gateway.service,
      datasetDir: undefined,
      routes: { running: 4 },
    });
    const place = (id: string) => fetch(`${address}/v1/place?ids=${id}`);
    // The first request of all is sent alone.
    expect((await place('a')).status).toBe(200);
    const waiting = twenty(url, (each) => fetch(address + each));
    await vi.waitUntil(() => seen.begun === 4);
    expect((await place('b')).status).toBe(200);
    expect(seen.begun).toBe(4);
    open();
    expect(new Set(await statuses(waiting))).toEqual(new Set([400]));
  });

  it('passes on that the service behind it is busy, and goes on with all else', async () => {
    const { seen, open, wait } = door();
    const direction = (async (parameters: never) => {
      await wait();
      return local.direction(parameters);
    }) as GeoService['direction'];
    const behind = await serve({ service: { ...local, direction }, routes: { running: 1, waiting: 0 } });
    const settings = { kind: 'remote', baseUrl: `${behind.address}/v1`, cacheDir: false } as const;
    const gateway = closeLater(await openGateway(settings, {}, () => undefined));
    const { address } = await serve({ service: gateway.service, datasetDir: undefined });
    const held = fetch(behind.address + ROUTE);
    await vi.waitUntil(() => seen.begun === 1);
    const refused = await fetch(address + ROUTE);
    expect([refused.status, refused.headers.get('geomill-busy')]).toEqual([429, '1']);
    expect((await fetch(address + PLACE)).status).toBe(200);
    open();
    await held;
    expect((await fetch(address + ROUTE)).status).toBe(200);
  });
});

describe('a client', () => {
  it('has fewer routes in flight until a slow service answers in time', async () => {
    let inFlight = 0;
    const upstream = await start({
      delayMs: 20,
      intercept: ({ url = '' }, response) => {
        if (!url.startsWith('/v1/direction')) return false;
        inFlight += 1;
        response.on('close', () => (inFlight -= 1));
        // More than two at once are never answered.
        return inFlight > 2;
      },
    });
    const events: string[] = [];
    const remote = closeLater(
      createRemoteService({
        baseUrl: upstream.baseUrl,
        cacheDir: false,
        concurrency: 8,
        routeDeadlineMs: 500,
        onEvent: ({ event }) => events.push(event),
      }),
    );
    const ask = (nth: number) => remote.service.direction({ origin: '21,105', destination: `20,106.${nth}` });
    const routes = await Promise.allSettled(Array.from({ length: 12 }, (_, nth) => ask(nth)));
    expect(routes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(events).toContain('Limit:Lowered');
  });

  it('writes the bytes of a local run however many routes are in flight', async () => {
    const folder = newFolder();
    const input = join(folder, 'deliveries.csv');
    const rows = Array.from({ length: 32 }, (_, nth) => {
      const at = (step: number) => ((nth * step) % 97) / 1000;
      return `tour ${nth % 8},${21.03 + at(37)},${105.81 + at(53)}`;
    });
    writeFileSync(input, ['batch,lat,lon', ...rows].join('\n'));
    let [refused, tours] = [0, 0];
    const optimizedRoute = (async (parameters: never) => {
      // The first tour is requested alone; the second one is in the way until others were refused.
      if ((tours += 1) === 2) await vi.waitUntil(() => refused > 0, { timeout: 20_000 });
      return local.optimizedRoute(parameters);
    }) as GeoService['optimizedRoute'];
    const service = { ...local, optimizedRoute };
    const { address, app } = await serve({ service, routes: { running: 1, waiting: 3 } });
    app.server.on('request', (_, response) => {
      response.on('finish', () => (refused += Number(response.statusCode === 429)));
    });
    const run = async (name: string, ...more: string[]) => {
      const output = join(folder, name);
      const args = [
        'run',
        'route',
        '--input',
        input,
        '--output',
        output,
        '--no-report',
        '--no-cache',
        ...more,
      ];
      const result = await geomill([
        ...args,
        '--set',
        'route.batch={batch}',
        '--set',
        'route.start=first',
        '--set',
        'route.end=last',
      ]);
      expect(result, result.stderr).toMatchObject({ exitCode: 0 });
      const files = readdirSync(output).filter((file) => file.startsWith('deliveries'));
      return Object.fromEntries(files.map((file) => [file, readFileSync(join(output, file), 'utf8')]));
    };
    const own = await run('local', '--dataset', city.dir);
    expect(Object.keys(own)).toHaveLength(8);
    expect(await run('served', '--service', `${address}/v1`, '--concurrency', '64')).toEqual(own);
    expect(refused).toBeGreaterThan(0);
  });
});
