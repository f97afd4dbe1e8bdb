import create, { type Link, type Stac } from 'stac-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { writeStac } from '../../src/engine/imagery/stac/links.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { bruteForceSearch } from '../support/brute-force-imagery.ts';
import { generateItems, indexOf, type GeneratedItem } from '../support/generated-pictures.ts';

const ITEMS = 2000;
const LIMIT = 40;
const BOX = [105.8, 21, 105.87, 21.05];
/** More pages than the search has: the client would never end. */
const MAX_PAGES = 100;

let items: GeneratedItem[];
let server: GeomillServer;
let root: string;

beforeAll(async () => {
  items = generateItems(ITEMS, 7);
  const index = indexOf(items);
  const service = createGeoService({ searchImagery: { only: async (query) => searchImagery(index, query) } });
  server = await createServer({ service, pictures: async () => index });
  root = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/imagery/v1`;
});
afterAll(() => server.stop());

/** Sends what a link says, and nothing else; stac-js reads the response. */
async function follow(link: Link, more: Record<string, unknown> = {}): Promise<Stac> {
  const url = new URL(link.getAbsoluteUrl());
  const isPost = link.method === 'POST';
  if (!isPost) for (const [name, value] of Object.entries(more)) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: link.method ?? 'GET',
    ...(isPost && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...link.body, ...more }),
    }),
  });
  expect(response.status).toBe(200);
  return read(await response.json(), url.href);
}

function read(document: unknown, url: string): Stac {
  const stac = create(document);
  stac.setAbsoluteUrl(url);
  return stac;
}

describe('a long page', () => {
  it.each([
    ['GET', '?limit=1500', undefined],
    ['GET', '?limit=15&page=2', undefined],
    ['POST', '', { limit: 1500 }],
  ])('has the bytes of the collection that the search returns: %s %s', async (method, query, body) => {
    const response = await fetch(`${root}/search${query}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { limit, page } = {
      limit: Number(/limit=(\d+)/.exec(query)?.[1] ?? 1500),
      page: query.includes('page') ? 2 : 1,
    };
    const expected = writeStac(
      searchImagery(indexOf(items), { limit, ...(page > 1 && { page }) }),
      `${root}/`,
    );
    const found = await response.text();
    if (method === 'GET') expect(found).toBe(JSON.stringify(expected));
    else expect((JSON.parse(found) as typeof expected).features).toEqual(expected.features);
  });

  it('of the items of a collection has absolute addresses', async () => {
    const { collection } = items[0]!;
    const response = await fetch(`${root}/collections/${collection}/items?limit=10000`);
    expect(response.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    const { features, links } = (await response.json()) as { features: { links: Link[] }[]; links: Link[] };
    expect(features.length).toBeGreaterThan(20);
    for (const { href } of [...links, ...features.flatMap((item) => item.links)] as unknown as {
      href: string;
    }[])
      expect(href.startsWith(root)).toBe(true);
  });

  it('refuses a geometry of more positions than are searched', async () => {
    const coordinates = Array.from({ length: 10_001 }, (_, at) => [105 + at / 1e5, 21]);
    const response = await fetch(`${root}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ intersects: { type: 'LineString', coordinates } }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('10001 positions, more than 10000');
  });
});

describe('stac-js', () => {
  it.each(['GET', 'POST'])('pages through a search from the landing page, with %s', async (method) => {
    const landing = read(await (await fetch(root)).json(), `${root}/`);
    expect(landing.isCatalog).toBe(true);
    const search = landing.getSearchLink(method);
    if (!search) throw new Error(`the landing page has no link of a search by ${method}`);
    const expected = bruteForceSearch(items, { bbox: BOX });

    const found: string[] = [];
    const pages: Stac[] = [];
    const filter = method === 'POST' ? BOX : BOX.join(',');
    let page: Stac | undefined = await follow(search, { bbox: filter, limit: LIMIT });
    while (page && pages.length < MAX_PAGES) {
      expect(page.isItemCollection).toBe(true);
      const features = page.getAll();
      expect(features.every((item) => item.isItem)).toBe(true);
      found.push(...features.map(({ id }) => id));
      pages.push(page);
      const { next }: { next: Link | null } = page.getPaginationLinks();
      page = next ? await follow(next) : undefined;
    }
    expect(expected.length).toBeGreaterThan(3 * LIMIT);
    expect(found).toEqual(expected);
    expect(pages).toHaveLength(Math.ceil(expected.length / LIMIT));

    // And back again.
    const { prev } = pages.at(-1)!.getPaginationLinks();
    const before = await follow(prev!);
    expect(before.getAll().map(({ id }) => id)).toEqual(
      found.slice((pages.length - 2) * LIMIT, (pages.length - 1) * LIMIT),
    );
  });

  it('browses the collections and their items', async () => {
    const landing = read(await (await fetch(root)).json(), `${root}/`);
    const collections = await follow(landing.getApiCollectionsLink()!);
    const known = new Set(items.map(({ collection }) => collection));
    const [first, ...others] = collections.getAll();
    expect(first?.isCollection).toBe(true);
    expect(others.length + 1).toBe(known.size);
  });
});
