// What the server's pages have of a dataset: the maps with wards, streets and water; the page of a ward.
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeShapes } from '../../src/base/geo/ground-tiles.ts';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import { mercator } from '../../src/base/geo/mercator.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { loadPageAssets } from '../../src/server/pages/page-assets.ts';
import { startServer } from '../conformance/interface/start-server.ts';

const STARTER = 'fixtures/starter';
const { x, y } = mercator(21.0285, 105.8542);
const tileAt = (zoom: number) => [zoom, Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)].join('/');

let opened: OpenedService;
let server: GeomillServer;
beforeAll(async () => {
  opened = await openService();
  server = await createServer({ service: opened.service, shapes: opened.shapes, datasetDir: STARTER });
});
afterAll(async () => {
  await server.stop();
  await opened.close();
});

const get = (url: string) =>
  server.app.inject({ method: 'GET', url, headers: { host: 'localhost', 'accept-encoding': 'identity' } });
const attribute = (html: string, name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(html)?.[1];

describe('the tiles below the points of a page', () => {
  it('have the streets of the dataset, more of them near by, and are kept by browsers', async () => {
    const path = attribute((await get('/')).body, 'ground')!;
    const counts: number[] = [];
    for (const zoom of [8, 10, 12, 14]) {
      const { statusCode, headers, rawPayload } = await get(`${path}/${tileAt(zoom)}`);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      const shapes = decodeShapes(inflateRawSync(rawPayload));
      counts.push(shapes.filter(({ kind }) => kind === 'road').length);
      expect(shapes.some(({ kind }) => kind === 'main_road')).toBe(true);
    }
    expect(counts[0]).toBe(0);
    expect(counts.at(-1)).toBeGreaterThan(20);
  });

  it('are empty where the dataset has nothing, and missing where there can be none', async () => {
    const path = attribute((await get('/')).body, 'ground')!;
    expect(decodeShapes(inflateRawSync((await get(`${path}/14/0/0`)).rawPayload))).toEqual([]);
    for (const tile of ['9/1/1', '14/16384/0', '14/0/16384', '14/-1/0', '14/1.5/0', '14/a/0', '8/1'])
      expect([tile, (await get(`${path}/${tile}`)).statusCode]).toEqual([tile, 404]);
  });

  it('need a key where the server does', async () => {
    const keyed = await startServer(opened.service, {}, { shapes: opened.shapes, datasetDir: STARTER });
    try {
      const path = attribute(await (await fetch(keyed.origin)).text(), 'ground')!;
      const url = `${keyed.origin}${path}/${tileAt(14)}`;
      expect((await fetch(url)).status).toBe(401);
      const { status, headers } = await fetch(url, {
        headers: { authorization: `Bearer ${keyed.keys.all}` },
      });
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
    } finally {
      await keyed.close();
    }
  });

  it('are not offered by a server without a dataset', async () => {
    const gateway = await createServer({ service: opened.service });
    try {
      const { body } = await gateway.app.inject({ url: '/', headers: { host: 'localhost' } });
      expect(attribute(body, 'provinces')).toBeDefined();
      expect(attribute(body, 'ground')).toBeUndefined();
    } finally {
      await gateway.stop();
    }
  });
});

describe('the outlines of wards', () => {
  it('come by province, together all of the country, a small part of it each', async () => {
    const path = attribute((await get('/')).body, 'wards')!;
    const { provinces } = await loadPageAssets();
    let wards = 0;
    for (const { code } of provinces) {
      const { statusCode, rawPayload } = await get(`${path}/${code}.bin`);
      expect([code, statusCode]).toEqual([code, 200]);
      expect(rawPayload.length).toBeLessThan(30_000);
      const { units } = decodeOutlines(inflateRawSync(rawPayload));
      expect(units.every(({ parent }) => parent === code)).toBe(true);
      wards += units.length;
    }
    const all = await readFile('src/web/kit/map/wards.bin');
    expect(wards).toBe(decodeOutlines(inflateRawSync(all)).units.length);
  });
});

describe('the page of a ward', () => {
  const pageOf = async (path: string) => {
    const { statusCode, body } = await get(path);
    return { statusCode, text: body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), body };
  };

  it('shows its line through all days with decrees, in both languages and without a script', async () => {
    const { statusCode, text, body } = await pageOf('/ward/07294?day=2026-11-01&lang=en');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script');
    for (const part of [
      'before 2020-01-01 Xã Bố Hạ (07294) Huyện Yên Thế, Tỉnh Bắc Giang',
      '2020-01-01 until before 2025-07-01 Thị trấn Bố Hạ (07294) Huyện Yên Thế',
      'Xã Bố Hạ (07294): merged, on 2025-07-01, resolution 1658/NQ-UBTVQH15, 52',
      'it follows from two lists',
      'since 2026-09-20 Phường Bố Hạ',
    ])
      expect(text).toContain(part);
    const vietnamese = await pageOf('/ward/07294?day=2026-11-01&lang=vi');
    expect(vietnamese.text).toContain('đổi loại, từ ngày 2026-09-20, Nghị quyết 388/NQ-UBTVQH16');
    // Each unit of the line is a link to its own page, which has the same units.
    const links = [...body.matchAll(/href="(\/ward\/[^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    );
    for (const link of new Set(links))
      expect((await pageOf(link)).text).toContain('since 2026-09-20 Phường Bố Hạ');
  });

  it('is missing for a code that nobody has, and shows no markup of its address', async () => {
    const { statusCode, body } = await pageOf('/ward/%3Cb%3Ex');
    expect([statusCode, body.includes('&lt;b&gt;x'), body.includes('<b>')]).toEqual([404, true, false]);
  });
});
