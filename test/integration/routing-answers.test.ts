import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkerOf } from '../../src/contract/parameters.ts';
import type { Directions } from '../../src/contract/records/directions.ts';
import type { FleetRequest } from '../../src/contract/records/fleet.ts';
import type { OptimizedTrip, Trip } from '../../src/contract/records/optimized-trip.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import { textIn } from '../../src/base/messages/catalogues.ts';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { decodePolyline } from '../../src/base/geo/polyline.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { VEHICLE_COSTINGS, type Vehicle } from '../../src/engine/routing/costing.ts';
import { computeDirections } from '../../src/engine/routing/direction/directions.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import { orderExactly } from '../../src/engine/routing/ordering/order-stops.ts';
import type { Router } from '../../src/engine/routing/router.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import { createStraightRouter, STRAIGHT_NOTICE } from '../../src/engine/routing/straight/straight-router.ts';
import { createChildPool } from '../../src/engine/routing/valhalla/child-pool.ts';
import { createValhallaRouter } from '../../src/engine/routing/valhalla/valhalla-router.ts';
import { effort } from '../support/effort.ts';
import { crossing, TOWN } from '../support/road-network.ts';
import { HOSTILE_STREET } from '../support/road-network-names.ts';
import { buildTownTiles } from '../support/road-tiles.ts';

const town = await buildTownTiles();
afterAll(() => town.remove());
const title = town.missing ? `: ${town.missing}` : '';

/** Pairs of places for each vehicle, and stops of the longest tour. */
const PAIRS = effort(8, 30);
const STOPS = effort(60, 200);

const VEHICLES = Object.keys(VEHICLE_COSTINGS) as Vehicle[];
const directionSchema = exactSchema(OPERATIONS.direction.shapes.only.answer);
const tourSchema = exactSchema(OPERATIONS.optimizedRoute.shapes.only.answer);
const textOf = ({ lat, lon }: Position) => `${lat},${lon}`;
const describeStop = (position: Position) => ({ placeId: `id ${position.lat}`, address: textOf(position) });

/** Words of Valhalla's English that no Vietnamese text has. */
const ENGLISH =
  /\b(the|turn|left|right|continue|onto|drive|walk|bike|keep|take|exit|roundabout|ramp|merge|toward|destination|arrived?|your?|north|south|east|west|ferry|enter|straight|sharp|slight|stay|stairs|then|and|mins?|hours?)\b/i;

function ask(
  router: Router,
  origin: Position,
  destinations: readonly Position[],
  {
    vehicle = 'car',
    language = 'en',
    alternatives = false,
  }: { vehicle?: Vehicle; language?: 'en' | 'vi'; alternatives?: boolean } = {},
): Promise<Directions> {
  const destination = destinations.map(textOf).join(';');
  return computeDirections(
    { origin: textOf(origin), destination, alternatives, vehicle, language },
    router,
    describeStop,
  );
}

const place = ({ lat, lng }: { lat: number; lng: number }): Position => ({ lat, lon: lng });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Checks what is true of all directions. */
function expectSound(answer: Directions, stops: readonly Position[], off: number): void {
  expect(checkerOf(directionSchema).faults(answer)).toEqual([]);
  expect(answer.geocoded_waypoints).toEqual(
    stops.map(({ lat }) => ({ geocoder_status: 'OK', place_id: `id ${lat}` })),
  );
  for (const { legs, overview_polyline, bounds, waypoint_order } of answer.routes) {
    expect(legs).toHaveLength(stops.length - 1);
    expect(waypoint_order).toEqual(legs.slice(1).map((_, at) => at));
    const whole = decodePolyline(overview_polyline.points, 5);
    const { northeast, southwest } = bounds as Record<string, { lat: number; lng: number }>;
    for (const { lat, lon } of whole) {
      expect(lat).toBeLessThanOrEqual((northeast?.lat as number) + 1e-5);
      expect(lon).toBeLessThanOrEqual((northeast?.lng as number) + 1e-5);
      expect(lat).toBeGreaterThanOrEqual((southwest?.lat as number) - 1e-5);
      expect(lon).toBeGreaterThanOrEqual((southwest?.lng as number) - 1e-5);
    }
    expect(distanceMeters(whole[0] as Position, stops[0] as Position)).toBeLessThan(off);
    expect(distanceMeters(whole.at(-1) as Position, stops.at(-1) as Position)).toBeLessThan(off);
    legs.forEach((leg, at) => {
      expect(distanceMeters(place(leg.start_location), stops[at] as Position)).toBeLessThan(off);
      expect(distanceMeters(place(leg.end_location), stops[at + 1] as Position)).toBeLessThan(off);
      expect([leg.start_address, leg.end_address]).toEqual(
        stops.slice(at, at + 2).map((stop) => textOf(stop)),
      );
      expect(sum(leg.steps.map(({ distance }) => distance.value))).toBe(leg.distance.value);
      expect(sum(leg.steps.map(({ duration }) => duration.value))).toBe(leg.duration.value);
      expect(leg.steps[0]?.start_location).toEqual(leg.start_location);
      expect(leg.steps.at(-1)?.end_location).toEqual(leg.end_location);
      for (const [before, step] of leg.steps.slice(1).map((each, i) => [leg.steps[i], each] as const))
        expect(step.start_location).toEqual(before?.end_location);
      for (const { html_instructions, polyline } of leg.steps) {
        expect(html_instructions).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        expect(decodePolyline(polyline.points, 5).length).toBeGreaterThan(0);
      }
    });
  }
}

describe('Directions in straight lines', () => {
  it('say what they are, and hold to every rule', async () => {
    const router = createStraightRouter();
    const stops = [TOWN.west, TOWN.east, TOWN.island];
    for (const vehicle of VEHICLES) {
      const answer = await ask(router, TOWN.west, stops.slice(1), { vehicle, alternatives: true });
      expectSound(answer, stops, 2);
      expect(answer.routes[0]?.warnings).toEqual([textIn(STRAIGHT_NOTICE, 'en')]);
    }
    const vi = await ask(router, TOWN.west, [TOWN.east], { language: 'vi' });
    expect(vi.routes[0]?.warnings).toEqual([textIn(STRAIGHT_NOTICE, 'vi')]);
  });
});

describe.skipIf(town.missing)(`Answers over roads${title}`, () => {
  let router: Router;
  beforeAll(() => {
    const asker = createChildPool({
      tileExtract: town.tiles,
      children: 2,
      deadlineMs: 30_000,
      env: process.env,
    });
    router = createValhallaRouter(asker);
  });
  afterAll(() => router.close());

  const random = createSeededRandom(2);
  /** Draws a place in town, not in the river. */
  const somewhere = () => {
    const column = random.next() * 28;
    return crossing(column > 14 ? column + 1 : column, random.next() * 29);
  };
  const INTERESTING: [Position, Position][] = [
    [TOWN.west, TOWN.east],
    [TOWN.beforeRoundabout, TOWN.behindRoundabout],
    [TOWN.west, TOWN.ferryIsland],
    [TOWN.parkSouth, TOWN.parkNorth],
    [TOWN.gatedWest, TOWN.gatedEast],
    [TOWN.gatedEast, TOWN.gatedWest],
    [crossing(1, 29), crossing(28, 29)],
    [crossing(29, 29), crossing(3, 29)],
    [TOWN.hostileStreet, TOWN.west],
    [TOWN.west, TOWN.west],
  ];

  it.each(VEHICLES)('direct a %s everywhere, in both languages', async (vehicle) => {
    const pairs = [
      ...INTERESTING,
      ...Array.from({ length: PAIRS }, () => [somewhere(), somewhere()] as const),
    ];
    const types = new Set<string>();
    for (const [from, to] of pairs) {
      const english = await ask(router, from, [to], { vehicle });
      const vietnamese = await ask(router, from, [to], { vehicle, language: 'vi' });
      // A place between two lines is farther from the street than one on it.
      for (const answer of [english, vietnamese]) expectSound(answer, [from, to], 100);
      for (const { legs } of vietnamese.routes)
        for (const { steps, distance, duration } of legs) {
          const texts = [distance.text, duration.text, ...steps.map((step) => step.html_instructions)];
          for (const text of texts) expect(text).not.toMatch(ENGLISH);
        }
      for (const { legs } of english.routes)
        for (const { steps } of legs) for (const { maneuver } of steps) types.add(maneuver);
      expect(vietnamese.routes.map(({ overview_polyline }) => overview_polyline)).toEqual(
        english.routes.map(({ overview_polyline }) => overview_polyline),
      );
    }
    expect(types).toContain('left');
    expect(types).toContain('right');
    expect(types).toContain('ferry');
    if (vehicle === 'car')
      for (const word of ['roundabout', 'exit right', 'keep left']) expect(types).toContain(word);
  });

  it('say what each vehicle may not do', async () => {
    const meters = async (vehicle: Vehicle) =>
      (await ask(router, TOWN.west, [TOWN.east], { vehicle })).routes[0]?.legs[0]?.distance.value ?? NaN;
    // The bridge is closed to trucks, which go round by the motorway; nobody else does.
    expect(await meters('truck')).toBeGreaterThan((await meters('car')) * 1.5);
    expect(await meters('motor')).toBe(await meters('car'));
    expect(await meters('walking')).toBeLessThanOrEqual(await meters('car'));
  });

  it('escape the names of streets', async () => {
    const { routes } = await ask(router, TOWN.hostileStreet, [TOWN.east]);
    const texts = routes.flatMap(({ legs }) =>
      legs.flatMap(({ steps }) => steps.map((step) => step.html_instructions)),
    );
    expect(HOSTILE_STREET).toContain('<b>&"quotes"');
    expect(texts.join('\n')).toContain('&lt;b&gt;&amp;&quot;quotes&quot;');
  });

  it('offer other routes between two places only, and when they are wanted', async () => {
    const count = async (to: readonly Position[], alternatives: boolean) =>
      (await ask(router, TOWN.west, to, { alternatives })).routes.length;
    expect(await count([TOWN.east], true)).toBeGreaterThan(1);
    expect(await count([TOWN.east], false)).toBe(1);
    expect(await count([TOWN.east, TOWN.hostileStreet], true)).toBe(1);
  });

  it('visit several destinations in the order they are given', async () => {
    const stops = [TOWN.west, TOWN.east, TOWN.hostileStreet, TOWN.beforeRoundabout];
    const answer = await ask(router, TOWN.west, stops.slice(1));
    expectSound(answer, stops, 20);
    expect(answer.routes[0]?.waypoint_order).toEqual([0, 1]);
  });

  const tour = (
    locations: readonly Position[],
    more: { costing?: 'auto' | 'bicycle' | 'pedestrian'; units?: 'km' | 'mi'; fleet?: FleetRequest } = {},
  ): Promise<OptimizedTrip> =>
    computeOptimizedRoute({ locations, costing: 'auto', units: 'km', ...more }, router);

  function expectSoundTrip(trip: Trip, locations: readonly Position[], isWhole = true): void {
    const order = trip.locations.map(({ original_index }) => original_index);
    expect(order[0]).toBe(0);
    expect(order.at(-1)).toBe(locations.length - 1);
    if (isWhole) expect([...order].sort((a, b) => a - b)).toEqual(locations.map((_, at) => at));
    trip.locations.forEach(({ lat, lon, original_index }) =>
      expect(distanceMeters({ lat, lon }, locations[original_index] as Position)).toBeLessThan(1),
    );
    expect(trip.legs).toHaveLength(order.length - 1);
    // Every leg is rounded to thousandths for itself.
    const rounding = 0.001 * order.length;
    for (const member of ['time', 'length'] as const) {
      const apart = sum(trip.legs.map(({ summary }) => summary[member])) - (trip.summary?.[member] ?? NaN);
      expect(Math.abs(apart)).toBeLessThan(rounding);
    }
    trip.legs.forEach(({ maneuvers, summary, shape }, at) => {
      const line = decodePolyline(shape, 6);
      const [from, to] = [order[at], order[at + 1]].map((stop) => locations[stop as number] as Position) as [
        Position,
        Position,
      ];
      expect(distanceMeters(line[0] as Position, from)).toBeLessThan(100);
      expect(distanceMeters(line.at(-1) as Position, to)).toBeLessThan(100);
      expect(sum(maneuvers.map(({ time }) => time))).toBeCloseTo(summary.time, 1);
      expect(maneuvers.at(-1)?.end_shape_index).toBe(line.length - 1);
    });
  }

  it.each(['auto', 'bicycle', 'pedestrian'] as const)(
    'order stops for %s as all orders would',
    async (costing) => {
      const locations = Array.from({ length: 9 }, somewhere);
      const answer = await tour(locations, { costing });
      expect(checkerOf(tourSchema).faults(answer)).toEqual([]);
      expectSoundTrip(answer.trip, locations);
      const { seconds } = await router.matrix(locations, costing);
      const best = orderExactly({ count: locations.length, costs: seconds });
      expect(answer.trip.locations.map(({ original_index }) => original_index)).toEqual([...best.order]);
      expect(await tour(locations, { costing })).toEqual(answer);
    },
  );

  it('say lengths in miles where they are asked to', async () => {
    const locations = [TOWN.west, TOWN.hostileStreet, TOWN.east];
    const [km, mi] = [await tour(locations), await tour(locations, { units: 'mi' })];
    expect([km.trip.units, mi.trip.units]).toEqual(['kilometers', 'miles']);
    expect((km.trip.summary?.length ?? NaN) / 1.609344).toBeCloseTo(mi.trip.summary?.length ?? NaN, 2);
    expect(mi.trip.summary?.time).toBe(km.trip.summary?.time);
    expect(mi.trip).toMatchObject({
      status: 0,
      status_message: 'Found route between points',
      language: 'en-US',
    });
  });

  it('say on which side of the street a stop is', async () => {
    const beside = (row: number) => crossing(20.5, row);
    const { trip } = await tour([beside(12), beside(12.2), { ...beside(12), lon: crossing(24.5, 0).lon }]);
    expect(trip.locations[0]?.side_of_street).toBe('');
    expect(['left', 'right']).toContain(trip.locations[1]?.side_of_street);
  });

  it('keep to numbers that the interface has, also on steps', async () => {
    const answer = await tour([TOWN.parkSouth, crossing(2.4, 15.4), TOWN.parkNorth], {
      costing: 'pedestrian',
    });
    expect(checkerOf(tourSchema).faults(answer)).toEqual([]);
    const texts = answer.trip.legs.flatMap(({ maneuvers }) =>
      maneuvers.map(({ instruction }) => instruction),
    );
    expect(texts.join()).toContain('stairs');
  });

  it('hold signs and exits', async () => {
    const { trip } = await tour([crossing(1, 29), crossing(27, 29), crossing(28, 29)]);
    const maneuvers = trip.legs.flatMap((leg) => leg.maneuvers);
    const exits = maneuvers.flatMap(({ sign }) => sign?.exit_number_elements ?? []);
    expect(exits).toContainEqual({ text: '7' });
    expect(trip.summary?.has_toll).toBe(true);
    expect(trip.summary?.has_highway).toBe(true);
    const round = await tour([TOWN.beforeRoundabout, crossing(7, 11.5), TOWN.behindRoundabout]);
    expect(
      round.trip.legs
        .flatMap((leg) => leg.maneuvers)
        .some(({ roundabout_exit_count }) => roundabout_exit_count === 3),
    ).toBe(true);
  });

  it(`order ${STOPS} stops`, async () => {
    const locations = Array.from({ length: STOPS }, somewhere);
    const answer = await tour(locations);
    expect(checkerOf(tourSchema).faults(answer)).toEqual([]);
    expectSoundTrip(answer.trip, locations);
  });

  it('share stops among vehicles with every limit, and name what is left over', async () => {
    const locations = [TOWN.west, ...Array.from({ length: 16 }, somewhere), TOWN.west];
    const count = locations.length;
    const list = (value: number) => Array.from({ length: count }, () => value);
    const demands = list(2);
    demands[3] = 50;
    const latest_seconds: (number | null)[] = Array.from({ length: count }, () => null);
    latest_seconds[4] = 1;
    latest_seconds[5] = 600;
    const earliest_seconds = list(0);
    earliest_seconds[6] = 900;
    const service_seconds = list(60);
    service_seconds[7] = 9000;
    const fleet = {
      vehicles: 3,
      capacity: 10,
      demands,
      latest_seconds,
      earliest_seconds,
      service_seconds,
      max_seconds: 3600,
    };
    const answer = await tour(locations, { fleet });
    expect(checkerOf(tourSchema).faults(answer)).toEqual([]);
    const { tours = [], unserved = [] } = answer.geomill ?? {};
    expect(unserved).toContainEqual({ original_index: 3, reason: 'demand' });
    expect(unserved).toContainEqual({ original_index: 4, reason: 'window' });
    expect(unserved).toContainEqual({ original_index: 7, reason: 'duration' });
    expect(tours.length).toBeLessThanOrEqual(3);
    expect(answer.trip).toEqual(tours[0]?.trip);
    const seen = unserved.map(({ original_index }) => original_index);
    for (const { trip, arrival_seconds } of tours) {
      expectSoundTrip(trip, locations, false);
      const order = trip.locations.map(({ original_index }) => original_index);
      const inner = order.slice(1, -1);
      seen.push(...inner);
      expect(sum(inner.map((stop) => demands[stop] as number))).toBeLessThanOrEqual(10);
      expect(arrival_seconds).toHaveLength(order.length);
      expect(arrival_seconds[0]).toBe(0);
      expect(arrival_seconds.at(-1)).toBeLessThanOrEqual(3600);
      inner.forEach((stop, at) => {
        const arrival = arrival_seconds[at + 1] as number;
        expect(arrival).toBeGreaterThanOrEqual(earliest_seconds[stop] as number);
        expect(arrival).toBeLessThanOrEqual(latest_seconds[stop] ?? Infinity);
        const before = arrival_seconds[at] as number;
        const leg = trip.legs[at]?.summary.time ?? NaN;
        const service = at === 0 ? 0 : 60;
        // The matrix rounds to seconds, and the way through all stops leaves each in the direction it came from.
        expect(arrival).toBeGreaterThan(before + service + leg * 0.8 - 30);
      });
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: count - 2 }, (_, at) => at + 1));
    expect(await tour(locations, { fleet })).toEqual(answer);
  });

  it('say that there are too few vehicles, and refuse lists of another length', async () => {
    const locations = [TOWN.west, ...Array.from({ length: 6 }, somewhere), TOWN.west];
    const { geomill } = await tour(locations, {
      fleet: { vehicles: 1, capacity: 4, demands: locations.map(() => 1) },
    });
    expect(geomill?.unserved.map(({ reason }) => reason)).toEqual(['fleet', 'fleet']);
    await expect(tour(locations, { fleet: { demands: [1, 2] } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('demands: 2 values for 8 locations') as string,
    });
    const impossible = locations.map((_, at) => (at === 1 ? 900 : 0));
    const closed = locations.map((_, at) => (at === 1 ? 800 : null));
    const windows = await tour(locations, {
      fleet: { earliest_seconds: impossible, latest_seconds: closed },
    });
    expect(windows.geomill?.unserved).toEqual([{ original_index: 1, reason: 'window' }]);
    const backBy = await tour(locations, {
      fleet: { latest_seconds: locations.map((_, at) => (at === locations.length - 1 ? 1 : null)) },
    });
    expect(new Set(backBy.geomill?.unserved.map(({ reason }) => reason))).toEqual(new Set(['duration']));
    expect(backBy.geomill?.tours).toEqual([]);
  });
});
