import { describe, expect, it } from 'vitest';
import { NO_LIMITS, type StopLimits } from './route-limits.ts';
import type { TourStop } from './route-timeline.ts';
import type { RouteOptions } from './route-options.ts';
import { type BatchPart, planInTurn, splitBatch } from './route-parts.ts';

const DEPOT = { batch: 'A', depot: '21,105' };
const stopAt = (row: number, lat: number, lon: number, limits: Partial<StopLimits> = {}): TourStop => ({
  rows: [row],
  position: { lat, lon },
  limits: { ...NO_LIMITS, ...limits },
  rowLimits: [],
});
const grid = Array.from({ length: 450 }, (_, at) =>
  stopAt(at, 21 + (at % 15) / 100, 105 + Math.floor(at / 15) / 100),
);
const split = (stops: readonly TourStop[], options: Partial<RouteOptions>) =>
  splitBatch(stops, { batch: '{van}', ...options }, DEPOT).parts;
const rowsOf = ({ stops }: BatchPart) => stops.flatMap(({ rows }) => rows).sort((a, b) => a - b);
const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

describe('splitBatch', () => {
  it('keeps a batch whole that is small enough, and its vehicles unnamed', () => {
    expect(split(grid.slice(0, 3), { most_stops: 3 })).toEqual([{ stops: grid.slice(0, 3) }]);
    expect(split(grid.slice(0, 198), { vehicles: 3 })).toEqual([{ stops: grid.slice(0, 198) }]);
  });

  it('makes as few parts as possible, none too large, every stop in one', () => {
    for (const most of [1, 7, 100, 198]) {
      const parts = split(grid, { most_stops: most });
      expect(parts).toHaveLength(Math.ceil(450 / most));
      expect(Math.max(...parts.map(({ stops }) => stops.length))).toBeLessThanOrEqual(most);
      expect(inOrder(parts.flatMap(rowsOf))).toEqual(grid.map((_, at) => at));
    }
  });

  it('keeps neighbours together', () => {
    const apart = [0, 1, 2, 3, 4, 5].map((at) => stopAt(at, at % 2 === 0 ? 10.77 : 21.03, 106 + at / 1000));
    expect(split(apart, { most_stops: 3 }).map(rowsOf)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  it('shares out stops that are all in one place', () => {
    const same = Array.from({ length: 10 }, (_, at) => stopAt(at, 21, 105));
    expect(inOrder(split(same, { most_stops: 4 }).map(({ stops }) => stops.length))).toEqual([3, 3, 4]);
  });

  it('shares out vehicles with the stops, each with all its days', () => {
    for (const options of [
      { vehicles: 12 },
      { vehicles: 7 },
      { vehicles: 2, days: ['2026-11-30', '2026-12-01'] },
    ]) {
      const parts = split(grid, options);
      const shifts = options.vehicles * (options.days?.length ?? 1);
      expect(inOrder(parts.flatMap(({ vehicles = [] }) => vehicles))).toEqual(
        Array.from({ length: shifts }, (_, at) => at),
      );
      expect(inOrder(parts.flatMap(rowsOf))).toEqual(grid.map((_, at) => at));
      for (const { stops, vehicles = [] } of parts) {
        expect(stops.length).toBeLessThanOrEqual(198);
        // In proportion: a vehicle has about as many stops as another one.
        expect(Math.abs(stops.length / vehicles.length - 450 / shifts)).toBeLessThan(3);
      }
    }
  });

  it('puts a stop where a vehicle may serve it, and stops that share a vehicle into one part', () => {
    const stops = grid.map((stop, at) =>
      at % 45 === 0
        ? stopAt(at, stop.position.lat, stop.position.lon, { skills: ['cold'] })
        : at % 40 === 1
          ? stopAt(at, stop.position.lat, stop.position.lon, {
              together: 'x',
              shipment: at < 100 ? 's' : null,
            })
          : stop,
    );
    const parts = split(stops, { vehicles: [{ count: 5 }, { skills: ['cold'] }] });
    const partOf = (row: number) => parts.findIndex((part) => rowsOf(part).includes(row));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts[partOf(0)]?.vehicles).toContain(5);
    expect(new Set(stops.flatMap((_, at) => (at % 45 === 0 ? [partOf(at)] : [])))).toEqual(
      new Set([partOf(0)]),
    );
    expect(new Set(stops.flatMap((_, at) => (at % 45 !== 0 && at % 40 === 1 ? [partOf(at)] : []))).size).toBe(
      1,
    );
  });

  it('gives a strong vehicle more of the load than a weak one', () => {
    const loaded = grid
      .slice(0, 220)
      .map((stop, at) => stopAt(at, stop.position.lat, stop.position.lon, { demand: 1, amounts: [1] }));
    const parts = split(loaded, { capacity: 1, vehicles: [{ capacity: 180 }, { capacity: 40 }] });
    const sizes = parts.map(({ stops, vehicles }) => [vehicles?.[0], stops.length] as const);
    const [strong = 0, weak = 0] = [0, 1].map((at) => sizes.find(([vehicle]) => vehicle === at)?.[1]);
    expect(strong).toBeGreaterThan(2 * weak - 20);
  });

  it('leaves room for the places where vehicles start', () => {
    const vehicles = Array.from({ length: 4 }, (_, at) => ({ start: `21.0${at},105.5` }));
    for (const { stops, vehicles: own = [] } of split(grid.slice(0, 198), { vehicles }))
      expect(stops.length + own.length).toBeLessThanOrEqual(198);
  });
});

describe('planInTurn', () => {
  it('gives idle vehicles and stops that were left to the next part, and what is left at the end to idle vehicles', async () => {
    const options: RouteOptions = { batch: '{van}', vehicles: 4, most_stops: 10 };
    const batch = splitBatch(grid.slice(0, 36), options, DEPOT);
    const seen: BatchPart[] = [];
    const waiting = await planInTurn(batch, (part) => {
      seen.push(part);
      // The first vehicle is never needed in its own part, and every part leaves a stop until the last one.
      const used = (part.vehicles ?? []).filter((at) => at !== 0 || seen.length > 4);
      return Promise.resolve({ used, left: seen.length > 4 ? [] : part.stops.slice(0, 1) });
    });
    expect(seen.map(({ vehicles }) => vehicles)).toEqual([
      [0],
      ...[1, 2, 3].map(() => expect.arrayContaining([0]) as number[]),
      [0],
    ]);
    expect(seen.every(({ stops }) => stops.length <= 10)).toBe(true);
    expect(waiting).toEqual([]);
  });

  it('does not ask for stops without a vehicle, and returns them', async () => {
    const batch = splitBatch(grid.slice(0, 250), { batch: '{van}', vehicles: 1 }, DEPOT);
    const waiting = await planInTurn(batch, ({ vehicles = [] }) =>
      Promise.resolve({ used: vehicles, left: [] }),
    );
    expect(waiting).toHaveLength(52);
  });
});
