import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { openGateway } from '../../src/runtime/open-gateway.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { buildSmallCity } from '../conformance/small-city.ts';
import { useLoopback } from '../support/use-loopback.ts';

const { newFolder } = useLoopback('gateway');

let city: Awaited<ReturnType<typeof buildSmallCity>>;
let local: Awaited<ReturnType<typeof createLocalService>>;
const servers: GeomillServer[] = [];
const gateways: OpenedService[] = [];

beforeAll(async () => {
  city = await buildSmallCity();
  local = await createLocalService({ datasetDir: city.dir });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});
afterAll(() => city.remove());

async function serveLocal(port = 0) {
  const server = await createServer({ service: local.service, datasetDir: city.dir });
  servers.push(server);
  return { server, address: await server.app.listen({ host: '127.0.0.1', port }) };
}

async function startGateway(
  baseUrl: string,
  more: { perDay?: number } = {},
  cacheDir: string | false = false,
) {
  const time = { ms: 0 };
  const settings = { kind: 'remote', baseUrl, cacheDir } as const;
  const gateway = await openGateway(
    settings,
    more,
    () => undefined,
    () => time.ms,
  );
  gateways.push(gateway);
  const server = await createServer({ service: gateway.service });
  servers.push(server);
  return { app: server.app, time };
}

describe('a gateway', () => {
  it('answers as the service behind it, also failed requests', async () => {
    const { server, address } = await serveLocal();
    const { app } = await startGateway(`${address}/v1`);
    for (const url of [
      '/v1/geocode/forward?text=ch%E1%BB%A3+long+bi%C3%AAn&size=3&admin_v2=true',
      '/v1/geocode/forward?address=ch%E1%BB%A3+long+bi%C3%AAn',
      '/v1/geocode/reverse?point.lat=21.0442&point.lon=105.8486&size=2',
      '/v1/nearby?categories=market&point.lat=21.0442&point.lon=105.8486',
      '/v1/place?ids=none&format=google',
    ]) {
      const [direct, through] = [await server.app.inject(url), await app.inject(url)];
      expect([through.statusCode, through.json()], url).toEqual([direct.statusCode, direct.json()]);
    }
    const wrong = await app.inject('/v1/nearby?categories=no-such-category&point.lat=21&point.lon=105');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json<{ message: string }>().message).toContain('no-such-category');
  });

  it('stops at its daily quota, with the time when it is renewed', async () => {
    const { address } = await serveLocal();
    const { app } = await startGateway(`${address}/v1`, { perDay: 2 }, newFolder());
    const statuses = [];
    for (const text of ['a', 'b', 'a', 'c']) {
      statuses.push((await app.inject(`/v1/geocode/forward?text=${text}`)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const spent = await app.inject('/v1/geocode/forward?text=d');
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('refuses a daily quota that nothing would remember', async () => {
    await expect(startGateway('http://127.0.0.1:9/v1', { perDay: 2 })).rejects.toMatchObject({
      code: 'USAGE',
    });
  });

  it('goes on when the service behind it is back', { timeout: 120_000 }, async () => {
    const { server, address } = await serveLocal();
    const { app, time } = await startGateway(`${address}/v1`);
    const status = async (text: string) => (await app.inject(`/v1/geocode/forward?text=${text}`)).statusCode;
    expect(await status('a')).toBe(200);
    await server.stop();
    const down = [];
    // Single failures come first; after a hundred attempts the service counts as down for all requests.
    while (down.at(-1) !== 503 && down.length < 1000) {
      down.push(
        ...(await Promise.all(['b', 'c', 'd', 'e', 'f', 'g'].map((text) => status(text + down.length)))),
      );
    }
    expect(down).not.toContain(200);
    expect(down.at(-1)).toBe(503);
    const refused = await app.inject('/v1/geocode/forward?text=h');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);

    await serveLocal(Number(new URL(address).port));
    expect(await status('i'), 'not yet').toBe(503);
    time.ms += 5001;
    expect(await status('j')).toBe(200);
  });
});
