import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { makeRoom } from '../../src/server/guards.ts';
import { createServer } from '../../src/server/create-server.ts';

const SHOP = 'https://shop.example';
const CROSS_SITE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('a server without keys', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const service = createGeoService({
      geocodeReverse: { google: async () => ({ results: [], status: 'OK' }) },
    });
    ({ app } = await createServer({ service, hosts: ['maps.example'], origins: [SHOP] }));
  });
  afterAll(() => app.close());
  const statusOf = async (headers: Record<string, string>, url = '/v1/geocode/reverse?latlng=21,105') =>
    (await app.inject({ url, headers })).statusCode;

  it.each([
    'localhost:8080',
    '127.0.0.1:49153',
    '127.3.2.1',
    '[::1]:8080',
    '192.168.1.7:8080',
    'app.localhost',
    'host.docker.internal:8080',
    'LOCALHOST.',
    'maps.example',
    'Maps.Example:443',
  ])('answers for %s', async (host) => {
    expect(await statusOf({ host })).toBe(200);
  });

  it.each([
    'rebound.example',
    'localhost.evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'a:b:c',
  ])('does not answer for %s, whose name may lead anywhere', async (host) => {
    expect(await statusOf({ host })).toBe(403);
    expect(await statusOf({ host }, '/')).toBe(403);
  });

  it('refuses what pages of other sites send, and says what to do', async () => {
    const { statusCode, body } = await app.inject({
      url: '/v1/geocode/reverse?latlng=21,105',
      headers: CROSS_SITE,
    });
    expect(statusCode).toBe(403);
    expect(body).toContain('--cors');
    expect(await statusOf({ ...CROSS_SITE, origin: 'https://other.example' })).toBe(403);
    expect(await statusOf(LINK)).toBe(403);
    expect(await statusOf({ ...LINK, 'sec-fetch-dest': 'iframe' }, '/')).toBe(403);
  });

  it('answers its own pages, programs, links to its pages, and allowed origins', async () => {
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
    expect(await statusOf({})).toBe(200);
    expect(await statusOf(LINK, '/')).toBe(200);
    expect(await statusOf(LINK, '/docs')).toBe(200);
    // Without pictures, but not refused.
    expect(await statusOf(LINK, '/imagery/v1')).not.toBe(403);
    expect(await statusOf(LINK, '/imagery/v1/collections/none')).not.toBe(403);
    expect(await statusOf(LINK, '/imagery/v1/search?limit=1')).toBe(403);
    expect(await statusOf(CROSS_SITE, '/imagery/v1')).toBe(403);
    expect(await statusOf(CROSS_SITE, '/viewer/none.js')).toBe(404);
    expect(await statusOf({ ...CROSS_SITE, origin: SHOP })).toBe(200);
    expect(await statusOf({ ...CROSS_SITE, referer: `${SHOP}/cart` })).toBe(200);
  });

  it('says that its pages depend on the origin too', async () => {
    for (const url of ['/', '/docs']) {
      const { headers } = await app.inject({ url });
      expect(headers['vary']).toBe('origin, accept-language, accept-encoding');
    }
  });
});

/** Opens a connection that has had the response to a request, to a server whose connections stay open. */
async function openUsed(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

it.each([
  ['in the last seconds stay when new ones come, which are refused', 60_000, [false, false], true],
  ['and are idle make room, the one that is idle longest', 0, [true, false], false],
] as const)('connections that had a request %s', async (_what, idleMs, areClosed, isRefused) => {
  const server = createHttpServer((_request, response) => response.end('here'));
  makeRoom(server, 2, idleMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const used = [await openUsed(port), await openUsed(port)];
  const late = connect(port, '127.0.0.1').on('error', () => undefined);
  // Whichever the server closes.
  await Promise.race([...used, late].map((socket) => once(socket.resume(), 'close')));
  expect(used.map(({ closed }) => closed)).toEqual(areClosed);
  expect(late.closed).toBe(isRefused);
  for (const socket of [...used, late]) socket.destroy();
  server.closeAllConnections();
  server.close();
});

it('silent connections make room for others', async () => {
  const server = createHttpServer((_request, response) => response.end('here'));
  makeRoom(server, 5);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const silent: Socket[] = [];
  for (let count = 0; count < 8; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    silent.push(socket);
    await once(socket, 'connect');
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  for (const socket of silent) socket.destroy();
  server.closeAllConnections();
  server.close();
});
