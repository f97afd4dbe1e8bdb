import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkParameters } from '../../src/contract/parameters.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { computeDirections, type DirectionsRequest } from '../../src/engine/routing/direction/directions.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import type { Router } from '../../src/engine/routing/router.ts';
import { createStraightRouter } from '../../src/engine/routing/straight/straight-router.ts';
import { createChildPool } from '../../src/engine/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../../src/engine/routing/valhalla/valhalla-router.ts';
import { crossing, TOWN } from '../support/road-network.ts';
import { buildTownTiles } from '../support/road-tiles.ts';

const town = await buildTownTiles();
afterAll(() => town.remove());
const title = town.missing ? `: ${town.missing}` : '';

const textOf = ({ lat, lon }: Position) => `${lat},${lon}`;
const nowhere = () => ({ placeId: '', address: '' });

/** Asks as the local service does: what the contract refuses never comes to the router. */
function askOptimized(router: Router, json: unknown) {
  const parameters = { json } as never;
  checkParameters(OPERATIONS.optimizedRoute, 'only', parameters);
  const { locations, costing, directions_options } = json as {
    locations: Position[];
    costing: 'auto';
    directions_options?: { units?: 'km' | 'mi' };
  };
  return computeOptimizedRoute({ locations, costing, units: directions_options?.units ?? 'km' }, router);
}
function askDirections(router: Router, parameters: Record<string, unknown>) {
  const asked = { origin: textOf(TOWN.west), destination: textOf(TOWN.east), ...parameters };
  checkParameters(OPERATIONS.direction, 'only', asked);
  const { origin, destination, vehicle = 'car', language = 'en' } = asked as unknown as DirectionsRequest;
  return computeDirections({ origin, destination, vehicle, language, alternatives: true }, router, nowhere);
}

const three: Position[] = [TOWN.west, TOWN.east, TOWN.hostileStreet];
const withPlace = (place: unknown) => ({ locations: [TOWN.west, place, TOWN.east], costing: 'auto' });

/** What is refused, by what its message holds. */
const REFUSED_TOURS: [why: string, json: unknown, message: RegExp][] = [
  ['NaN', withPlace({ lat: NaN, lon: 105 }), /locations/],
  ['the text NaN', withPlace({ lat: 'NaN', lon: 105 }), /locations/],
  ['a number as text', withPlace({ lat: '10.04', lon: 105 }), /locations/],
  ['null', withPlace(null), /locations/],
  ['a place off the earth', withPlace({ lat: 91, lon: 105 }), /locations/],
  ['10,000 places', { locations: Array.from({ length: 10_000 }, () => TOWN.west), costing: 'auto' }, /10000/],
  ['201 places', { locations: Array.from({ length: 201 }, () => TOWN.west), costing: 'auto' }, /201/],
  ['no place', { locations: [], costing: 'auto' }, /locations/],
  ['one place', { locations: [TOWN.west], costing: 'auto' }, /locations/],
  ['two places', { locations: [TOWN.west, TOWN.east], costing: 'auto' }, /locations/],
  ['an unknown costing', { locations: three, costing: 'spaceship' }, /costing/],
  ['unknown units', { locations: three, costing: 'auto', directions_options: { units: 'li' } }, /units/],
  ['text for json', 'json', /json/],
];

const REFUSED_WAYS: [why: string, parameters: Record<string, unknown>, message: RegExp][] = [
  ['NaN', { origin: 'NaN,105' }, /origin/],
  ['words', { destination: 'chợ Bến Thành' }, /destination/],
  ['a place off the earth', { origin: '10,181' }, /origin/],
  ['an empty destination between others', { destination: `${textOf(TOWN.east)};;` }, /destination/],
  ['10,000 destinations', { destination: Array.from({ length: 10_000 }, () => '10,105').join(';') }, /10000/],
  ['a long number', { origin: `1${'0'.repeat(100_000)},105` }, /origin.{1,100}$/],
  ['an unknown vehicle', { vehicle: 'spaceship' }, /vehicle/],
  ['an unknown language', { language: 'VI' }, /language/],
];

const ROUTERS: [name: string, open: () => Router, skipped: boolean][] = [
  ['straight lines', createStraightRouter, false],
  [
    `roads${title}`,
    () =>
      createValhallaRouter(
        createChildPool({ tileExtract: town.tiles, children: 1, deadlineMs: 30_000, env: process.env }),
      ),
    town.missing !== undefined,
  ],
];

for (const [name, open, skipped] of ROUTERS) {
  describe.skipIf(skipped)(`Hostile questions over ${name}`, () => {
    let router: Router;
    beforeAll(() => (router = open()));
    afterAll(() => router.close());

    it.each(REFUSED_TOURS)('refuses a tour with %s', async (_, json, message) => {
      const asking = (async () => askOptimized(router, json))();
      await expect(asking).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(message) as string,
      });
    });

    it.each(REFUSED_WAYS)('refuses a way with %s', async (_, parameters, message) => {
      const asking = (async () => askDirections(router, parameters))();
      await expect(asking).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(message) as string,
      });
    });

    it('answers identical stops', async () => {
      const same = await askOptimized(router, {
        locations: Array.from({ length: 20 }, () => TOWN.west),
        costing: 'auto',
      });
      expect(same.trip.legs).toHaveLength(19);
      expect(same.trip.summary?.length).toBe(0);
      const { routes } = await askDirections(router, { destination: textOf(TOWN.west) });
      expect(routes[0]?.legs[0]?.distance.value).toBe(0);
    });

    it('answers what is past a sign or a space', async () => {
      const { lat, lon } = TOWN.west;
      const { routes } = await askDirections(router, { origin: ` +${lat} , ${lon} ` });
      expect(routes.length).toBeGreaterThan(0);
    });

    it('is alive afterwards', async () => {
      const { trip } = await askOptimized(router, { locations: three, costing: 'pedestrian' });
      expect(trip.locations.map(({ original_index }) => original_index)).toEqual([0, 1, 2]);
    });
  });
}

describe.skipIf(town.missing)(`Places without a road${title}`, () => {
  let router: Router;
  beforeAll(() => (router = (ROUTERS[1] as (typeof ROUTERS)[number])[1]()));
  afterAll(() => router.close());

  const around = [1, 2, 3, 4].map((at) => crossing(at * 5, at * 4));
  it.each([
    ['in the sea', TOWN.sea, /locations\[2\] \(9\.98,105\.795\): farther than 1 km from any road/],
    ['in another country', TOWN.anotherCountry, /locations\[2\] \(48\..*farther than 1 km/],
    ['on an island', TOWN.island, /locations\[2\] \(.*no route to or from/],
  ])('are named: %s', async (_, place, message) => {
    const locations = [...around.slice(0, 2), place, ...around.slice(2)];
    const failing = askOptimized(router, { locations, costing: 'auto' });
    await expect(failing).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(message) as string,
      details: { stops: [2] },
    });
    await expect(failing).rejects.not.toMatchObject({
      message: expect.stringContaining('locations[1]') as string,
    });
  });

  it('are named at the beginning and at the end of a way, for the vehicle that asks', async () => {
    const { sea, west, parkNorth, island, farIsland } = TOWN;
    await expect(askDirections(router, { origin: textOf(sea) })).rejects.toMatchObject({
      message: expect.stringMatching(/^origin \(9\.98,105\.795\): farther than 1 km/) as string,
    });
    const destination = [west, sea, parkNorth, sea].map(textOf).join(';');
    await expect(askDirections(router, { destination })).rejects.toMatchObject({
      message: expect.stringMatching(/^destination 2 .*, destination 4 /) as string,
      details: { stops: [2, 4] },
    });
    for (const nowhereNear of [island, farIsland])
      await expect(askDirections(router, { destination: textOf(nowhereNear) })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('no route between the places') as string,
      });
  });

  it('are told of where the road is some hundred metres away', async () => {
    const off = { lat: crossing(0, 29).lat, lon: crossing(0, 0).lon - 0.004 };
    const { trip } = await askOptimized(router, {
      locations: [TOWN.west, off, TOWN.east],
      costing: 'auto',
    });
    const meters = /^Found route between points; locations\[1\] is (\d+) m from the nearest road$/.exec(
      trip.status_message ?? '',
    );
    expect(Number(meters?.[1])).toBeGreaterThan(100);
    const { routes } = await askDirections(router, { origin: textOf(off) });
    expect(routes[0]?.warnings).toEqual([`origin is ${meters?.[1]} m from the nearest road`]);
    const vietnamese = await askDirections(router, { destination: textOf(off), language: 'vi' });
    expect(vietnamese.routes[0]?.warnings).toEqual([`Điểm đến 1 cách con đường gần nhất ${meters?.[1]} m`]);
  });

  it('leave a fleet that serves the others', async () => {
    const locations = [around[0], TOWN.sea, around[1], TOWN.island, around[2], around[0]] as Position[];
    const { geomill } = await computeOptimizedRoute(
      { locations, costing: 'auto', units: 'km', fleet: { vehicles: 2 } },
      router,
    );
    expect(geomill?.unserved).toEqual([
      { original_index: 1, reason: 'outside' },
      { original_index: 3, reason: 'unreachable' },
    ]);
    const served = geomill?.tours.flatMap(({ trip }) =>
      trip.locations.slice(1, -1).map(({ original_index }) => original_index),
    );
    expect(served?.sort()).toEqual([2, 4]);
    const fromTheSea = [TOWN.sea, ...locations];
    const failing = computeOptimizedRoute(
      { locations: fromTheSea, costing: 'auto', units: 'km', fleet: {} },
      router,
    );
    await expect(failing).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { stops: [0, 2] } });
  });
});
