import { expect } from 'vitest';
import type { Directions } from '../../../src/contract/records/directions.ts';
import type { OptimizedTrip } from '../../../src/contract/records/optimized-trip.ts';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { decodePolyline } from '../../../src/base/geo/polyline.ts';
import type { Position } from '../../../src/base/geo/position.ts';
import { crossing, TOWN } from '../../support/road-network.ts';
import { A_TEXT, A_NUMBER, ask, at, every, expectRefused, type Json } from './samples.ts';
import type { Check, Checks, World } from './world.ts';

const textOf = ({ lat, lon }: Position) => `${lat},${lon}`;
const STOPS = [TOWN.west, TOWN.hostileStreet, TOWN.beforeRoundabout, TOWN.behindRoundabout, TOWN.east];
/** Over the motorway with its exits, and over the ferry. */
const FAR_STOPS = [crossing(1, 29), crossing(28, 29), TOWN.ferryIsland, crossing(3, 29)];
const METERS_OFF = 100;

/** Returns directions through the town, by default from west to east by car. */
function directions(world: World, more: Json = {}): Promise<Directions> {
  const asked = { origin: textOf(TOWN.west), destination: textOf(TOWN.east), ...more };
  return ask(world, 'direction', asked) as unknown as Promise<Directions>;
}

/** Returns the directions with the most kinds of steps. */
async function samples(world: World): Promise<Directions[]> {
  const destination = STOPS.slice(1).map(textOf).join(';');
  return Promise.all([directions(world), directions(world, { destination })]);
}

const routes = async (world: World) => (await samples(world)).flatMap((answer) => answer.routes);
const legs = async (world: World) => (await routes(world)).flatMap((route) => route.legs);
const steps = async (world: World) => (await legs(world)).flatMap((leg) => leg.steps);

function tour(world: World, locations: readonly Position[] = STOPS, more: Json = {}): Promise<OptimizedTrip> {
  const json = { locations, costing: 'auto', ...more };
  return ask(world, 'optimizedRoute', { json }) as unknown as Promise<OptimizedTrip>;
}

const trips = async (world: World) =>
  (await Promise.all([tour(world), tour(world, FAR_STOPS)])).map(({ trip }) => trip);
const tripLegs = async (world: World) => (await trips(world)).flatMap((trip) => trip.legs);
const maneuvers = async (world: World) =>
  (await tripLegs(world)).flatMap((leg) => leg.maneuvers as unknown as Json[]);

function isNear(place: { lat: number; lng: number }, stop: Position): boolean {
  return distanceMeters({ lat: place.lat, lon: place.lng }, stop) < METERS_OFF;
}

function expectMeasure(measure: unknown): void {
  expect(measure).toEqual({ text: A_TEXT, value: A_NUMBER });
  expect(Number.isInteger((measure as { value: number }).value)).toBe(true);
}

function expectPlace(place: unknown): void {
  expect(place).toEqual({ lat: A_NUMBER, lng: A_NUMBER });
}

/** Checks a member that every maneuver has. */
const always =
  (name: string, expectation: (value: unknown) => void): Check =>
  async (world) =>
    every(await maneuvers(world), (maneuver) => expectation(at(maneuver, name)));

/** Checks a member that some maneuvers have on roads; straight lines have none of them. */
const sometimes =
  (name: string, expectation: (value: unknown) => void): Check =>
  async (world) => {
    const found = (await maneuvers(world)).filter((maneuver) => name in maneuver);
    if (world.hasRoads) expect(found.length, name).toBeGreaterThan(0);
    else expect(found).toEqual([]);
    for (const maneuver of found) expectation(maneuver[name]);
  };

const isText = (value: unknown) => expect(value).toBeTypeOf('string');
const isNumber = (value: unknown) => expect(value).toBeTypeOf('number');
const isIndex = (value: unknown) => expect(Number.isInteger(value)).toBe(true);

/** Checks a member of the summary of a leg. */
const summary =
  (name: string, type: 'boolean' | 'number'): Check =>
  async (world) =>
    every(await tripLegs(world), (leg) => expect(at(leg, `summary/${name}`)).toBeTypeOf(type));

/** The checks of section 2.4, routes. */
const directionsChecks: Checks['any'] = {
  '2.4 Envelope geocoded_waypoints': async (world) => {
    const [, through] = await samples(world);
    expect(through?.geocoded_waypoints).toHaveLength(STOPS.length);
    every(through?.geocoded_waypoints ?? [], (waypoint) =>
      expect(waypoint).toEqual({
        geocoder_status: 'OK',
        place_id: expect.stringMatching(/^.{60}$/) as string,
      }),
    );
  },
  '2.4 Envelope routes': async (world) =>
    every(await samples(world), (answer) =>
      every(answer.routes, (route) => expect(route).toBeTypeOf('object')),
    ),
  '2.4 Route bounds': async (world) =>
    every(await routes(world), ({ bounds }) => expect(bounds).toBeTypeOf('object')),
  '2.4 Route legs': async (world) => {
    const [single, through] = await samples(world);
    every(single?.routes ?? [], (route) => expect(route.legs).toHaveLength(1));
    every(through?.routes ?? [], (route) => expect(route.legs).toHaveLength(STOPS.length - 1));
  },
  '2.4 Route overview_polyline': async (world) => {
    const { routes: found } = await directions(world);
    every(found, ({ overview_polyline }) => {
      const line = decodePolyline(overview_polyline.points, 5);
      expect(distanceMeters(line[0] as Position, TOWN.west)).toBeLessThan(METERS_OFF);
      expect(distanceMeters(line.at(-1) as Position, TOWN.east)).toBeLessThan(METERS_OFF);
    });
  },
  '2.4 Route summary': async (world) => every(await routes(world), (route) => isText(at(route, 'summary'))),
  '2.4 Route warnings': async (world) => {
    // Straight lines say so; roads have nothing to warn of here.
    const isWarned = !world.hasRoads;
    every(await routes(world), ({ warnings }) => expect(warnings.length > 0).toBe(isWarned));
  },
  '2.4 Route waypoint_order': async (world) => {
    const [, through] = await samples(world);
    every(through?.routes ?? [], ({ waypoint_order }) =>
      expect(waypoint_order).toEqual(STOPS.slice(2).map((_, index) => index)),
    );
  },
  '2.4 Leg distance': async (world) =>
    every(await legs(world), (leg) => {
      expectMeasure(leg.distance);
      expect(leg.steps.reduce((sum, { distance }) => sum + distance.value, 0)).toBe(leg.distance.value);
    }),
  '2.4 Leg duration': async (world) =>
    every(await legs(world), (leg) => {
      expectMeasure(leg.duration);
      expect(leg.steps.reduce((sum, { duration }) => sum + duration.value, 0)).toBe(leg.duration.value);
    }),
  '2.4 Leg start_address': async (world) =>
    every(await legs(world), ({ start_address }) => expect(start_address).not.toBe('')),
  '2.4 Leg end_address': async (world) =>
    every(await legs(world), ({ end_address }) => expect(end_address).not.toBe('')),
  '2.4 Leg start_location': async (world) => {
    every(await legs(world), (leg) => expectPlace(leg.start_location));
    every((await directions(world)).routes, (route) =>
      expect(isNear((route.legs[0] as (typeof route.legs)[0]).start_location, TOWN.west)).toBe(true),
    );
  },
  '2.4 Leg end_location': async (world) => {
    every(await legs(world), (leg) => expectPlace(leg.end_location));
    every((await directions(world)).routes, (route) =>
      expect(isNear((route.legs[0] as (typeof route.legs)[0]).end_location, TOWN.east)).toBe(true),
    );
  },
  '2.4 Leg steps': async (world) =>
    every(await legs(world), (leg) => {
      expect(leg.steps[0]?.start_location).toEqual(leg.start_location);
      expect(leg.steps.at(-1)?.end_location).toEqual(leg.end_location);
    }),
  '2.4 Step distance': async (world) => every(await steps(world), (step) => expectMeasure(step.distance)),
  '2.4 Step duration': async (world) => every(await steps(world), (step) => expectMeasure(step.duration)),
  '2.4 Step start_location': async (world) =>
    every(await steps(world), (step) => expectPlace(step.start_location)),
  '2.4 Step end_location': async (world) =>
    every(await steps(world), (step) => expectPlace(step.end_location)),
  '2.4 Step html_instructions': async (world) =>
    every(await steps(world), (step) => {
      expect(step.html_instructions).not.toBe('');
      // Street names are data of the public: no markup of theirs may pass.
      expect(step.html_instructions).not.toMatch(/[<>"]/);
    }),
  '2.4 Step maneuver': async (world) => {
    const words = new Set((await steps(world)).map((step) => step.maneuver));
    every([...words], isText);
    if (world.hasRoads) for (const word of ['left', 'right']) expect([...words]).toContain(word);
  },
  '2.4 Step polyline': async (world) =>
    every(await steps(world), (step) =>
      expect(decodePolyline(step.polyline.points, 5).length).toBeGreaterThan(0),
    ),
  '2.4 Step travel_mode': async (world) => {
    every(await steps(world), (step) => expect(step.travel_mode).toBe('DRIVING'));
    const walk = await directions(world, { vehicle: 'walking' });
    expect(at(walk, 'routes/0/legs/0/steps/0/travel_mode')).toBe('WALKING');
  },
  '7 directions geocoded_waypoints[].geocoder_status = OK': async (world) =>
    every((await directions(world)).geocoded_waypoints, (waypoint) =>
      expect(waypoint.geocoder_status).toBe('OK'),
    ),
};

/** The checks of section 2.5, trips. */
const tripChecks: Checks['any'] = {
  '2.5 Envelope sentence 1': async (world) => expect(Object.keys(await tour(world))).toEqual(['trip']),
  '2.5 trip.locations': async (world) => {
    const { trip } = await tour(world);
    every(trip.locations, (location) => {
      expect(location.type).toBe('break');
      const { lat, lon } = STOPS[location.original_index] as Position;
      expect(distanceMeters(location, { lat, lon })).toBeLessThan(1);
      expect(['left', 'right', '']).toContain(location.side_of_street);
    });
  },
  '2.5 trip.legs': async (world) =>
    every(await trips(world), (trip) => {
      expect(trip.legs).toHaveLength(trip.locations.length - 1);
      for (const leg of trip.legs) expect(Object.keys(leg).sort()).toEqual(['maneuvers', 'shape', 'summary']);
    }),
  '2.5 Maneuver type': always('type', (type) => {
    expect(type).toBeGreaterThanOrEqual(0);
    expect(type).toBeLessThanOrEqual(38);
    isIndex(type);
  }),
  '2.5 Maneuver instruction': always('instruction', (value) => expect(value).not.toBe('')),
  '2.5 Maneuver verbal_transition_alert_instruction': sometimes(
    'verbal_transition_alert_instruction',
    isText,
  ),
  '2.5 Maneuver verbal_succinct_transition_instruction': sometimes(
    'verbal_succinct_transition_instruction',
    isText,
  ),
  '2.5 Maneuver verbal_pre_transition_instruction': sometimes('verbal_pre_transition_instruction', isText),
  '2.5 Maneuver verbal_post_transition_instruction': sometimes('verbal_post_transition_instruction', isText),
  '2.5 Maneuver street_names': sometimes('street_names', (names) => every(names as unknown[], isText)),
  '2.5 Maneuver time': always('time', isNumber),
  '2.5 Maneuver length': async (world) => {
    await always('length', isNumber)(world);
    const [km, mi] = await Promise.all(
      ['km', 'mi'].map((units) => tour(world, STOPS, { directions_options: { units } })),
    );
    const length = (answer?: OptimizedTrip) => answer?.trip.summary?.length ?? NaN;
    expect(length(km) / length(mi)).toBeCloseTo(1.609, 2);
  },
  '2.5 Maneuver cost': always('cost', isNumber),
  '2.5 Maneuver begin_shape_index': always('begin_shape_index', isIndex),
  '2.5 Maneuver end_shape_index': async (world) =>
    every(await tripLegs(world), (leg) => {
      const points = decodePolyline(leg.shape, 6).length;
      expect(leg.maneuvers[0]?.begin_shape_index).toBe(0);
      expect(leg.maneuvers.at(-1)?.end_shape_index).toBe(points - 1);
    }),
  '2.5 Maneuver verbal_multi_cue': sometimes('verbal_multi_cue', (value) => expect(value).toBe(true)),
  '2.5 Maneuver travel_mode': always('travel_mode', (mode) => expect(mode).toBe('drive')),
  '2.5 Maneuver travel_type': always('travel_type', isText),
  '2.5 Maneuver sign': sometimes('sign', (sign) => {
    const lists = Object.entries(sign as Record<string, { text: string }[]>);
    every(lists, ([name, elements]) => {
      expect(['exit_number_elements', 'exit_branch_elements']).toContain(name);
      every(elements, (element) => expect(element).toEqual({ text: A_TEXT }));
    });
  }),
  '2.5 Maneuver roundabout_exit_count': sometimes('roundabout_exit_count', isIndex),
  '2.5 Leg summary has_time_restrictions': summary('has_time_restrictions', 'boolean'),
  '2.5 Leg summary has_toll': summary('has_toll', 'boolean'),
  '2.5 Leg summary has_highway': summary('has_highway', 'boolean'),
  '2.5 Leg summary has_ferry': async (world) => {
    await summary('has_ferry', 'boolean')(world);
    const { trip } = await tour(world, FAR_STOPS);
    expect(trip.legs.some((leg) => leg.summary.has_ferry)).toBe(world.hasRoads);
  },
  '2.5 Leg summary min_lat': summary('min_lat', 'number'),
  '2.5 Leg summary min_lon': summary('min_lon', 'number'),
  '2.5 Leg summary max_lat': async (world) =>
    every(await tripLegs(world), (leg) =>
      expect(leg.summary.max_lat).toBeGreaterThanOrEqual(leg.summary.min_lat ?? NaN),
    ),
  '2.5 Leg summary max_lon': async (world) =>
    every(await tripLegs(world), (leg) =>
      expect(leg.summary.max_lon).toBeGreaterThanOrEqual(leg.summary.min_lon ?? NaN),
    ),
  '2.5 Leg summary time': summary('time', 'number'),
  '2.5 Leg summary length': summary('length', 'number'),
  '2.5 Leg summary cost': summary('cost', 'number'),
  '2.5 shape': async (world) => {
    const { trip } = await tour(world);
    const line = decodePolyline(trip.legs[0]?.shape ?? '', 6);
    expect(distanceMeters(line[0] as Position, TOWN.west)).toBeLessThan(METERS_OFF);
  },
};

/** The checks of section 4.7 and 4.8. */
const routeOperations: Checks['any'] = {
  '4.7 origin': async (world) => {
    await expectRefused(world, 'direction', { destination: textOf(TOWN.east) }, 'origin');
    await expectRefused(world, 'direction', { origin: '91,0', destination: textOf(TOWN.east) }, 'origin');
    const back = await directions(world, { origin: textOf(TOWN.east), destination: textOf(TOWN.west) });
    expect(isNear(at(back, 'routes/0/legs/0/start_location'), TOWN.east)).toBe(true);
  },
  '4.7 destination': async (world) => {
    await expectRefused(world, 'direction', { origin: textOf(TOWN.east) }, 'destination');
    const [, through] = await samples(world);
    const ends = through?.routes[0]?.legs.map((leg) => leg.end_location) ?? [];
    expect(ends).toHaveLength(STOPS.length - 1);
    ends.forEach((end, index) => expect(isNear(end, STOPS[index + 1] as Position)).toBe(true));
  },
  '4.7 alternatives': async (world) => {
    expect((await directions(world, { alternatives: false })).routes).toHaveLength(1);
    expect(await directions(world, { alternatives: true })).toEqual(await directions(world));
    if (world.hasRoads) expect((await directions(world)).routes.length).toBeGreaterThan(1);
  },
  '4.7 vehicle': async (world) => {
    expect(await directions(world, { vehicle: 'car' })).toEqual(await directions(world));
    for (const vehicle of ['car', 'bike', 'motor', 'taxi', 'truck', 'walking'])
      expect((await directions(world, { vehicle })).routes.length).toBeGreaterThan(0);
    await expectRefused(
      world,
      'direction',
      { origin: textOf(TOWN.west), destination: textOf(TOWN.east), vehicle: 'boat' },
      'vehicle',
    );
  },
  '4.7 language': async (world) => {
    const said = async (language: string) =>
      at<string>(await directions(world, { language }), 'routes/0/legs/0/steps/0/html_instructions');
    expect(await directions(world, { language: 'en' })).toEqual(await directions(world));
    expect(await said('en')).toMatch(/^[\u0020-\u007e]*\b(north|south|east|west|straight)\b/i);
    expect(await said('vi')).toMatch(/[đĐạảấầếệộớờợứừĩũơư]/);
    await expectRefused(
      world,
      'direction',
      { origin: textOf(TOWN.west), destination: textOf(TOWN.east), language: 'fr' },
      'language',
    );
  },
  '4.7 admin_v2': async (world) => {
    const [old, now] = await Promise.all([false, true].map((admin_v2) => directions(world, { admin_v2 })));
    const address = (answer?: Directions) => answer?.routes[0]?.legs[0]?.start_address;
    expect([address(old), address(now)]).toEqual([
      'Quận Bình Thuỷ, Thành phố Cần Thơ',
      'Phường Long Tuyền, Thành phố Cần Thơ',
    ]);
  },
  '4.7 Response sentence 1': async (world) =>
    expect(Object.keys(await directions(world)).sort()).toEqual(['geocoded_waypoints', 'routes']),
  '4.8 json': async (world) => {
    await expectRefused(world, 'optimizedRoute', {}, 'json');
    await expectRefused(world, 'optimizedRoute', { json: 'text' }, 'json');
  },
  '4.8 admin_v2': async (world) => {
    const json = { locations: STOPS, costing: 'auto' };
    expect(await ask(world, 'optimizedRoute', { json, admin_v2: true })).toEqual(await tour(world));
    await expectRefused(world, 'optimizedRoute', { json, admin_v2: 'yes' }, 'admin_v2');
  },
  '4.8 locations': async (world) => {
    const order = (await tour(world)).trip.locations.map(({ original_index }) => original_index);
    expect([order[0], order.at(-1)]).toEqual([0, STOPS.length - 1]);
    const json = { locations: STOPS.slice(0, 2), costing: 'auto' };
    await expectRefused(world, 'optimizedRoute', { json }, 'locations');
  },
  '4.8 costing': async (world) => {
    for (const costing of ['auto', 'bicycle', 'pedestrian'])
      expect((await tour(world, STOPS, { costing })).trip.legs).toHaveLength(STOPS.length - 1);
    await expectRefused(world, 'optimizedRoute', { json: { locations: STOPS } }, 'costing');
    await expectRefused(world, 'optimizedRoute', { json: { locations: STOPS, costing: 'boat' } }, 'costing');
  },
  '4.8 directions_options': async (world) => {
    const km = await tour(world, STOPS, { directions_options: { units: 'km' } });
    expect(km).toEqual(await tour(world));
    expect(km.trip.units).toBe('kilometers');
  },
  '4.8 Rules trip.locations': async (world) => {
    const order = (await tour(world)).trip.locations.map(({ original_index }) => original_index);
    expect([...order].sort((a, b) => a - b)).toEqual(STOPS.map((_, index) => index));
  },
  '4.8 Response sentence 2': async (world) => expect(Object.keys(await tour(world))).toEqual(['trip']),
  '4.8 Rules original_index': async (world) => {
    // Given in an order that costs detours, so that the order of visit differs from that of the request.
    const mixed = [TOWN.west, crossing(26, 20), crossing(4, 5), crossing(20, 15), TOWN.east];
    const { trip } = await tour(world, mixed);
    const order = trip.locations.map(({ original_index }) => original_index);
    expect(order).not.toEqual([0, 1, 2, 3, 4]);
    trip.locations.forEach(({ lat, lon, original_index }) =>
      expect(distanceMeters({ lat, lon }, mixed[original_index] as Position)).toBeLessThan(1),
    );
  },
};

/** The checks of routes: sections 2.4, 2.5, 4.7, 4.8. */
export const routeChecks: Checks = {
  any: { ...directionsChecks, ...tripChecks, ...routeOperations },
};
