import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InjectOptions } from 'fastify';
import { createGeoService } from '../../src/contract/service.ts';
import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { EXAMPLES } from '../../src/server/pages/examples.ts';
import { generateItems, indexOf } from '../support/generated-pictures.ts';

/** What Chromium sends for an address that a person opens. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
/** What programs send. */
const PROGRAMS = [
  undefined,
  '*/*',
  'application/json',
  'application/geo+json, */*',
  'application/json, text/html;q=0.9',
];

let server: GeomillServer;
let paths: string[];

beforeAll(async () => {
  const index = indexOf(generateItems(50, 7));
  const service = createGeoService({ searchImagery: { only: async (query) => searchImagery(index, query) } });
  server = await createServer({ service, pictures: async () => index });
  const { features } = (await get('/imagery/v1/search?limit=1')).json<{
    features: { id: string; collection: string }[];
  }>();
  const { id = '', collection = '' } = features[0] ?? {};
  const base = `/imagery/v1/collections/${collection}`;
  paths = [
    '/imagery/v1',
    '/imagery/v1/conformance',
    '/imagery/v1/collections',
    base,
    `${base}/items?limit=3`,
    `${base}/items/${id}`,
  ];
});
afterAll(() => server.stop());

function get(url: string, accept?: string, more: InjectOptions['headers'] = {}) {
  const headers = { host: 'localhost', ...(accept !== undefined && { accept }), ...more };
  return server.app.inject({ method: 'GET', url, headers });
}

describe('the pages of street pictures', () => {
  it('are the same JSON for all programs, and HTML for a browser', async () => {
    for (const path of paths) {
      const plain = await get(path);
      expect([path, plain.statusCode, plain.headers['content-type']]).toEqual([
        path,
        200,
        expect.stringMatching(/^application\/(geo\+)?json; charset=utf-8$/),
      ]);
      for (const accept of PROGRAMS) {
        const { body, headers } = await get(path, accept);
        expect([path, accept, body, Object.keys(headers)]).toEqual([
          path,
          accept,
          plain.body,
          Object.keys(plain.headers),
        ]);
      }
      const page = await get(path, BROWSER);
      expect([path, page.statusCode, page.headers['content-type']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      // Nobody hands the page to a program that asks for the same address.
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).toContain('<h1>');
      expect((await get(`${path}${path.includes('?') ? '&' : '?'}lang=vi`, BROWSER)).body).toContain(
        'lang="vi"',
      );
    }
  });

  it('begin at the address that the link to the root has', async () => {
    const { links } = (await get('/imagery/v1')).json<{ links: { rel: string; href: string }[] }>();
    const root = new URL(links.find(({ rel }) => rel === 'root')!.href).pathname;
    expect((await get(root)).body).toBe((await get('/imagery/v1')).body);
  });

  it('pass on the key of their address to this server, and show no file of another one', async () => {
    const [, , , , , item = ''] = paths;
    const page = await get(`${item}?apikey=gm_x`, BROWSER);
    const links = [...page.body.matchAll(/(?:href|src)="(https?:[^"]+)"/g)].map(
      ([, href = '']) => new URL(href),
    );
    for (const { host, searchParams } of links)
      expect(searchParams.get('apikey')).toBe(host === 'localhost' ? 'gm_x' : null);
    expect(page.body).not.toMatch(/<img src="(?!http:\/\/localhost\/)/);
  });
});

describe('the documentation', () => {
  it('has an example of each operation', async () => {
    const { paths: listed } = (await get('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string }>>;
    }>();
    const ids = Object.values(listed).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => EXAMPLES[id] === undefined)).toEqual([]);
    // Pictures have no routes of their own without a dataset.
    const pictures = ['picture', 'pictureTile', 'pictureOverviewTile'];
    expect(Object.keys(EXAMPLES).filter((id) => !ids.includes(id))).toEqual(pictures);
  });

  it('loads the files of this server alone, under the policy of all pages', async () => {
    const { body, headers } = await get('/docs');
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(headers['content-security-policy']).toBe(policy.replace("img-src 'self'", "img-src 'self' data:"));
    const loaded = [...body.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    expect(loaded).toHaveLength(5);
    for (const url of loaded) {
      expect(url).toMatch(/^\/assets\//);
      expect((await get(url)).statusCode).toBe(200);
    }
  });
});

describe('an address that is not there', () => {
  it('is a page for a browser, and the error of the interface for programs', async () => {
    for (const [path, body] of [
      ['/none', { status: 'ERROR', message: expect.stringContaining('no such path') as string }],
      ['/imagery/v1/none', { message: expect.any(String) as string, status_code: 404 }],
      ['/imagery/v1/collections/none', { message: 'There is no such collection.', status_code: 404 }],
    ] as const) {
      for (const accept of PROGRAMS) {
        const refused = await get(path, accept);
        expect([refused.statusCode, refused.json()]).toEqual([404, body]);
      }
      const page = await get(path, BROWSER);
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await get(path, BROWSER, { 'accept-language': 'vi' })).body).toContain('Không có trang này');
    }
  });

  it('is never part of a link: it may look like the name of another server', async () => {
    const { body } = await get('//evil.example/"><script>alert(1)</script>', BROWSER);
    expect(body).not.toContain('evil.example');
    expect(body).not.toContain('alert');
  });

  it('keeps the error of the interface below an operation, whoever asks', async () => {
    const refused = await get('/v1/geocode/forward', BROWSER);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { status: 'ERROR' }]);
  });
});

describe('pages and the interface document', () => {
  it.each(['/', '/docs', '/openapi.json'])('are compressed for those who take it: %s', async (path) => {
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get(path, undefined, { 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(packed.headers['vary']).toContain('accept-encoding');
    const refused = await get(path, undefined, { 'accept-encoding': 'gzip;q=0, identity' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const again = await get(path, undefined, { 'if-none-match': String(plain.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
