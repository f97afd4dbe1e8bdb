import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { geomill } from './cli-harness.ts';

const SHOP = 'https://shop.example';

describe.each([
  ['one origin', [SHOP], SHOP],
  ['all origins', ['*'], '*'],
])('a server that allows %s', (_what, origins, allowed) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    ({ app } = await createServer({ service: createGeoService({}), origins }));
  });
  afterAll(() => app.close());

  it.each(['/healthz', '/imagery/v1/search', '/none'])('says so in responses: %s', async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: SHOP } });
    expect(headers['access-control-allow-origin']).toBe(allowed);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toBe(allowed === '*' ? undefined : 'origin');
  });

  it('answers preflight requests', async () => {
    const { statusCode, headers } = await app.inject({
      url: '/v1/geocode/forward',
      method: 'OPTIONS',
      headers: { origin: SHOP, 'access-control-request-method': 'GET' },
    });
    expect([statusCode, headers['access-control-allow-headers']]).toEqual([
      204,
      'authorization, content-type, x-api-key',
    ]);
  });

  it('tells others nothing', async () => {
    const { headers } = await app.inject({ url: '/healthz', headers: { origin: 'https://other.example' } });
    expect(headers['access-control-allow-origin']).toBe(allowed === '*' ? '*' : undefined);
  });
});

describe('a server that allows no origin', () => {
  it('has no such headers', async () => {
    const { app } = await createServer({ service: createGeoService({}) });
    const { headers } = await app.inject({ url: '/healthz', headers: { origin: SHOP } });
    expect(Object.keys(headers).filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
    await app.close();
  });
});

describe('geomill serve --cors', () => {
  it.each(['shop.example', 'https://shop.example/', 'null'])('refuses %s', async (origin) => {
    const { exitCode, stderr } = await geomill(['serve', '--port', '0', '--cors', origin]);
    expect([exitCode, stderr.includes(`--cors ${origin} is no origin`)]).toEqual([64, true]);
  });
});
