import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../contract/catalogue.ts';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import { exactSchema } from '../contract/schema.ts';
import type { GeoService } from '../contract/service.ts';
import { isGeomillError } from '../errors/geomill-error.ts';
import { LOCAL_OPERATIONS } from './local-operations.ts';
import { createLocalService } from './local-service.ts';

let service: GeoService;

beforeAll(async () => {
  ({ service } = await createLocalService({ datasetDir: 'fixtures/starter' }));
});

/** Asks without the types of one operation, as a server does. */
function ask(name: keyof GeoService, parameters: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (service[name] as (parameters: unknown) => Promise<Record<string, unknown>>)(parameters);
}

const QUESTIONS: [keyof GeoService, Record<string, unknown>][] = [
  ['geocodeForward', { address: 'P. Bến Nghé, Q.1, TP.HCM' }],
  ['geocodeForward', { address: 'qwertyuiop' }],
  ['geocodeForward', { text: 'Phường Trúc Bạch, Ba Đình, Hà Nội', size: 3, admin_v2: true }],
  ['geocodeForward', { text: 'Hà Giang' }],
  ['geocodeReverse', { latlng: '21.03,105.85' }],
  [
    'geocodeReverse',
    { 'point.lat': 10.77, 'point.lon': 106.7, size: 5, 'boundary.circle.radius': 3, admin_v2: true },
  ],
  ['geocodeReverse', { 'point.lat': 0, 'point.lon': 0 }],
  ['place', { ids: 'unknown' }],
  ['place', { ids: 'unknown', format: 'google' }],
  ['encodeForcode', { lat: 21.03, lng: 105.85, resolution: 0 }],
  ['decodeForcode', { forcodes: 'HNO4DT45BQNZ' }],
  ['decodeForcode', { forcodes: '' }],
];

describe('the local service', () => {
  it.each(QUESTIONS)('answers %s %j exactly as the contract says', async (name, parameters) => {
    const operation = OPERATIONS[name];
    const schema = exactSchema(shapeNamed(operation, operation.shapeOf(parameters)).answer);
    expect(checkerOf(schema).faults(await ask(name, parameters))).toEqual([]);
  });

  it('answers the operations that the capability table names, and NOT_SUPPORTED to the others', async () => {
    const valid: Record<string, Record<string, unknown>> = {
      autocomplete: { input: 'x' },
      place: { ids: 'x' },
      children: { parent_id: 'x' },
      geocodeForward: { text: 'x' },
      geocodeReverse: { latlng: '1,1' },
      nearby: { categories: 'atm', 'point.lat': 1, 'point.lon': 1 },
      direction: { origin: '1,1', destination: '2,2' },
      optimizedRoute: { json: { locations: [1, 2, 3].map((lat) => ({ lat, lon: 1 })), costing: 'auto' } },
      encodeForcode: { lat: 21, lng: 105.8 },
      decodeForcode: { forcodes: 'x' },
      searchImagery: {},
    };
    for (const name of OPERATION_NAMES) {
      const outcome = await ask(name, valid[name] ?? {}).then(
        () => 'answered',
        (error: unknown) => (isGeomillError(error) ? error.code : error),
      );
      expect([name, outcome]).toEqual([name, name in LOCAL_OPERATIONS ? 'answered' : 'NOT_SUPPORTED']);
    }
  });

  it('gives back by id what it found by name', async () => {
    const { results } = await service.geocodeForward({ address: 'Phường Trúc Bạch, Quận Ba Đình, Hà Nội' });
    const id = results[0]?.place_id ?? '';
    expect(id).toMatch(/^[A-Za-z0-9_-]{60}$/);
    const { result } = await service.place({ ids: id, format: 'google' });
    expect(result?.name).toBe('Phường Trúc Bạch');
    const several = await service.place({ ids: `${id}, ${id},nope` });
    expect(several.features).toHaveLength(2);
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

  it('lists the wards around a point nearest first, in whole metres', async () => {
    const question = { 'point.lat': 10.776, 'point.lon': 106.7, size: 6, 'boundary.circle.radius': 3 };
    const distances = (await service.geocodeReverse(question)).features.map(
      ({ properties }) => properties.distance,
    );
    expect(distances[0]).toBe(0);
    expect(distances.length).toBe(6);
    expect(distances).toEqual([...distances].sort((a, b) => Number(a) - Number(b)));
    expect(distances.every(Number.isInteger)).toBe(true);
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
