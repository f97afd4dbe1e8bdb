import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { OPERATION_NAMES, OPERATIONS } from './catalogue.ts';
import { checkerOf, readParameters, shapeNamed } from './parameters.ts';
import { ImageryCollection } from './records/imagery.ts';
import { exactSchema } from './schema.ts';
import { parseLatLng } from './values/point-text.ts';
import { parseTimeInterval } from './values/ranges.ts';
import { createGeoService, type GeoService } from './service.ts';
import { queryOf } from './wire.ts';

const feature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [105.8, 21] },
  properties: {
    name: 'Phường Ba Đình',
    short_address: '',
    label: 'Phường Ba Đình, Thành phố Hà Nội',
    country: 'Việt Nam',
    country_code: 'VN',
    category: [''],
    region: 'Thành phố Hà Nội',
    county: '',
    locality: 'Phường Ba Đình',
    id: 'x',
    continent: 'Asia',
    source: 'geomill',
  },
};

describe('values that other clients write', () => {
  it('are a point with exponents, and an interval that is open at both ends', () => {
    expect(parseLatLng('latlng', '2.1e1,1.058e+2')).toEqual({ lat: 21, lon: 105.8 });
    expect(parseTimeInterval('../..')).toEqual({ fromMs: -Infinity, toMs: Infinity });
  });
});

describe('GeoService', () => {
  it('gives each shape its own types and handlers', async () => {
    const service: GeoService = createGeoService({
      geocodeForward: {
        google: async ({ address }) => ({ results: [], status: address }),
        osm: async ({ text }) => ({ type: 'FeatureCollection', features: [], bbox: [], errors: text }),
      },
    });
    const google = await service.geocodeForward({ address: 'a' });
    const osm = await service.geocodeForward({ text: 'b', size: 2 });
    expect(google.status).toBe('a');
    expect(osm.errors).toBe('b');
  });

  it('answers NOT_SUPPORTED for every operation without a handler', async () => {
    const service = createGeoService({});
    await expect(service.decodeForcode({ forcodes: 'x' })).rejects.toSatisfy((error) =>
      isGeomillError(error, 'NOT_SUPPORTED'),
    );
    expect(Object.keys(service)).toEqual(OPERATION_NAMES);
  });

  it('rejects parameters outside the contract, naming each', async () => {
    const service = createGeoService({});
    await expect(service.encodeForcode({ lat: 91, lng: 0, resolution: 16 })).rejects.toThrow(
      /lat.*resolution/,
    );
    await expect(service.geocodeForward({ text: '' })).rejects.toSatisfy((error) =>
      isGeomillError(error, 'INVALID_REQUEST'),
    );
  });
});

describe('parameters that a schema alone does not describe', () => {
  const service = createGeoService({}) as unknown as Record<string, (parameters: object) => Promise<unknown>>;
  const refusal = async (name: string, parameters: object): Promise<string> => {
    const error: unknown = await service[name]?.(parameters).catch((reason: unknown) => reason);
    return isGeomillError(error) ? `${error.code} ${error.message}` : String(error);
  };

  it.each([
    ['searchImagery', { bbox: [1, 2, 3, 4, 5] }, /bbox: 1,2,3,4,5 is no box/],
    ['searchImagery', { bbox: [20.9, 105.8, 21, 105.9] }, /bbox: .* minLon,minLat/],
    ['searchImagery', { bbox: [105.8, 21.1, 105.9, 21] }, /bbox: .* is no box/],
    ['searchImagery', { place_position: '105.8,21', place_distance: '15-3' }, /place_distance: "15-3" is no/],
    ['searchImagery', { place_position: '105.8,21', place_distance: 'near' }, /place_distance: "near" is no/],
    ['searchImagery', { place_position: '21,105.8' }, /place_position: .*<lng>,<lat> .*swapped/],
    ['searchImagery', { place_position: 'here' }, /place_position: "here" is not <lng>,<lat>/],
    ['searchImagery', { datetime: 'yesterday' }, /datetime: .*"yesterday".* RFC 3339/],
    ['searchImagery', { datetime: '2024-05-02T00:00:00Z/2024-05-01T00:00:00Z' }, /datetime: .* ends before/],
    ['searchImagery', { intersects: '{"type":"Circle"}' }, /intersects: .*"Circle"/],
    ['autocomplete', { input: 'x', location: '105.8,21' }, /location: .*<lat>,<lng> .*swapped/],
    ['autocomplete', { input: 'x', origin: '91,0' }, /origin: "91,0" is not <lat>,<lng>/],
    ['autocomplete', { text: 'x', 'boundary.circle.lat': 21 }, /boundary.circle.lon is missing/],
    ['geocodeReverse', { latlng: '105.8,21' }, /latlng: .*swapped/],
    ['nearby', { categories: 'atm', 'point.lon': 105.8 }, /point.lat is missing/],
    ['direction', { origin: '105.8,21', destination: '21,105' }, /origin: .*swapped/],
    ['direction', { origin: '21,105', destination: '21,105;home' }, /destination: "home" is not/],
    ['direction', { origin: '21,105', destination: '' }, /destination: "" is not/],
    ['geocodeForward', { text: ['a', 'b'] }, /text must be string/],
  ])('are refused before anything is sent: %s %j', async (name, parameters, message) => {
    const said = await refusal(name, parameters);
    expect(said).toMatch(/^INVALID_REQUEST /);
    expect(said).toMatch(message);
  });

  it.each([
    ['searchImagery', { bbox: [170, 0, -178, 10], datetime: '../2024-05-01T00:00:00+07:00' }],
    [
      'searchImagery',
      { bbox: [1, 2, 0, 3, 4, 99], place_position: ' 105.8 , 21 ', place_distance: '0-15.5' },
    ],
    ['searchImagery', { intersects: '{"type":"Point","coordinates":[105.8,21]}' }],
    ['autocomplete', { text: 'x', 'boundary.circle.lat': 0, 'boundary.circle.lon': -180 }],
    ['nearby', { categories: 'atm' }],
    ['direction', { origin: '-90,180', destination: '21,105; 20.5 , 106' }],
  ])('are sent where they are right: %s %j', async (name, parameters) => {
    expect(await refusal(name, parameters)).toMatch(/^NOT_SUPPORTED /);
  });
});

describe('queryOf', () => {
  it('writes texts in the composed form, wherever they are', () => {
    const decomposed = 'Hồ Gươm'.normalize('NFD');
    const query = queryOf({ text: decomposed, ids: [decomposed], json: { name: decomposed } });
    expect(new URLSearchParams(query).get('text')).toBe('Hồ Gươm'.normalize('NFC'));
    expect(query).toBe(queryOf({ text: 'Hồ Gươm', ids: ['Hồ Gươm'], json: { name: 'Hồ Gươm' } }));
  });
});

describe('answer schemas', () => {
  const osm = shapeNamed(OPERATIONS.geocodeForward, 'osm').answer;
  const answer = { type: 'FeatureCollection', features: [feature] };

  it('read tolerantly: unknown members pass, nullable ones may be absent', () => {
    expect(checkerOf(osm).check({ ...answer, extra: 1 })).toBe(true);
    expect(
      checkerOf(osm).check({
        ...answer,
        features: [{ ...feature, properties: { ...feature.properties, name: 1 } }],
      }),
    ).toBe(false);
  });

  it('write exactly: nullable members are there, unknown ones are not', () => {
    const exact = checkerOf(exactSchema(osm));
    expect(exact.check(answer)).toBe(false);
    const nulls = {
      housenumber: null,
      street: null,
      postalcode: null,
      website: null,
      opening_hours: null,
      opening_hours_v2: null,
      phone: null,
      distance: null,
    };
    const whole = {
      ...answer,
      bbox: [],
      errors: null,
      features: [{ ...feature, properties: { ...feature.properties, ...nulls } }],
    };
    expect(exact.faults(whole)).toEqual([]);
    expect(exact.check({ ...whole, extra: 1 })).toBe(false);
  });

  it('write exactly: a member that others have as null is left out', () => {
    const page = (link: object) => ({
      type: 'FeatureCollection',
      features: [],
      links: [{ rel: 'self', href: 'search', geometry: null, ...link }],
    });
    for (const link of [{}, { datetime: '2024-05-01T00:00:00Z' }, { datetime: null }])
      expect(checkerOf(ImageryCollection).check(page(link))).toBe(true);
    const exact = checkerOf(exactSchema(ImageryCollection));
    expect(exact.faults(page({}))).toEqual([]);
    expect(exact.faults(page({ datetime: '2024-05-01T00:00:00Z' }))).toEqual([]);
    expect(exact.check(page({ datetime: null }))).toBe(false);
  });
});

describe('readParameters', () => {
  it('reads numbers, booleans, lists and JSON from text', () => {
    expect(
      readParameters(OPERATIONS.geocodeReverse, { 'point.lat': '0', 'point.lon': '-180', admin_v2: 'true' }),
    ).toEqual({
      'point.lat': 0,
      'point.lon': -180,
      admin_v2: true,
    });
    expect(readParameters(OPERATIONS.searchImagery, { bbox: '1,2,3,4', ids: ['a', 'b'] })).toEqual({
      bbox: [1, 2, 3, 4],
      ids: ['a', 'b'],
    });
    const json = { locations: [1, 2, 3].map((lat) => ({ lat, lon: 0 })), costing: 'auto' };
    expect(readParameters(OPERATIONS.optimizedRoute, { json: JSON.stringify(json) })).toEqual({ json });
  });

  it.each([
    ['an empty number', { 'point.lat': '', 'point.lon': '1' }],
    ['NaN', { 'point.lat': 'NaN', 'point.lon': '1' }],
    ['out of range', { 'point.lat': '90.1', 'point.lon': '1' }],
    ['a boolean that is none', { 'point.lat': '1', 'point.lon': '1', admin_v2: 'yes' }],
    ['an unknown name', { 'point.lat': '1', 'point.lon': '1', adminv2: 'true' }],
    ['a name of Object.prototype', { 'point.lat': '1', 'point.lon': '1', constructor: 'x' }],
    ['a missing one', { 'point.lat': '1' }],
  ])('refuses %s', (_, raw) => {
    expect(() => readParameters(OPERATIONS.geocodeReverse, raw as unknown as Record<string, string>)).toThrow(
      /geocodeReverse/,
    );
  });

  it('gives back what queryOf wrote, for every kind of value', () => {
    const parameters = { bbox: [1.5, 2, 3, 4], limit: 3, datetime: '../2024-01-01T00:00:00Z' };
    const raw = Object.fromEntries(new URLSearchParams(queryOf(parameters)));
    expect(readParameters(OPERATIONS.searchImagery, raw)).toEqual(parameters);
  });
});
