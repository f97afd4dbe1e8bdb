import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';

const run = promisify(execFile);
/** The interpreter of Debian, which has its packages; another python3 may come first in the path. */
const PYTHON = '/usr/bin/python3';

const hasGeopy = await run(PYTHON, ['-c', 'import geopy']).then(
  () => true,
  () => false,
);
const isCi = process.env.CI === 'true';

let opened: OpenedService;
let server: GeomillServer;
let authority: string;

beforeAll(async () => {
  opened = await openService();
  server = await createServer({ service: opened.service });
  authority = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).host;
}, 60_000);

afterAll(async () => {
  await server.stop();
  await opened.close();
});

/** Runs geopy, as Debian ships it, and returns what the expression gives as JSON. */
async function geopy(setUp: string, expression: string): Promise<unknown> {
  const program = [
    'import json',
    'from geopy.geocoders import GoogleV3, Nominatim, Pelias, Photon',
    'from geopy.exc import GeocoderQueryError, GeocoderServiceError',
    'def plain(found):',
    '    if found is None: return None',
    '    if isinstance(found, list): return [plain(each) for each in found]',
    '    return {"address": found.address, "lat": found.latitude, "lon": found.longitude, "raw": found.raw}',
    setUp,
    `print(json.dumps(${expression}))`,
  ].join('\n');
  const { stdout } = await run(PYTHON, ['-c', program], { env: { PATH: '/usr/bin', NO_PROXY: '*' } });
  return JSON.parse(stdout) as unknown;
}

const ADDRESS = '86 Bát Đàn, Hoàn Kiếm, Hà Nội';

describe('Nominatim', () => {
  const get = async (path: string) => {
    const response = await fetch(`http://${authority}/nominatim${path}`);
    return [response.status, (await response.json()) as Record<string, unknown>] as const;
  };

  it('answers at the paths of its old versions, and refuses XML', async () => {
    const q = `q=${encodeURIComponent(ADDRESS)}`;
    const [, places] = await get(`/search?${q}`);
    for (const path of ['/?', '/search/?', '/search.php?'])
      expect(await get(`${path}${q}`)).toEqual([200, places]);
    expect((await get(`/?${q}&format=xml`))[0]).toBe(400);
  });

  it('has the details of a place by its id', async () => {
    const [, [place]] = (await get(
      `/search?q=${encodeURIComponent('Chợ Bến Thành')}&extratags=1`,
    )) as unknown as [number, { place_id: number; extratags: Record<string, string> }[]];
    const id = place?.extratags['geomill:id'] ?? '';
    expect(await get(`/details?place_id=${id}&format=json`)).toMatchObject([
      200,
      { place_id: place?.place_id, localname: 'Chợ Bến Thành', centroid: { type: 'Point' } },
    ]);
    expect((await get('/details?osmtype=N&osmid=1'))[0]).toBe(404);
    expect((await get('/details?place_id=12'))[0]).toBe(400);
  });
});

describe('geopy', () => {
  it('is installed where the tests of every commit run', ({ skip }) => {
    if (!hasGeopy && !isCi) skip('python3-geopy is missing: apt-get install python3-geopy');
    expect(hasGeopy).toBe(true);
  });

  describe.skipIf(!hasGeopy)('with Nominatim', () => {
    const nominatim = () =>
      `geocoder = Nominatim(user_agent="geomill-test", scheme="http", timeout=30, domain="${authority}/nominatim")`;

    it('geocodes', async () => {
      const found = await geopy(nominatim(), `plain(geocoder.geocode("${ADDRESS}", addressdetails=True))`);
      expect(found).toMatchObject({
        address: 'Phố Bát Đàn, Phường Hoàn Kiếm, Thành phố Hà Nội, Việt Nam',
        lat: expect.closeTo(21.0337, 3) as number,
        lon: expect.closeTo(105.8464, 3) as number,
        raw: { class: 'highway', address: { road: 'Phố Bát Đàn', country_code: 'vn' } },
      });
    });

    it('geocodes structured questions, with filters', async () => {
      const found = await geopy(
        nominatim(),
        'plain(geocoder.geocode({"street": "86 Bát Đàn", "city": "Hà Nội", "country": "Việt Nam"}, exactly_one=False, limit=3, country_codes="vn", viewbox=[(20.9, 105.7), (21.1, 106.0)], bounded=True, extratags=True, namedetails=True, language="vi"))',
      );
      expect(found).toMatchObject([{ raw: { name: 'Phố Bát Đàn', namedetails: { name: 'Phố Bát Đàn' } } }]);
      expect(
        await geopy(nominatim(), `plain(geocoder.geocode("${ADDRESS}", country_codes="th"))`),
      ).toBeNull();
    });

    it('reverses, with zoom', async () => {
      const building = await geopy(nominatim(), 'plain(geocoder.reverse((10.777, 106.6953)))');
      expect(building).toMatchObject({ raw: { name: 'Dinh Độc Lập', address: { country: 'Việt Nam' } } });
      const ward = await geopy(nominatim(), 'plain(geocoder.reverse((10.777, 106.6953), zoom=14))');
      expect(ward).toMatchObject({ raw: { name: 'Phường Bến Thành', class: 'boundary' } });
      const city = await geopy(nominatim(), 'plain(geocoder.reverse((10.777, 106.6953), zoom=5))');
      expect(city).toMatchObject({ raw: { name: 'Thành phố Hồ Chí Minh', addresstype: 'city' } });
      expect(await geopy(nominatim(), 'plain(geocoder.reverse((48.85, 2.35)))')).toBeNull();
    });
  });

  describe.skipIf(!hasGeopy)('with GoogleV3', () => {
    const google = () =>
      `geocoder = GoogleV3(api_key="any", scheme="http", timeout=30, domain="${authority}")`;

    it('geocodes an address, components and an id', async () => {
      const found = await geopy(google(), `plain(geocoder.geocode("${ADDRESS}"))`);
      expect(found).toMatchObject({
        lat: expect.closeTo(21.0337, 3) as number,
        raw: { types: ['route'], geometry: { location_type: 'GEOMETRIC_CENTER' } },
      });
      const id = (found as { raw: { place_id: string } }).raw.place_id;
      expect(await geopy(google(), `plain(geocoder.geocode(place_id="${id}"))`)).toMatchObject({
        raw: { place_id: id },
      });
      const filtered = (country: string) =>
        geopy(google(), `plain(geocoder.geocode("${ADDRESS}", components={"country": "${country}"}))`);
      expect(await filtered('VN')).toMatchObject({ raw: { place_id: id } });
      expect(await filtered('FR')).toBeNull();
    });

    it('reverses', async () => {
      const found = await geopy(google(), 'plain(geocoder.reverse((10.777, 106.6953)))');
      expect(found).toMatchObject({ address: expect.stringContaining('Dinh Độc Lập') as string });
    });
  });

  describe.skipIf(!hasGeopy)('with Pelias', () => {
    const pelias = () => `geocoder = Pelias("${authority}/pelias", api_key="any", scheme="http", timeout=30)`;

    it('geocodes', async () => {
      expect(await geopy(pelias(), `plain(geocoder.geocode("${ADDRESS}"))`)).toMatchObject({
        lat: expect.closeTo(21.0337, 3) as number,
        raw: { properties: { layer: 'street', country_a: 'VNM' } },
      });
      const boxed = 'boundary_rect=[(10.7, 106.6), (10.8, 106.8)]';
      expect(await geopy(pelias(), `plain(geocoder.geocode("${ADDRESS}", ${boxed}))`)).toBeNull();
    });

    it('reverses', async () => {
      expect(await geopy(pelias(), 'plain(geocoder.reverse((10.777, 106.6953)))')).toMatchObject({
        raw: { properties: { name: 'Dinh Độc Lập', distance: 0 } },
      });
    });
  });

  describe.skipIf(!hasGeopy)('with Photon', () => {
    const photon = () => `geocoder = Photon(scheme="http", timeout=30, domain="${authority}/photon")`;

    it('geocodes', async () => {
      const found = await geopy(
        photon(),
        'plain(geocoder.geocode("chợ bến thành", exactly_one=False, limit=3, location_bias=(10.77, 106.7), language="en"))',
      );
      expect((found as unknown[])[0]).toMatchObject({
        lat: expect.closeTo(10.7725, 2) as number,
        raw: { properties: { name: 'Chợ Bến Thành', osm_key: 'amenity', osm_value: 'marketplace' } },
      });
      const house = await geopy(
        photon(),
        'plain(geocoder.geocode("135 Nam Kỳ Khởi Nghĩa, Bến Thành, TP.HCM"))',
      );
      expect(house).toMatchObject({ raw: { properties: { housenumber: '135', type: 'house' } } });
    });

    it('geocodes with a tag and a box', async () => {
      const found = await geopy(
        photon(),
        'plain(geocoder.geocode("bến thành", exactly_one=False, osm_tag=["amenity:marketplace", "!shop"], bbox=[(10.7, 106.6), (10.8, 106.8)]))',
      );
      const tags = (found as { raw: { properties: { osm_value: string } } }[]).map(
        ({ raw }) => raw.properties.osm_value,
      );
      expect(tags.length).toBeGreaterThan(0);
      expect(new Set(tags)).toEqual(new Set(['marketplace']));
    });

    it('reverses', async () => {
      const found = await geopy(
        photon(),
        'plain(geocoder.reverse((10.777, 106.6953), limit=5, exactly_one=False))',
      );
      expect((found as unknown[])[0]).toMatchObject({
        raw: { properties: { name: 'Dinh Độc Lập', countrycode: 'VN' } },
      });
      expect(await geopy(photon(), 'plain(geocoder.reverse((48.85, 2.35)))')).toBeNull();
    });
  });
});

describe('the dialects', () => {
  const get = async (url: string) => {
    const { statusCode, body } = await server.app.inject({ url });
    return { status: statusCode, body: JSON.parse(body) as unknown };
  };

  it('report errors in their own form', async () => {
    const code400 = { error: { code: 400, message: expect.any(String) as string } };
    for (const url of [
      '/nominatim/search?q=a&city=b',
      '/nominatim/search?q=a&format=xml',
      '/nominatim/search?q=a&json_callback=f',
      '/nominatim/search?q=a&limit=x',
      '/nominatim/search',
      '/nominatim/reverse?lat=91&lon=0',
      '/nominatim/reverse?lat=9',
      '/nominatim/lookup?osm_ids=X1',
    ]) {
      expect(await get(url), url).toEqual({ status: 400, body: code400 });
    }
    const message = { message: expect.any(String) as string };
    for (const url of [
      '/photon/api',
      '/photon/api?q=a&foo=1',
      '/photon/api?q=a&layer=x',
      '/photon/reverse?lat=1',
      '/photon/api?q=a&bbox=1,2,3',
    ]) {
      expect(await get(url), url).toEqual({ status: 400, body: message });
    }
    expect(await get('/nominatim/reverse?lat=48&lon=2')).toEqual({
      status: 200,
      body: { error: 'Unable to geocode' },
    });
  });

  it('write every format of Nominatim', async () => {
    const q = encodeURIComponent(ADDRESS);
    const formats = Object.fromEntries(
      await Promise.all(
        ['jsonv2', 'json', 'geojson', 'geocodejson'].map(async (format) => [
          format,
          (await get(`/nominatim/search?q=${q}&format=${format}&addressdetails=1&limit=1`)).body,
        ]),
      ),
    ) as Record<string, unknown>;
    const address = {
      road: 'Phố Bát Đàn',
      suburb: 'Phường Hoàn Kiếm',
      city: 'Thành phố Hà Nội',
      country: 'Việt Nam',
      country_code: 'vn',
    };
    expect(formats.jsonv2).toMatchObject([
      { category: 'highway', place_rank: 26, addresstype: 'road', address },
    ]);
    expect(formats.json).toMatchObject([
      { class: 'highway', lat: expect.stringMatching(/^21\.03/) as string },
    ]);
    expect(formats.geojson).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          bbox: expect.any(Array) as unknown[],
          properties: { category: 'highway' },
          geometry: { type: 'Point' },
        },
      ],
    });
    expect(formats.geocodejson).toMatchObject({
      geocoding: { version: '0.1.0', query: ADDRESS },
      features: [{ properties: { geocoding: { type: 'street', city: 'Thành phố Hà Nội' } } }],
    });
  });

  it('look up ids of the interface', async () => {
    const { body } = await get('/nominatim/search?q=h%E1%BB%93+t%C3%A2y&extratags=1&limit=1');
    const [{ extratags, place_id }] = body as [{ extratags: Record<string, string>; place_id: number }];
    const found = await get(`/nominatim/lookup?osm_ids=${extratags['geomill:id']},N1`);
    expect(found.body).toMatchObject([{ place_id, name: 'Hồ Tây' }]);
    const rest = await get(`/nominatim/search?q=h%E1%BB%93+t%C3%A2y&exclude_place_ids=${place_id}`);
    expect((rest.body as { place_id: number }[]).map((place) => place.place_id)).not.toContain(place_id);
  });
});

describe('the Google dialect', () => {
  const ask = async (path: string) => {
    const response = await fetch(`http://${authority}/maps/api/${path}`);
    return { status: response.status, body: (await response.json()) as GoogleBody };
  };

  it('suggests places, and gives one back by its id', async () => {
    const near = 'location=10.77,106.7&radius=5000&components=country:vn';
    const { body } = await ask(`place/autocomplete/json?input=ch%E1%BB%A3+b%E1%BA%BFn+th&${near}`);
    expect(body.status).toBe('OK');
    const [first] = body.predictions;
    expect(first!.description).toMatch(/^Chợ Bến Thành/);
    const details = await ask(`place/details/json?place_id=${first!.place_id}`);
    expect(details.body).toMatchObject({
      status: 'OK',
      result: {
        place_id: first!.place_id,
        geometry: { location: { lat: expect.closeTo(10.77, 1) as number } },
      },
    });
    expect((await ask('place/autocomplete/json?input=a&components=country:fr')).body.status).toBe(
      'ZERO_RESULTS',
    );
    expect((await ask('place/autocomplete/json')).status).toBe(400);
    expect((await ask('place/details/json')).status).toBe(400);
  });

  it('returns routes between positions, ids and addresses, in the mode that is asked for', async () => {
    const { body } = await ask(
      'directions/json?origin=10.777,106.695&destination=10.80,106.70&waypoints=10.79,106.69',
    );
    expect(body.status).toBe('OK');
    expect(body.routes[0]!.legs).toHaveLength(2);
    expect(body.routes[0]!.legs[0]!.start_location.lat).toBeCloseTo(10.777, 2);
    const named = await ask(
      `directions/json?origin=${encodeURIComponent(ADDRESS)}&destination=21.03,105.85&mode=walking`,
    );
    expect(named.body.routes[0]!.legs[0]!.start_location.lat).toBeCloseTo(21.0337, 2);
    expect((await ask('directions/json?origin=zzzz&destination=21.03,105.85')).body.status).toBe('NOT_FOUND');
    expect((await ask('directions/json?origin=21.03,105.85&destination=21,105.8&mode=transit')).status).toBe(
      400,
    );
  });
});

interface GoogleBody {
  status: string;
  predictions: { place_id: string; description: string }[];
  routes: { legs: { start_location: { lat: number } }[] }[];
}

describe('the Pelias dialect', () => {
  const ask = async (path: string) => {
    const response = await fetch(`http://${authority}/pelias/v1/${path}`);
    return { status: response.status, body: (await response.json()) as PeliasBody };
  };

  it('keeps the layers, the circle and the country that are asked for', async () => {
    const circle = 'boundary.circle.lat=10.7725&boundary.circle.lon=106.698&boundary.circle.radius=1';
    const venues = await ask(`autocomplete?text=ben+thanh&layers=venue&${circle}&size=5`);
    expect(venues.body.features.length).toBeGreaterThan(0);
    for (const { properties } of venues.body.features) {
      expect(properties.layer).toBe('venue');
      expect(properties.distance).toBeLessThanOrEqual(1);
    }
    expect((await ask('search?text=Hu%E1%BA%BF&boundary.country=FRA')).body.features).toEqual([]);
    const hue = (await ask('search?text=Hu%E1%BA%BF&boundary.country=VNM')).body.features;
    // The province of today, and the city in it that bore its name until 2025.
    expect(hue.map(({ properties }) => properties.layer)).toEqual(['region', 'county']);
    expect((await ask('search?text=Hu%E1%BA%BF&layers=coarse')).body.features[0]).toMatchObject({
      properties: { layer: 'region' },
    });
    expect((await ask('search?text=Hu%E1%BA%BF&layers=venue')).body.features).toEqual([]);
  });

  it('gives places back by their global ids', async () => {
    const { body } = await ask('search?text=Hu%E1%BA%BF');
    const { gid } = body.features[0]!.properties;
    expect((await ask(`place?ids=${gid}`)).body.features[0]!.properties.gid).toBe(gid);
  });

  it.each(['search', 'search?text=a&layers=shop', 'reverse?point.lat=10', 'reverse?point.lat=a&point.lon=1'])(
    'says what is wrong with %s',
    async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBe(400);
      expect(body.geocoding.errors).toHaveLength(1);
    },
  );
});

interface PeliasBody {
  geocoding: { errors?: string[] };
  features: { properties: { gid: string; layer: string; distance: number } }[];
}
