import { describe, expect, it } from 'vitest';
import { createImageryClient, dateInterval } from './imagery-client.ts';

const ITEM = {
  id: 'p-1',
  type: 'Feature',
  collection: 'c-1',
  geometry: { type: 'Point', coordinates: [105.7, 21] },
  assets: { thumb: { href: 'pictures/p-1/thumb.webp' }, hd: { href: 'https://other.example/hd.jpg' } },
  asset_templates: { tiles: { href: 'pictures/p-1/tiles/{TileCol}_{TileRow}.webp' } },
  links: [
    { rel: 'prev', href: 'x', id: 'p-0', geometry: { type: 'Point', coordinates: [105.7, 20.9] } },
    { rel: 'next', href: 'x', id: 'p-2', geometry: { type: 'Point', coordinates: [105.7, 21.1] } },
    { rel: 'next', href: 'x', geometry: null },
  ],
  properties: {
    datetime: '2025-10-07T20:40:00Z',
    datetimetz: '2025-10-08T03:40:00+07:00',
    'view:azimuth': 239,
    'imagery:producer': '<b>Someone</b>',
    width: 2048,
    'tiles:tile_matrix_sets': { width: 2048, any: { tileMatrix: [{ matrixWidth: 4, matrixHeight: 2 }] } },
  },
};

function client(apiKey = '', item: object = ITEM, status = 200) {
  const requests: URL[] = [];
  const made = createImageryClient({
    root: 'https://maps.example/imagery/v1',
    apiKey,
    async fetch(url) {
      requests.push(new URL(url));
      return new Response(JSON.stringify({ features: [item] }), {
        status,
      });
    },
  });
  return { ...made, requests };
}

describe('the imagery client', () => {
  it('makes nodes of items', async () => {
    const node = await client().getNode('p-1');
    expect(node).toMatchObject({
      id: 'p-1',
      name: '2025-10-08',
      caption: '2025-10-08 · <b>Someone</b>',
      gps: [105.7, 21],
      sphereCorrection: { pan: '-239deg', tilt: '0deg', roll: '0deg' },
      links: [
        { nodeId: 'p-2', gps: [105.7, 21.1], position: { yaw: '0deg', pitch: 0 }, data: { rel: 'next' } },
        { nodeId: 'p-0', gps: [105.7, 20.9], position: { yaw: '180deg', pitch: 0 }, data: { rel: 'prev' } },
      ],
      panorama: {
        baseUrl: 'https://maps.example/imagery/v1/pictures/p-1/thumb.webp',
        width: 2048,
        cols: 4,
        rows: 2,
      },
    });
    expect(node.panorama.tileUrl(3, 1)).toBe('https://maps.example/imagery/v1/pictures/p-1/tiles/3_1.webp');
  });

  const matrix = (identifier: string, matrixWidth: number) => ({
    identifier,
    matrixWidth,
    matrixHeight: matrixWidth / 2,
  });
  const withMatrices = (templates: object, ...matrices: object[]) => ({
    ...ITEM,
    asset_templates: templates,
    properties: {
      ...ITEM.properties,
      width: 8192,
      'tiles:tile_matrix_sets': { any: { tileMatrix: matrices } },
    },
  });
  const TILES = { href: 'tiles/{TileCol}_{TileRow}' };
  const OVERVIEWS = { href: 'overviews/{TileMatrix}/{TileCol}_{TileRow}' };

  it('takes coarser tiles as levels, the coarsest first', async () => {
    const item = withMatrices({ tiles: TILES, overviews: OVERVIEWS }, matrix('0', 16), matrix('1', 8));
    const { panorama } = await client('', item).getNode('p-1');
    expect(panorama).toMatchObject({ width: 8192, cols: 16, rows: 8 });
    expect(panorama.levels).toEqual([
      { width: 4096, cols: 8, rows: 4 },
      { width: 8192, cols: 16, rows: 8 },
    ]);
    const root = 'https://maps.example/imagery/v1';
    expect(panorama.tileUrl(3, 1, 0)).toBe(`${root}/overviews/1/3_1`);
    expect(panorama.tileUrl(3, 1, 1)).toBe(`${root}/tiles/3_1`);
    expect(panorama.tileUrl(3, 1)).toBe(`${root}/tiles/3_1`);
  });

  it.each([
    ['a template for coarser tiles', { tiles: TILES }, matrix('1', 8)],
    ['coarser tiles that can be used', { tiles: TILES, overviews: OVERVIEWS }, matrix('1', 6)],
  ])('has no levels without %s', async (_what, templates, coarser) => {
    const { panorama } = await client('', withMatrices(templates, matrix('0', 16), coarser)).getNode('p-1');
    expect(panorama).toMatchObject({ cols: 16, rows: 8 });
    expect(panorama.levels).toBeUndefined();
  });

  it('sends the key to the service alone', async () => {
    const service = client('K 1');
    const withoutTiles = { ...ITEM, asset_templates: {} };
    const { panorama } = await service.getNode('p-1');
    expect(service.requests[0]!.searchParams.get('apikey')).toBe('K 1');
    expect(panorama.baseUrl).toBe('https://maps.example/imagery/v1/pictures/p-1/thumb.webp?apikey=K+1');
    const other = await client('K 1', withoutTiles).getNode('p-1');
    expect(other.panorama).toMatchObject({ cols: 1, rows: 1 });
    expect(other.panorama.tileUrl(0, 0)).toBe('https://other.example/hd.jpg');
  });

  it('loads no address but of the web', async () => {
    const item = { ...ITEM, assets: { thumb: { href: 'javascript:alert(1)' } } };
    expect((await client('', item).getNode('p-1')).panorama.baseUrl).toBe('');
  });

  it('searches around a position, on some days', async () => {
    const service = client();
    service.setDates({ from: '2024-01-01' });
    await service.findNear({ lat: 0, lng: -180 }, 50, 1);
    expect(Object.fromEntries(service.requests[0]!.searchParams)).toEqual({
      place_position: '-180,0',
      place_distance: '0-50',
      limit: '1',
      datetime: '2024-01-01T00:00:00+07:00/..',
    });
  });

  it('fails with the status of the service', async () => {
    await expect(client('', ITEM, 429).getNode('p-1')).rejects.toThrow('the imagery search answered 429');
  });

  it('places a flat picture in the middle of its sphere', async () => {
    const properties = {
      ...ITEM.properties,
      height: 1536,
      'pers:interior_orientation': { field_of_view: 90 },
    };
    const { panorama } = await client('', { ...ITEM, properties }).getNode('p-1');
    expect(panorama.basePanoData).toMatchObject({
      fullWidth: 8192,
      fullHeight: 4096,
      croppedX: 3072,
      croppedY: 1280,
    });
    expect(panorama.tileUrl(0, 0)).toBeNull();
  });

  it.each([
    [{ matrixWidth: 6, matrixHeight: 3 }],
    [{ matrixWidth: 128, matrixHeight: 64 }],
    [{ matrixWidth: '4', matrixHeight: 2 }],
    [undefined],
  ])('shows the whole picture where the tiles cannot be used: %j', async (matrix) => {
    const sets = { any: matrix && { tileMatrix: [matrix] } };
    const properties = { ...ITEM.properties, 'tiles:tile_matrix_sets': sets };
    expect((await client('', { ...ITEM, properties }).getNode('p-1')).panorama).toMatchObject({
      cols: 1,
      rows: 1,
    });
  });
});

describe('dateInterval', () => {
  it('covers whole days of Viet Nam, and open sides', () => {
    expect(dateInterval({})).toEqual({});
    expect(dateInterval({ from: '', to: '' })).toEqual({});
    expect(dateInterval({ to: '2024-02-29' })).toEqual({ datetime: '../2024-02-29T23:59:59+07:00' });
    expect(dateInterval({ from: '2024-01-01', to: '2024-01-01' })).toEqual({
      datetime: '2024-01-01T00:00:00+07:00/2024-01-01T23:59:59+07:00',
    });
  });

  it.each(['1.2.2024', '2024-13-01', '2024-01-01/..'])('refuses %s', (from) => {
    expect(() => dateInterval({ from })).toThrow(RangeError);
  });
});
