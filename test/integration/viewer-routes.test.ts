import type { FastifyInstance } from 'fastify';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer } from '../../src/server/create-server.ts';

const MOST_GZIP_BYTES = 260e3;

describe('the files of the viewer', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    ({ app } = await createServer({ service: createGeoService({}) }));
  });
  afterAll(() => app.close());

  it.each([
    ['geomill-viewer.js', 'text/javascript'],
    ['geomill-viewer.classic.js', 'text/javascript'],
    ['geomill-viewer.css', 'text/css'],
    ['demo.js', 'text/javascript'],
    ['LICENSES.txt', 'text/plain'],
  ])('are sent to pages of all origins, as they are and compressed: %s', async (name, type) => {
    const url = `/viewer/${name}`;
    const plain = await app.inject(url);
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    expect(plain.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('have a demo page that loads nothing from elsewhere, and runs nothing within the page', async () => {
    const { headers, body } = await app.inject('/viewer/demo.html');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/https?:|style="|<script>/);
    const { statusCode, headers: moved } = await app.inject('/viewer/');
    expect([statusCode, moved.location]).toEqual([302, '/viewer/demo.html']);
  });

  it(`are at most ${MOST_GZIP_BYTES / 1e3} kB, script and styles together`, async () => {
    const sizes = await Promise.all(
      ['geomill-viewer.js', 'geomill-viewer.css'].map(
        async (name) =>
          (await app.inject({ url: `/viewer/${name}`, headers: { 'accept-encoding': 'gzip' } })).rawPayload
            .length,
      ),
    );
    expect(sizes[0]! + sizes[1]!).toBeLessThan(MOST_GZIP_BYTES);
  });

  it('name the licences of all packages in them', async () => {
    const { body } = await app.inject('/viewer/LICENSES.txt');
    for (const name of ['@photo-sphere-viewer/core', 'three', 'leaflet']) expect(body).toContain(name);
  });

  it('have outlines for plans: of the provinces, and of the wards of each', async () => {
    for (const name of ['provinces', '01', '79']) {
      const { statusCode, headers, rawPayload } = await app.inject(`/viewer/outlines/${name}.bin`);
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(decodeOutlines(inflateRawSync(rawPayload)).units.length).toBeGreaterThan(30);
      expect(rawPayload.length).toBeLessThan(45_000);
    }
    for (const name of ['99.bin', '1.bin', '..%2Fprovinces.bin', 'constructor', '01.bin.bin'])
      expect([name, (await app.inject(`/viewer/outlines/${name}`)).statusCode]).toEqual([name, 404]);
  });

  it('are no others', async () => {
    expect((await app.inject('/viewer/../server.js')).statusCode).toBe(404);
    expect((await app.inject('/viewer/geomill-viewer.d.ts')).statusCode).toBe(404);
  });
});
