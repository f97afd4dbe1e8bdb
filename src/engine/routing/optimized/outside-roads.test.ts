import { describe, expect, it } from 'vitest';
import type { Position } from '../../../base/geo/position.ts';
import { createStraightRouter } from '../straight/straight-router.ts';
import { computeOptimizedRoute } from './optimized-route.ts';

const IN_TOWN = { lat: 10, lon: 106 };
const near = (at: number): Position => ({ lat: 10 + at / 100, lon: 106 });
const elsewhere = (at: number): Position => ({ lat: 21 + at / 100, lon: 105.8 });

/** A router whose roads end with the town. */
const roads = {
  ...createStraightRouter(),
  roadDistances: async (places: readonly Position[]) =>
    places.map(({ lat }) => (Math.abs(lat - IN_TOWN.lat) < 1 ? 0 : Infinity)),
};
const ask = (locations: Position[], fleet?: { vehicles: number }) =>
  computeOptimizedRoute({ locations, costing: 'auto', units: 'km', ...(fleet && { fleet }) }, roads);

describe('a request outside of the roads', () => {
  it('is answered with straight lines that say so', async () => {
    const all = [0, 2, 1, 3].map(elsewhere);
    const { trip } = await ask(all);
    expect(trip.locations.map(({ original_index }) => original_index)).toEqual([0, 2, 1, 3]);
    expect(trip.status_message).toContain(
      'straight lines, not roads: the stops are farther than 1 km from the roads',
    );
    const fleet = await ask([IN_TOWN, ...all, IN_TOWN], { vehicles: 2 });
    expect(fleet.geomill?.unserved).toEqual([]);
    expect(fleet.trip.status_message).toContain('straight lines');
  });

  it('is not one with a stop near a road, or with one wrong stop', async () => {
    await expect(ask([near(0), elsewhere(1), near(2), near(3)])).rejects.toMatchObject({
      details: { stops: [1] },
    });
    await expect(ask([near(0), elsewhere(1), near(2)])).rejects.toMatchObject({ details: { stops: [1] } });
    await expect(ask([elsewhere(0), near(1), near(2)])).rejects.toMatchObject({ details: { stops: [0] } });
  });
});
