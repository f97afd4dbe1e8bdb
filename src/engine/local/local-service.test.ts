import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSmallCity } from '../../../test/conformance/small-city.ts';
import { tableCases } from '../../../test/conformance/table-cases.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../contract/catalogue.ts';
import { readParameters } from '../../contract/parameters.ts';
import type { GeoService } from '../../contract/service.ts';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { createLocalService, type LocalService } from './local-service.ts';
import { LOCAL_OPERATIONS } from './registry.ts';
import { placeId } from '../gazetteer/place-id.ts';

let service: GeoService;
let city: LocalService;
let removeCity: () => Promise<void>;

beforeAll(async () => {
  ({ service } = await createLocalService({ datasetDir: 'fixtures/starter' }));
  const built = await buildSmallCity();
  removeCity = built.remove;
  city = await createLocalService({ datasetDir: built.dir });
});
afterAll(() => removeCity());

/** Asks without the types of one operation, as a server does. */
function ask(
  name: keyof GeoService,
  parameters: Record<string, unknown>,
  port = service,
): Promise<Record<string, unknown>> {
  return (port[name] as (parameters: unknown) => Promise<Record<string, unknown>>)(parameters);
}

describe('the local service', () => {
  it('supports the operations as the capability table says', async () => {
    // The requests of the conformance table, which every operation has; each finds something in the small city.
    const valid = new Map(
      tableCases().map(({ operation, ok }) => [operation, Object.fromEntries(new URLSearchParams(ok))]),
    );
    for (const name of OPERATION_NAMES) {
      const parameters = readParameters(OPERATIONS[name], valid.get(name) ?? {});
      const outcome = await ask(name, parameters, city.service).then(
        () => 'answered',
        (error: unknown) => (isGeomillError(error) ? error.code : error),
      );
      const isSupported = LOCAL_OPERATIONS[name] !== undefined;
      expect([name, outcome]).toEqual([name, isSupported ? 'answered' : 'NOT_SUPPORTED']);
    }
  });

  it('gives back by id what it found by name', async () => {
    const { results } = await service.geocodeForward({ address: 'Phường Trúc Bạch, Quận Ba Đình, Hà Nội' });
    const id = results[0]?.place_id ?? '';
    expect(id).toMatch(/^[A-Za-z0-9_-]{60}$/);
    const { result } = await service.place({ ids: id, format: 'google' });
    expect(result?.name).toBe('Phường Trúc Bạch');
    const several = await service.place({ ids: `${id}, ${id},nope` });
    expect(several.features).toHaveLength(1);
  });

  it('names old or new units as admin_v2 says, and tells both beside', async () => {
    const text = 'Phường Bến Nghé, Quận 1, TP HCM';
    const [old, now] = await Promise.all(
      [false, true].map((admin_v2) => service.geocodeForward({ text, admin_v2 })),
    );
    expect(old?.features[0]?.properties.label).toBe('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh');
    expect(now?.features[0]?.properties.label).toBe('Phường Sài Gòn, Thành phố Hồ Chí Minh');
    expect(old?.features[0]?.properties.geomill).toEqual(now?.features[0]?.properties.geomill);
  });

  it('never puts a ward in force into a former district', async () => {
    // In Hải Châu, of which several former wards are in Phường Hòa Cường.
    const position = { 'point.lat': 16.05, 'point.lon': 108.2, 'boundary.circle.radius': 0.001 };
    const labels = async (parameters: Record<string, unknown>) => {
      const { features } = (await ask('geocodeReverse', { ...position, ...parameters })) as unknown as {
        features: { properties: { label: string } }[];
      };
      return features.map(({ properties }) => properties.label);
    };
    expect(await labels({})).toEqual(['Quận Hải Châu, Thành phố Đà Nẵng']);
    expect(await labels({ admin_v2: true })).toEqual(['Phường Hòa Cường, Thành phố Đà Nẵng']);
  });

  it('answers the ward of a point alone where nothing is near', async () => {
    const question = { 'point.lat': 16, 'point.lon': 108.15, size: 6 };
    const { features } = await service.geocodeReverse(question);
    expect(features.map(({ properties }) => [properties.category, properties.distance])).toEqual([
      [['ward'], 0],
    ]);
  });

  it('publishes the published forcodes', async () => {
    expect(await service.encodeForcode({ lat: 20.990396, lng: 105.868825 })).toEqual({
      forcodes: 'HN4TZUZBPKRN0F',
      lat: 20.990396,
      lng: 105.868825,
      resolution: 13,
      admin_code: 'HN',
      status: 'OK',
    });
    const decoded = await service.decodeForcode({ forcodes: 'HNO4DT45BQNZ' });
    expect(decoded).toMatchObject({ resolution: 11, forcodes: 'HNO4DT45BQNZ', status: 'OK' });
    expect(decoded.lat).toBeCloseTo(20.99029428701167, 13);
    expect(decoded.lng).toBeCloseTo(105.86868969733383, 13);
    // The cell is in Ha Noi: the code in front of it is wrong, or the cell.
    expect(await service.decodeForcode({ forcodes: 'HCMO4DT45BQNZ' })).toEqual({
      ...{ ...decoded, forcodes: 'HCMO4DT45BQNZ', geomill: { admin_code: 'HN' } },
    });
  });

  it.each(['', 'HN', 'x'.repeat(200), 'Hà Nội', 'HN8HFHOIFD', '🙂', 'hn4tzuzbpkrn0f '])(
    'does not decode %j',
    async (code) => {
      expect(await service.decodeForcode({ forcodes: code })).toEqual({
        lat: null,
        lng: null,
        resolution: null,
        forcodes: code,
        status: 'INVALID_FORCODES',
      });
    },
  );

  it.each([
    [10, 112],
    [0, 0],
    [90, 180],
  ])('refuses to encode %d,%d, which lies in no province', async (lat, lng) => {
    await expect(service.encodeForcode({ lat, lng })).rejects.toSatisfy((error) =>
      isGeomillError(error, 'INVALID_REQUEST'),
    );
  });
});

describe('the local service over streets, houses and places', () => {
  const labels = async (text: string, admin_v2 = false): Promise<string[]> =>
    (await city.service.geocodeForward({ text, admin_v2, size: 3 })).features.map(
      ({ properties }) => properties.label,
    );

  it('geocodes a house in old and in new units', async () => {
    const text = '131 hồng hà, phúc xá, ba đình, hà nội';
    expect(await labels(text)).toEqual(['131 Đường Hồng Hà, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội']);
    expect(await labels(text, true)).toEqual(['131 Đường Hồng Hà, Phường Hồng Hà, Thành phố Hà Nội']);
  });

  it('lists name, street line, ward, district and city in the google shape', async () => {
    const { result } = await city.service.place({ ids: placeId('market'), format: 'google' });
    expect(result?.address_components).toEqual([
      { long_name: 'Chợ Long Biên', short_name: 'Chợ Long Biên' },
      { long_name: '1 Phố Hàng Đậu', short_name: '1 Phố Hàng Đậu' },
      { long_name: 'Phường Phúc Xá', short_name: 'Phúc Xá' },
      { long_name: 'Quận Ba Đình', short_name: 'Ba Đình' },
      { long_name: 'Thành phố Hà Nội', short_name: 'Hà Nội' },
    ]);
    const { results } = await city.service.geocodeForward({ address: '131 Hồng Hà, Phúc Xá' });
    expect(results[0]).toMatchObject({
      ...{ name: '131 Đường Hồng Hà', address: 'Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội' },
    });
    expect(results[0]?.address_components).toHaveLength(4);
  });

  it('tells a place whole in the OSM shape', async () => {
    const { features } = await city.service.place({ ids: placeId('market') });
    expect(features[0]?.geometry).toEqual({ type: 'Point', coordinates: [105.8496, 21.0431] });
    expect(features[0]?.properties).toMatchObject({
      ...{ housenumber: '1', street: 'Phố Hàng Đậu', short_address: '1 Phố Hàng Đậu' },
      ...{ phone: '+842438281234', website: 'https://cho.example', has_child: true },
      ...{
        opening_hours: Array.from({ length: 7 }, (_, day) => [
          [day, 3, 0],
          [day, 18, 0],
        ]),
        country_code: 'VN',
      },
      ...{ region: 'Thành phố Hà Nội', county: 'Quận Ba Đình', locality: 'Phường Phúc Xá' },
    });
    expect(features[0]?.properties.category).toEqual(expect.arrayContaining(['market', 'chợ', 'atm']));
  });

  it('answers several ids in their order, each once, and names those that it does not know', async () => {
    const [market, bank, ward] = ['market', 'bank', 'ward:00004'].map(placeId) as [string, string, string];
    const { features, errors } = await city.service.place({ ids: `${bank},nope, ${ward},${market},${bank}` });
    expect(features.map(({ properties }) => properties.id)).toEqual([bank, ward, market]);
    expect(errors).toEqual([{ id: 'nope', status: 'NOT_FOUND' }]);
    expect((await city.service.place({ ids: `${bank},${ward}` })).errors).toBeNull();
    const twice = await city.service.place({ ids: `${ward},${ward}`, format: 'google' });
    expect(twice.result?.place_id).toBe(ward);
  });

  it.each([
    [() => city.service.place({ ids: 'a,b', format: 'google' }), /ids: .*google.* one place.*: a, b/],
    [() => city.service.place({ ids: 'a,,b' }), /ids: entry 2 of 3 is empty/],
    [() => city.service.place({ ids: ' ' }), /ids: entry 1 of 1 is empty/],
    [() => city.service.children({ parent_id: 'a,b' }), /parent_id: .*one place id.*"a,b"/],
  ])('refuses ids that one response cannot answer: %s', async (call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  it('names the parent that it does not know in the OSM shape', async () => {
    expect(await city.service.children({ parent_id: 'nope', format: 'osm' })).toMatchObject({
      features: [],
      errors: [{ id: 'nope', status: 'NOT_FOUND' }],
    });
  });

  it('tells a place whole in the google shape, with the box to show', async () => {
    const { result } = await city.service.place({ ids: placeId('market'), format: 'google' });
    expect(result?.url).toBe(`geo:21.0431,105.8496;id=${placeId('market')}`);
    const { northeast, southwest } = result?.geometry.viewport ?? {};
    expect(southwest?.lat).toBeLessThan(21.0432);
    expect(northeast?.lat).toBeGreaterThan(21.0432);
    expect(southwest?.lng).toBeLessThan(105.8496);
    expect(northeast?.lng).toBeGreaterThan(105.8496);
  });

  it('lists children, in a box when asked for in the OSM shape', async () => {
    const { predictions, status } = await city.service.children({ parent_id: placeId('market') });
    expect(status).toBe('OK');
    expect(new Set(predictions.map(({ place_id }) => place_id))).toEqual(
      new Set([placeId('stall'), placeId('gate')]),
    );
    const stall = predictions.find(({ place_id }) => place_id === placeId('stall'));
    expect(stall).toMatchObject({ has_child: false, matched_substrings: null, distance_meters: null });
    // A name with a comma is one term.
    expect(stall?.terms[0]).toEqual({ offset: 0, value: 'Quầy 7, dãy B' });
    expect(stall?.structured_formatting.main_text).toBe('Quầy 7, dãy B');
    const { bbox } = await city.service.children({ parent_id: placeId('market'), format: 'osm' });
    expect(bbox).toEqual([105.8495, 21.043, 105.8497, 21.0432]);
    expect(await city.service.children({ parent_id: placeId('bank') })).toMatchObject({
      status: 'ZERO_RESULTS',
    });
    expect(await city.service.children({ parent_id: 'nope' })).toEqual({
      predictions: [],
      status: 'NOT_FOUND',
    });
  });

  it('finds places nearby by any of their categories, nearest first, and refuses what it does not know', async () => {
    const at = { 'point.lat': 21.0435, 'point.lon': 105.8498 };
    const { features } = await city.service.nearby({ categories: 'cây ATM,cafe', ...at });
    expect(features.map(({ properties }) => [properties.name, properties.distance])).toEqual([
      ['Ngân hàng Á Châu', 0],
      ['Cà phê 44', 15],
      ['Chợ Long Biên', 49],
    ]);
    const far = { categories: 'hospital', ...at, 'boundary.circle.radius': 3 };
    expect((await city.service.nearby(far)).features).toEqual([]);
    expect((await city.service.nearby({ ...far, 'boundary.circle.radius': 6 })).features).toHaveLength(1);
    await expect(city.service.nearby({ categories: 'atm,hopsital', ...at })).rejects.toThrow(
      /"hopsital" is no known category; did you mean hospital/,
    );
  });

  it('puts the category that was asked for into the places nearby, in the words of the request', async () => {
    const at = { 'point.lat': 21.0435, 'point.lon': 105.8498 };
    const { features } = await city.service.nearby({ categories: 'Chợ, khu chợ, coffee shop', ...at });
    expect(features.length).toBeGreaterThan(0);
    for (const { properties } of features) {
      const category = properties.category ?? [];
      const isMarket = category.includes('market');
      expect(category.includes('khu chợ')).toBe(isMarket);
      expect(category.includes('Chợ')).toBe(isMarket);
      expect(category.includes('coffee shop')).toBe(category.includes('cafe'));
    }
  });

  it.each(['vietnamese_restaurant', 'pho_restaurant', 'Phở'])('knows the category %s', async (categories) => {
    const at = { 'point.lat': 21.0435, 'point.lon': 105.8498 };
    await expect(city.service.nearby({ categories, ...at })).resolves.toBeDefined();
  });

  it('finds the address of a position, and its ward where there is none', async () => {
    const near = { 'point.lat': 21.04541, 'point.lon': 105.84925, size: 4 };
    const { features } = await city.service.geocodeReverse(near);
    const distances = features.map(({ properties }) => Number(properties.distance));
    expect(features).toHaveLength(4);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(features[0]?.properties.street).toBe('Đường Hồng Hà');
    const away = await city.service.geocodeReverse({ 'point.lat': 21.1, 'point.lon': 105.75 });
    expect(away.features[0]?.properties).toMatchObject({ category: ['ward'], distance: 0 });
    // The hospital is 700 m away: it comes first, and the ward behind it.
    const beside = await city.service.geocodeReverse({
      'point.lat': 21.0075,
      'point.lon': 105.8411,
      size: 9,
    });
    expect(beside.features[0]?.properties).toMatchObject({ name: 'Bệnh viện Bạch Mai' });
    expect(beside.features.at(-1)?.properties).toMatchObject({ category: ['ward'], distance: 0 });
    const there = await city.service.geocodeReverse({ 'point.lat': 21.0012, 'point.lon': 105.8411 });
    expect(there.features[0]?.properties.name).toBe('Bệnh viện Bạch Mai');
  });

  it('tells of a place abroad without units of Vietnam', async () => {
    const { features } = await city.service.place({ ids: placeId('null-island') });
    expect(features[0]?.properties).toMatchObject({
      ...{ label: 'Phao số 0', country: '', country_code: '', continent: '', region: '' },
    });
    const { result } = await city.service.place({ ids: placeId('null-island'), format: 'google' });
    expect(result?.geometry.location).toEqual({ lat: 0, lng: 0 });
  });

  it('suggests, marks what was typed, and measures from the origin', async () => {
    const origin = '21.0441,105.8486';
    const { predictions } = await city.service.autocomplete({ input: '131 hong h', origin });
    const [first] = predictions;
    expect(first).toMatchObject({
      ...{ description: '131 Đường Hồng Hà, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội' },
      ...{ place_id: placeId('hong-ha-131'), distance_meters: 146, has_child: false },
    });
    const marked = first?.matched_substrings?.map(({ offset, length }) =>
      first.description.slice(offset, offset + length),
    );
    expect(marked?.slice(0, 3)).toEqual(['131', 'Hồng', 'H']);
    for (const { offset, value } of first?.terms ?? []) {
      expect(first?.description.slice(offset, offset + value.length)).toBe(value);
    }
    expect(first?.structured_formatting.secondary_text).toBe(
      'Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
    );
  });

  it('limits suggestions to a radius, also to that of the interface', async () => {
    const saigon = { input: 'bệnh viện bạch mai', location: '10.77,106.7' };
    expect((await city.service.autocomplete({ ...saigon, radius: 50 })).status).toBe('ZERO_RESULTS');
    expect((await city.service.autocomplete(saigon)).status).toBe('ZERO_RESULTS');
    const far = await city.service.autocomplete({ ...saigon, radius: 2000 });
    expect(far.predictions[0]?.place_id).toBe(placeId('hospital'));
    const circle = { 'boundary.circle.lat': 10.77, 'boundary.circle.lon': 106.7 };
    const { features } = await city.service.autocomplete({ text: 'lê lợi', ...circle, size: 10 });
    expect(features[0]?.properties.name).toBe('Đường Lê Lợi');
    for (const { properties } of features) expect(properties.distance).toBeLessThanOrEqual(50_000);
  });

  it('refuses areas that are none', async () => {
    await expect(city.service.autocomplete({ input: 'x', location: '91,0' })).rejects.toThrow(/location/);
    await expect(city.service.autocomplete({ text: 'x', 'boundary.circle.lon': 0 })).rejects.toThrow(
      /boundary.circle.lat is missing/,
    );
  });

  it('opens a second time from what was loaded, with the same answers', async () => {
    const again = await createLocalService({ loaded: structuredClone(city.loaded) });
    const question = { text: '12/3/45a hồng hà, hà nội' };
    expect(await again.service.geocodeForward(question)).toEqual(await city.service.geocodeForward(question));
    expect(again.identity).toBe(city.identity);
  });

  it('answers for administrative units where a dataset holds nothing else', async () => {
    const { manifest } = city.loaded;
    const loaded = { ...city.loaded, manifest: { ...manifest, arrays: [] } };
    const { service: units } = await createLocalService({ loaded });
    const text = 'Phường Trúc Bạch, Ba Đình, Hà Nội';
    const { features } = await units.geocodeForward({ text });
    expect(features[0]?.properties.name).toBe('Phường Trúc Bạch');
    const { predictions } = await units.autocomplete({ input: 'phường trúc b' });
    expect(predictions[0]?.structured_formatting.main_text).toBe('Phường Trúc Bạch');
    const { results } = await units.geocodeReverse({ latlng: '21.0441,105.8486' });
    expect(results[0]?.types).toEqual(['ward']);
    const ward = features[0]?.properties.id ?? '';
    expect((await units.place({ ids: `${ward},${placeId('market')}` })).features).toHaveLength(1);
    expect((await units.children({ parent_id: ward })).status).toBe('ZERO_RESULTS');
    const question = { categories: 'atm', 'point.lat': 21.04, 'point.lon': 105.85 };
    await expect(units.nearby(question)).rejects.toSatisfy((error) => isGeomillError(error, 'NOT_SUPPORTED'));
  });
});
