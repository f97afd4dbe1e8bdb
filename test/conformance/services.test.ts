import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkerOf, shapeNamed } from '../../src/contract/parameters.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import type { GeoService } from '../../src/contract/service.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { placeId } from '../../src/engine/gazetteer/place-id.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { servePort } from '../support/serve-port.ts';
import { buildSmallCity } from './small-city.ts';

type Ask = (parameters: unknown) => Promise<unknown>;
type Question = [operation: keyof GeoService, parameters: Record<string, unknown>];

const MARKET = placeId('market');
const HOUSE = placeId('alley');
const WARD = placeId('ward:00004');
const TOKEN = '0b6c1a9e-3f52-4d1e-9a77-1c2d3e4f5a6b';

const ANSWERED: Question[] = [
  ['autocomplete', { input: 'hồng h' }],
  ['autocomplete', { input: '131 hong ha', location: '21.04,105.85', origin: '21.04,105.85', radius: 3 }],
  ['autocomplete', { input: 'Chợ', size: 2, sessiontoken: TOKEN, admin_v2: true }],
  ['autocomplete', { input: '🙂 & ? #' }],
  ['autocomplete', { text: 'lê lợi', size: 20 }],
  ['autocomplete', { text: 'ba đình', 'boundary.circle.lat': 21.03, 'boundary.circle.lon': 105.8 }],
  [
    'autocomplete',
    {
      ...{ text: 'cafe', sessiontoken: TOKEN, admin_v2: true },
      ...{ 'boundary.circle.lat': 21.04, 'boundary.circle.lon': 105.85, 'boundary.circle.radius': 0.5 },
    },
  ],
  ['place', { ids: MARKET, format: 'google', sessiontoken: TOKEN }],
  ['place', { ids: `${HOUSE}, nothing,${WARD},${MARKET}`, admin_v2: true }],
  ['place', { ids: MARKET, format: 'any' }],
  ['place', { ids: placeId('pole') }],
  ['place', { ids: 'nothing', format: 'google' }],
  ['place', { ids: 'nothing' }],
  ['children', { parent_id: MARKET }],
  ['children', { parent_id: MARKET, format: 'google', admin_v2: true }],
  ['children', { parent_id: MARKET, format: 'osm' }],
  ['children', { parent_id: HOUSE }],
  ['children', { parent_id: WARD, format: 'osm' }],
  ['children', { parent_id: 'nothing' }],
  ['geocodeForward', { address: '12/3/45A Hồng Hà, Phúc Xá, Ba Đình, Hà Nội' }],
  ['geocodeForward', { address: 'P. Bến Nghé, Q.1, TP.HCM' }],
  ['geocodeForward', { address: 'phường Trúc Bạch & Ba Đình? Hà Nội #1 +84 %20', admin_v2: true }],
  ['geocodeForward', { text: 'bv bạch mai', admin_v2: true }],
  ['geocodeForward', { text: 'Châu Thành', size: 5 }],
  ['geocodeForward', { text: 'không có nơi nào 🙂' }],
  ['geocodeReverse', { latlng: '21.0442,105.8487' }],
  ['geocodeReverse', { latlng: '21.0285,105.8542', admin_v2: true }],
  ['geocodeReverse', { 'point.lat': 10.7737, 'point.lon': 106.7007, size: 3, 'boundary.circle.radius': 2.5 }],
  ['geocodeReverse', { 'point.lat': -90, 'point.lon': 180 }],
  ['geocodeReverse', { 'point.lat': 0, 'point.lon': 0 }],
  ['geocodeReverse', { 'point.lat': 45, 'point.lon': -120, size: 7 }],
  ['nearby', { categories: 'atm, Ngân hàng', 'point.lat': 21.043, 'point.lon': 105.8495 }],
  [
    'nearby',
    {
      ...{ categories: 'hospital', 'point.lat': 21.043, 'point.lon': 105.8495 },
      ...{ size: 1000, 'boundary.circle.radius': 20_000, admin_v2: true },
    },
  ],
  ['nearby', { categories: 'cafe', 'point.lat': 0, 'point.lon': 0 }],
  ['encodeForcode', { lat: 20.990396, lng: 105.868825 }],
  ['encodeForcode', { lat: 10.0452, lng: 105.7469, resolution: 0 }],
  ['decodeForcode', { forcodes: 'HNO4DT45BQNZ' }],
  ['decodeForcode', { forcodes: 'Hà Nội & co' }],
];

const REFUSED: Question[] = [
  ['autocomplete', { input: '' }],
  ['autocomplete', { input: 'x', sessiontoken: '0b6c1a9e-3f52-1d1e-9a77-1c2d3e4f5a6b' }],
  ['autocomplete', { input: 'x', location: '91,0' }],
  ['autocomplete', { input: 'x', radius: 0 }],
  ['autocomplete', { text: 'x', 'boundary.circle.lat': 21 }],
  ['place', { ids: MARKET, sessiontoken: 'x' }],
  ['children', { parent_id: '' }],
  ['geocodeForward', { text: '' }],
  ['geocodeReverse', { latlng: 'here' }],
  ['geocodeReverse', { 'point.lat': 91, 'point.lon': 0 }],
  ['nearby', { categories: 'atm' }],
  ['nearby', { categories: 'hopsital', 'point.lat': 21, 'point.lon': 105 }],
  ['nearby', { categories: 'atm', 'point.lat': 21, 'point.lon': 105, 'boundary.circle.radius': 0.5 }],
  ['encodeForcode', { lat: 21, lng: 105, resolution: 16 }],
  ['encodeForcode', { lat: 0, lng: 0 }],
];

let local: GeoService;
const services: Record<string, GeoService> = {};
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const city = await buildSmallCity();
  closing.push(city.remove);
  ({ service: local } = await createLocalService({ datasetDir: city.dir }));
  const server = await servePort(local);
  const remote = createRemoteService({ baseUrl: server.baseUrl, apiKey: 'key', cacheDir: false });
  Object.assign(services, { local, remote: remote.service });
  closing.push(() => remote.close(), server.close);
});
afterAll(async () => {
  for (const close of closing) await close();
});

describe.each(['local', 'remote'])('the %s service', (name) => {
  const ask = (operation: keyof GeoService, parameters: unknown) =>
    ((services[name] as GeoService)[operation] as Ask)(parameters);

  it.each(ANSWERED)('answers %s %j exactly, and as the local one does', async (operation, parameters) => {
    const answer = await ask(operation, parameters);
    const schema = shapeNamed(OPERATIONS[operation], OPERATIONS[operation].shapeOf(parameters)).answer;
    expect(checkerOf(exactSchema(schema)).faults(answer)).toEqual([]);
    expect(answer).toEqual(await (local[operation] as Ask)(parameters));
  });

  it.each(REFUSED)('refuses %s %j', async (operation, parameters) => {
    await expect(ask(operation, parameters)).rejects.toSatisfy((error) =>
      isGeomillError(error, 'INVALID_REQUEST'),
    );
  });
});
