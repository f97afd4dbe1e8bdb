import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkerOf, shapeNamed } from '../../src/contract/parameters.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import type { GeoService } from '../../src/contract/service.ts';
import { isGeomillError } from '../../src/errors/geomill-error.ts';
import { createLocalService } from '../../src/local/local-service.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { servePort } from '../support/serve-port.ts';

type Ask = (parameters: unknown) => Promise<unknown>;

const ANSWERED: [keyof GeoService, Record<string, unknown>][] = [
  ['geocodeForward', { address: 'P. Bến Nghé, Q.1, TP.HCM' }],
  ['geocodeForward', { address: 'phường Trúc Bạch & Ba Đình? Hà Nội #1 +84 %20', admin_v2: true }],
  ['geocodeForward', { text: 'Châu Thành', size: 5 }],
  ['geocodeForward', { text: 'không có nơi nào 🙂' }],
  ['geocodeReverse', { latlng: '21.0285,105.8542' }],
  ['geocodeReverse', { 'point.lat': 10.7769, 'point.lon': 106.7009, size: 3, 'boundary.circle.radius': 2.5 }],
  ['geocodeReverse', { 'point.lat': -90, 'point.lon': 180 }],
  ['place', { ids: 'nothing', format: 'google' }],
  ['place', { ids: 'nothing' }],
  ['encodeForcode', { lat: 20.990396, lng: 105.868825 }],
  ['encodeForcode', { lat: 10.0452, lng: 105.7469, resolution: 0 }],
  ['decodeForcode', { forcodes: 'HNO4DT45BQNZ' }],
  ['decodeForcode', { forcodes: 'Hà Nội & co' }],
];

const REFUSED: [keyof GeoService, Record<string, unknown>][] = [
  ['geocodeForward', { text: '' }],
  ['geocodeReverse', { latlng: 'here' }],
  ['geocodeReverse', { 'point.lat': 91, 'point.lon': 0 }],
  ['encodeForcode', { lat: 21, lng: 105, resolution: 16 }],
  ['encodeForcode', { lat: 0, lng: 0 }],
];

let local: GeoService;
const services: Record<string, GeoService> = {};
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ service: local } = await createLocalService({ datasetDir: 'fixtures/starter' }));
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
