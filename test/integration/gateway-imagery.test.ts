import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { openGateway } from '../../src/runtime/open-gateway.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { geomill } from './cli-harness.ts';

let folder: string;
let behind: GeomillServer;
let front: GeomillServer;
let gateway: OpenedService;
let local: Awaited<ReturnType<typeof createLocalService>>;
let behindAddress: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-gateway-imagery-'));
  const items = 'fixtures/street/items.ndjson';
  const datasetDir = join(folder, 'street');
  await geomill(['dataset', 'build', '--imagery', items, '--out', datasetDir, '--from', 'none', '--quiet']);
  await cp('fixtures/street/pictures', join(datasetDir, 'pictures'), { recursive: true });
  local = await createLocalService({ datasetDir });
  behind = await createServer({ service: local.service, datasetDir });
  behindAddress = await behind.app.listen({ host: '127.0.0.1', port: 0 });
  gateway = await openGateway(
    {
      kind: 'remote',
      baseUrl: `${behindAddress}/v1`,
      imageryBaseUrl: `${behindAddress}/imagery/v1`,
      cacheDir: false,
    },
    {},
    () => undefined,
  );
  front = await createServer({ service: gateway.service, imageryFiles: gateway.imageryFiles });
  address = await front.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await front.stop();
  await gateway.close();
  await behind.stop();
  await rm(folder, { recursive: true });
});

/** A link or an asset with the method that it is followed by. */
interface Href {
  href: string;
  method: string;
  body: unknown;
}

/** Returns the addresses of a STAC object, and of those within it. */
function hrefsOf(value: unknown): Href[] {
  if (typeof value !== 'object' || value === null) return [];
  const { href, method = 'GET', body } = value as Partial<Href>;
  const own = typeof href === 'string' ? [{ href, method, body }] : [];
  return [...own, ...Object.values(value).flatMap(hrefsOf)];
}

/** Sends a request to an address, with the column and the row of a tile in place of those of its template. */
async function follow({ href, method, body }: Href) {
  const url = href.replace('{TileCol}', '0').replace('{TileRow}', '0').replace('{TileMatrix}', '0');
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? { limit: 1 }),
    }),
  });
  return { status: response.status, type: response.headers.get('content-type') ?? '', response };
}

/** Returns what is not as every STAC object is sent: addresses that are not absolute, and links without a title. */
function faultsOf(value: unknown, root: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  const addresses = [members.href, members['imagery:image'], members['imagery:thumbnail']];
  const relative = addresses.filter((each) => typeof each === 'string' && !each.startsWith(root));
  const isUntitled = 'rel' in members && typeof members.title !== 'string';
  return [
    ...relative.map((each) => `relative: ${String(each)}`),
    ...(isUntitled ? [`no title: ${String(members.rel)}`] : []),
    ...Object.values(members).flatMap((each) => faultsOf(each, root)),
  ];
}

describe('STAC objects', () => {
  it('are written in one way: absolute addresses and titles, by the server and by a gateway', async () => {
    const get = async (root: string, path: string) => {
      const response = await fetch(`${root}/imagery/v1${path}`);
      return { ...response, value: (await response.json()) as { features?: unknown[]; links: Href[] } };
    };
    const { value: list } = await get(behindAddress, '/collections');
    const [{ id }] = (list as unknown as { collections: [{ id: string }] }).collections;
    const { value: items } = await get(behindAddress, `/collections/${id}/items?limit=2`);
    const [item] = items.features as { id: string }[];
    const paths = ['', '/collections', `/collections/${id}`, `/collections/${id}/items?limit=2`];
    for (const path of [...paths, `/collections/${id}/items/${item?.id}`, '/search?limit=3']) {
      const [direct, through] = await Promise.all([get(behindAddress, path), get(address, path)]);
      expect(faultsOf(direct.value, `${behindAddress}/`), path).toEqual([]);
      expect(faultsOf(through.value, `${address}/`), path).toEqual([]);
      // One writer: the same but for the host.
      expect(JSON.parse(JSON.stringify(through.value).replaceAll(address, behindAddress)), path).toEqual(
        direct.value,
      );
    }
  });
});

describe('the street pictures of a service behind a gateway', () => {
  it.each(['GET', 'POST'])('have addresses that the gateway serves, from a search by %s', async (method) => {
    const search = { href: `${address}/imagery/v1/search?limit=3`, method, body: { limit: 3 } };
    const { response } = await follow(
      method === 'POST' ? { ...search, href: search.href.split('?')[0]! } : search,
    );
    const content: unknown = await response.json();
    const hrefs = hrefsOf(content);
    expect(hrefs.length).toBeGreaterThan(20);
    expect(hrefs.filter(({ href }) => !href.startsWith(`${address}/`))).toEqual([]);
    const dead = await Promise.all(
      hrefs.map(async (link) => {
        const { status } = await follow(link);
        return status === 200 ? [] : [`${status} ${link.method} ${link.href}`];
      }),
    );
    expect(dead.flat()).toEqual([]);
  });

  it('are found from the landing page, through every link', async () => {
    const seen = new Set<string>();
    const open: Href[] = [{ href: `${address}/imagery/v1`, method: 'GET', body: undefined }];
    for (let link = open.pop(); link && seen.size < 150; link = open.pop()) {
      const name = `${link.method} ${link.href}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const { status, type, response } = await follow(link);
      expect([status, name]).toEqual([200, name]);
      expect(link.href.startsWith(address), link.href).toBe(true);
      if (type.includes('json') && !link.href.endsWith('/openapi.json'))
        open.push(...hrefsOf(await response.json()));
      else await response.arrayBuffer();
    }
    for (const part of ['/collections', '/items', '/hd.', '/tiles/', '/openapi.json'])
      expect(
        [...seen].some((name) => name.includes(part)),
        part,
      ).toBe(true);
  });

  it('are the bytes of the service behind, with its type', async () => {
    const search = await fetch(`${address}/imagery/v1/search?limit=1`);
    const { features } = (await search.json()) as { features: { assets: { sd: { href: string } } }[] };
    const { href } = features[0]!.assets.sd;
    const [own, original] = await Promise.all([fetch(href), fetch(href.replace(address, behindAddress))]);
    for (const name of ['content-type', 'etag', 'cache-control'])
      expect(own.headers.get(name), name).toBe(original.headers.get(name));
    expect(Buffer.from(await own.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()));
  });

  it.each(['/pictures/none/hd.webp', '/collections/none', '/collections/..%2f..%2fv1'])(
    'are refused where there are none: %s',
    async (path) => {
      const { statusCode } = await front.app.inject(`/imagery/v1${path}`);
      expect(statusCode).toBe(404);
    },
  );
});
