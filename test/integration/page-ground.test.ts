// What the server's pages have of a dataset: the maps with wards, streets and water; the page of a ward.
import { cp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeShapes } from '../../src/base/geo/ground-tiles.ts';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import { mercator } from '../../src/base/geo/mercator.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { loadPageAssets } from '../../src/server/pages/page-assets.ts';
import { startServer } from '../conformance/interface/start-server.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const STARTER = 'fixtures/starter';
const makeFolder = useTemporaryFolders('page-ground');
const { x, y } = mercator(21.0285, 105.8542);
const tileAt = (zoom: number) => [zoom, Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)].join('/');

let opened: OpenedService;
let server: GeomillServer;
beforeAll(async () => {
  opened = await openService();
  server = await createServer({
    ...{ service: opened.service, shapes: opened.shapes, datasetDir: STARTER },
    origins: ['https://shop.example'],
  });
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

  it('has the successors, decree and item of the tables of the law, for 20 wards of each kind of change', async () => {
    const rows = parse<Record<string, string>>(await readFile('fixtures/starter/dated-edges.csv'), {
      columns: true,
    });
    const edges = rows.map((row) => ({
      ...{ from: row['from_code']!, level: row['from_level'], to: row['to_code']!, day: row['effective']! },
      ...{ kind: row['kind'], decree: row['decree']!, item: row['item']! },
    }));
    const ofWards = edges.filter(({ level, day }) => level === 'ward' && day > '2005');
    const wrong: unknown[] = [];
    for (const kind of ['unchanged', 'renamed', 'retyped', 'merged', 'divided', 'moved']) {
      const all = ofWards.filter((edge) => edge.kind === kind);
      const some = all.filter((_, at) => at % Math.floor(all.length / 20) === 0).slice(0, 20);
      expect([kind, some.length]).toEqual([kind, 20]);
      for (const { from, day } of some) {
        const own = ofWards.filter((edge) => edge.from === from && edge.day === day);
        const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
        const { body } = await pageOf(`/ward/${from}?day=${before}&on=${day}&lang=en`);
        const shares = /<ul class="shares">([^]*?)<\/ul>/.exec(body)?.[1] ?? '';
        const codes = [...shares.matchAll(/href="\/ward\/(\d+)\?/g)].map(([, code]) => code);
        const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
        const isTold = own.every(
          ({ to, decree, item }) =>
            text.includes(`(${to}):`) &&
            text.includes(decree) &&
            (item === '' || text.includes(`${decree}, ${item}`)),
        );
        const expected = [...new Set(own.map(({ to }) => to))].sort();
        if (!isTold || codes.toSorted().join() !== expected.join())
          wrong.push({ kind, from, day, codes, expected, isTold });
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('is found by name, and goes into a frame of another site without its head', async () => {
    const { statusCode, headers } = await get('/ward?ward=Ph%C6%B0%E1%BB%9Dng+%C4%90a+Kao&lang=en');
    expect([statusCode, headers.location]).toEqual([
      303,
      `/ward/${encodeURIComponent('Phường Đa Kao')}?lang=en`,
    ]);
    const found = await pageOf(String(headers.location));
    expect(found.text).toContain('resolution 1685/NQ-UBTVQH15, item 1');
    expect(found.text).toMatch(
      /Phường Sài Gòn, Thành phố Hồ Chí Minh 79 % Phường Tân Định, Thành phố Hồ Chí Minh 21 %/,
    );
    // A share is seen in the outline of its unit, today's units alone have one.
    expect(found.body.match(/fill-opacity="[\d.]+"/g)).toEqual([
      'fill-opacity="0.355"',
      'fill-opacity="0.645"',
    ]);
    expect((await pageOf('/ward/26737?day=2025-06-30&on=2025-06-30&lang=en')).body).not.toContain('<svg');
    expect((await pageOf('/ward/26740?day=2026-01-01&on=2025-06-30&lang=en')).body).toContain('class="own');
    const [whole, framed] = [await get('/ward/26737?lang=en'), await get('/ward/26737?lang=en&embed=1')];
    expect(whole.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(framed.headers['content-security-policy']).toBe(
      String(whole.headers['content-security-policy']).replace(
        "frame-ancestors 'none'",
        "frame-ancestors 'self' https://shop.example",
      ),
    );
    expect([
      whole.body.includes('<nav'),
      framed.body.includes('<nav'),
      framed.body.includes('<form'),
    ]).toEqual([...[true, false, true]]);
  });

  it('is missing for a code that nobody has, and shows no markup of its address', async () => {
    const { statusCode, body } = await pageOf('/ward/%3Cb%3Ex');
    expect([statusCode, body.includes('&lt;b&gt;x'), body.includes('<b>')]).toEqual([404, true, false]);
  });
});

describe('the page of the coverage', () => {
  const rowsOf = (body: string) =>
    [...body.matchAll(/<th scope="row"[^>]*><a href="([^"]+)">([^<]*)<\/a><\/th>([^]*?)<\/tr>/g)].map(
      ([, href = '', name = '', cells = '']) =>
        [
          href,
          name,
          ...[...cells.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell!.trim()),
        ] as string[],
    );

  it('has the figures of geomill dataset info, by province and ward by ward', async () => {
    const info = JSON.parse((await geomill(['dataset', 'info', STARTER, '--json'])).stdout) as {
      counts: { wards: number };
      streets_in: { code: string; wards: number; covered: number }[];
    };
    const rows = rowsOf((await get('/coverage?lang=en')).body);
    expect(rows).toHaveLength(34);
    const found = rows.map(([href = '', , wards, streets]) => [
      /province=(\d+)/.exec(href)![1],
      ...[Number(wards), Number(streets)],
    ]);
    expect(found.filter(([, , streets]) => streets !== 0).toSorted()).toEqual(
      info.streets_in.map(({ code, wards, covered }) => [code, wards, covered]).toSorted(),
    );
    expect(found.reduce((sum, [, wards]) => sum + Number(wards), 0)).toBe(info.counts.wards);
    const [hcmc] = rows.filter(([href]) => href!.includes('province=79&'));
    const inside = rowsOf((await get('/coverage?province=79&level=doorstep&lang=en')).body);
    const marks = (at: number) => inside.filter((cells) => cells[at] === '✓').length;
    expect([inside.length, marks(3), marks(4)].map(String)).toEqual(hcmc!.slice(2, 5));
    // A door is on a street, so that no ward has more of them.
    expect(
      rows.every(
        ([, , wards, streets, doors]) => Number(doors) <= Number(streets) && Number(streets) <= Number(wards),
      ),
    ).toBe(true);
  });

  it('is read again when it could not be read, and stays that of the dataset that is served', async () => {
    const folder = makeFolder();
    await cp(STARTER, folder, { recursive: true });
    const own = await openService({ kind: 'local', datasetDir: folder });
    const [served, bare] = await Promise.all(
      [{ loaded: own.shared?.loaded }, {}].map((loaded) =>
        createServer({ service: own.service, datasetDir: folder, ...loaded }),
      ),
    );
    try {
      const page = async ({ app }: GeomillServer) => {
        const { statusCode, body } = await app.inject({ url: '/coverage', headers: { host: 'localhost' } });
        return [statusCode, rowsOf(body).length];
      };
      const move = (from: string, to: string) =>
        Promise.all(
          ['manifest.json', 'wards.csv', 'houses.bin'].map((name) =>
            rename(join(folder, from + name), join(folder, to + name)),
          ),
        );
      // As while another dataset takes its place.
      await move('', 'away-');
      expect(await page(served!)).toEqual([200, 34]);
      expect(await page(bare!)).toEqual([500, 0]);
      await move('away-', '');
      expect(await page(bare!)).toEqual([200, 34]);
    } finally {
      await Promise.all([served!.stop(), bare!.stop()]);
      await own.close();
    }
  });
});
