import { expect } from 'vitest';
import { PROVINCES } from '../../../src/base/geo/admin-codes.ts';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { A_TEXT, ask, expectRefused, type Json } from './samples.ts';
import type { Check, Checks, World } from './world.ts';

/** The published examples. */
const POINT = { lat: 20.990396, lng: 105.868825 };
const ENCODED = { forcodes: 'HN4TZUZBPKRN0F', ...POINT, resolution: 13, admin_code: 'HN', status: 'OK' };
const DECODED = {
  lat: expect.closeTo(20.99029428701167, 12) as number,
  lng: expect.closeTo(105.86868969733383, 12) as number,
  resolution: 11,
  forcodes: 'HNO4DT45BQNZ',
  status: 'OK',
};
const INVALID = { lat: null, lng: null, resolution: null, status: 'INVALID_FORCODES' };
/** Length of the edge of a cell by resolution, as the interface has it; units: metres. */
const EDGES = [
  1_107_000, 418_000, 158_000, 59_000, 22_000, 8500, 3200, 1200, 461, 174, 66, 25, 9.4, 3.5, 1.3, 0.5,
];

const encode = (world: World, more: Json = {}) => ask(world, 'encodeForcode', { ...POINT, ...more });
const decode = (world: World, forcodes: string) => ask(world, 'decodeForcode', { forcodes });

/** Checks a member of the encode record by the published example. */
const published =
  (name: keyof typeof ENCODED): Check =>
  async (world) =>
    expect((await encode(world))[name]).toBe(ENCODED[name]);

/** Checks a member of the decode record by the published example, and by a string that is no code. */
const decoded =
  (name: keyof typeof DECODED): Check =>
  async (world) => {
    expect((await decode(world, 'HNO4DT45BQNZ'))[name]).toEqual(DECODED[name]);
    expect((await decode(world, 'nothing'))[name]).toBe({ ...INVALID, forcodes: 'nothing' }[name]);
  };

/** The checks of sections 2.6, 4.9 and 4.10, and of the rows about forcodes in sections 7 and 8. */
export const forcodeChecks: Checks = {
  any: {
    '2.6 Encode response forcodes': published('forcodes'),
    '2.6 Encode response lat': published('lat'),
    '2.6 Encode response lng': published('lng'),
    '2.6 Encode response resolution': published('resolution'),
    '2.6 Encode response admin_code': published('admin_code'),
    '2.6 Encode response status': published('status'),
    '2.6 Decode response lat': decoded('lat'),
    '2.6 Decode response lng': decoded('lng'),
    '2.6 Decode response resolution': decoded('resolution'),
    '2.6 Decode response forcodes': decoded('forcodes'),
    '2.6 Decode response status': decoded('status'),
    '4.9 Query parameters lat': async (world) => {
      expect(await encode(world)).toEqual(ENCODED);
      await expectRefused(world, 'encodeForcode', { lng: POINT.lng }, 'lat');
      await expectRefused(world, 'encodeForcode', { ...POINT, lat: 90.1 }, 'lat');
    },
    '4.9 Query parameters lng': async (world) => {
      await expectRefused(world, 'encodeForcode', { lat: POINT.lat }, 'lng');
      await expectRefused(world, 'encodeForcode', { ...POINT, lng: -180.1 }, 'lng');
    },
    '4.9 Query parameters resolution': async (world) => {
      for (let resolution = 0; resolution <= 15; resolution += 1)
        expect((await encode(world, { resolution })).resolution).toBe(resolution);
      for (const resolution of [-1, 16, 1.5])
        await expectRefused(world, 'encodeForcode', { ...POINT, resolution }, 'resolution');
    },
    '4.9 Response admin_code': async (world) => {
      const saigon = await ask(world, 'encodeForcode', { lat: 10.7769, lng: 106.7009 });
      expect([saigon.admin_code, (saigon.forcodes as string).slice(0, 3)]).toEqual(['HCM', 'HCM']);
    },
    '4.9 Response status': async (world) => expect(await encode(world)).toHaveProperty('status'),
    '4.9 Response OK': async (world) => expect((await encode(world)).status).toBe('OK'),
    '4.10 forcodes': async (world) => {
      expect(await decode(world, 'HNO4DT45BQNZ')).toEqual(DECODED);
      await expectRefused(world, 'decodeForcode', {}, 'forcodes');
    },
    '4.10 Response resolution': async (world) => {
      for (let resolution = 0; resolution <= 15; resolution += 1) {
        const { forcodes } = await encode(world, { resolution });
        expect((await decode(world, forcodes as string)).resolution).toBe(resolution);
      }
    },
    '4.10 Response INVALID_FORCODES': async (world) => {
      for (const forcodes of ['', 'HN', 'HN8HFHOIFD', 'Hà Nội 🙂'])
        expect(await decode(world, forcodes)).toEqual({ ...INVALID, forcodes });
    },
    '4.10 Alphabet and length rule of forcode strings sentence 2': async (world) => {
      const { forcodes, admin_code } = await encode(world);
      expect((forcodes as string).startsWith(admin_code as string)).toBe(true);
    },
    '4.10 Resolution table sentence 3': async (world) => {
      for (const [resolution, edge] of EDGES.entries()) {
        const { forcodes } = await encode(world, { resolution });
        const { lat, lng } = await decode(world, forcodes as string);
        // A point of a hexagon is no farther from its centre than the edge is long, give or take the distortion of the cell.
        const meters = distanceMeters(
          { lat: POINT.lat, lon: POINT.lng },
          { lat: lat as number, lon: lng as number },
        );
        expect(meters, `resolution ${resolution}`).toBeLessThan(edge * 1.3);
      }
    },
    '4.10 sentence 4': async (world) => {
      expect(new Set(PROVINCES.map(({ adminCode }) => adminCode)).size).toBe(34);
      for (const { name, adminCode } of PROVINCES) {
        const { features } = await ask(world, 'geocodeForward', { text: `Tỉnh ${name}`, admin_v2: true });
        const [feature] = features as { geometry: { coordinates: [number, number] } }[];
        const [lng, lat] = feature?.geometry.coordinates ?? [NaN, NaN];
        const { admin_code } = await ask(world, 'encodeForcode', { lat, lng });
        expect([name, admin_code]).toEqual([name, adminCode]);
      }
    },
    '7 forcode operations status = OK': async (world) => {
      expect((await encode(world)).status).toBe('OK');
      expect((await decode(world, 'HNO4DT45BQNZ')).status).toBe('OK');
    },
    '7 forcode decode status = INVALID_FORCODES, lat/lng/resolution null': async (world) =>
      expect(await decode(world, 'x')).toEqual({ ...INVALID, forcodes: 'x' }),
    '8 resolution forcode encode': async (world) => {
      expect(await encode(world)).toEqual(await encode(world, { resolution: 13 }));
      await expectRefused(world, 'encodeForcode', { ...POINT, resolution: 16 }, 'resolution');
    },
  },
  http: {
    '7 forcode operations HTTP 200': async ({ http }) => {
      const encoded = await http?.send('POST', `/v1/forcodes/encode?lat=${POINT.lat}&lng=${POINT.lng}`);
      expect([encoded?.status, encoded?.body]).toEqual([200, ENCODED]);
      const decoded = await http?.send('POST', '/v1/forcodes/decode?forcodes=x');
      expect([decoded?.status, decoded?.body]).toEqual([200, { ...INVALID, forcodes: 'x' }]);
    },
    '7 forcode operations HTTP 400': async ({ http }) => {
      const bad = await http?.send('POST', '/v1/forcodes/encode?lat=91&lng=0');
      expect([bad?.status, bad?.body]).toEqual([
        400,
        { status: 'ERROR', message: expect.stringContaining('lat') as string },
      ]);
    },
    '7 forcode operations HTTP 404': async ({ http }) => {
      const missing = await http?.send('POST', '/v1/forcodes/nothing');
      expect([missing?.status, missing?.body]).toEqual([404, { status: 'ERROR', message: A_TEXT }]);
    },
  },
};
