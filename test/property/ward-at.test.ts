import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';

it('the ward of a position is that of its address', async () => {
  const { service } = await createLocalService({ datasetDir: 'fixtures/starter' });
  let outside = 0;
  const latitude = fc.double({ min: 8.4, max: 23.4, noNaN: true });
  const longitude = fc.double({ min: 102.1, max: 110, noNaN: true });
  await fc.assert(
    fc.asyncProperty(latitude, longitude, async (lat, lng) => {
      const found = await service.wardAt({ lat, lng });
      const asked = { 'point.lat': lat, 'point.lon': lng, 'boundary.circle.radius': 0.001, admin_v2: true };
      const [address] = (await service.geocodeReverse(asked)).features;
      const units = address?.properties.geomill?.new;
      expect(found.ward_code).toBe(units?.ward_code ?? null);
      expect(found.province_code).toBe(units?.province_code ?? null);
      expect(found.status).toBe(units === undefined ? 'ZERO_RESULTS' : 'OK');
      if (units === undefined) outside += 1;
    }),
    { numRuns: 2000, seed: 1 },
  );
  // Both kinds were tried.
  expect(outside).toBeGreaterThan(200);
  expect(outside).toBeLessThan(1800);
});
