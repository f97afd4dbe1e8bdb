import { expect, it } from 'vitest';
import { openAdminDataset } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { buildUnits } from '../../engine/gazetteer/unit-table/units.ts';
import { createBaseWards } from './base-wards.ts';

it('gives a point outside of all wards the nearest ward within 2 km, as a search for each point does', async () => {
  const admin = await openAdminDataset('fixtures/starter');
  const wards = createBaseWards({ admin, units: buildUnits(admin), unitsText: () => '' });
  let outside = 0;
  // Shores with bays and islands: Cần Giờ, Vũng Tàu and the sea around them.
  for (let row = 0; row < 60; row += 1)
    for (let column = 0; column < 60; column += 1) {
      const [lat, lon] = [103_000_000 + row * 33_331, 1_068_000_000 + column * 99_991];
      const position = { lat: lat / 1e7, lon: lon / 1e7 };
      if (admin.wardAt(position) >= 0) continue;
      outside += 1;
      const nearest = admin.wardsNear(position, 2000, 1)[0]?.ward ?? -1;
      expect(wards.wardOf(wards.locate(lat, lon, 0)), `${position.lat}, ${position.lon}`).toBe(nearest);
    }
  expect(outside).toBeGreaterThan(1000);
});
