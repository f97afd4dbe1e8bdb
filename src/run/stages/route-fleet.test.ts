import { describe, expect, it } from 'vitest';
import { recordingService } from '../../../test/support/fake-service.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { tourAt, tripThrough } from '../../../test/support/trip-through.ts';
import type { Position } from '../../base/geo/position.ts';
import { STOP_COLUMNS } from './route-columns.ts';
import { fleetQuestion, needsFleet } from './route-fleet.ts';
import { NO_LIMITS, planLimits, type StopLimits } from './route-limits.ts';
import type { RouteOptions } from './route-options.ts';
import type { PlannedTours } from './route-plan.ts';
import { route } from './route.ts';
import type { BatchStagePlan } from './stage.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const COLUMNS = ['van', 'lat', 'lon', 'from', 'until', 'first', 'last', 'depot'];
const options = (more: Partial<RouteOptions>): RouteOptions => ({ batch: '{van}', ...more });
const question = (more: Partial<RouteOptions>, ...stops: StopLimits[]) =>
  fleetQuestion(options({ depart: '08:00', ...more }), stops.length > 0 ? stops : [NO_LIMITS]);

function planned(more: Partial<RouteOptions>): BatchStagePlan {
  const plan = route.plan(options({ start: '21,105.8', end: 'start', ...more }), {
    columns: COLUMNS,
    hasPosition: false,
  });
  if ('faults' in plan || !('runBatch' in plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

const row = (lat: string, ...rest: string[]) => ({ cells: ['van 1', lat, '105.8', ...rest], position: null });
const fleet = (times: (places: readonly Position[]) => object) =>
  recordingService({
    optimizedRoute: {
      only: async ({ json: { locations } }) => {
        const trip = tripThrough(locations);
        return {
          trip,
          geomill: { tours: [{ ...tourAt(trip, [0, 60, 120]), ...times(locations) }], unserved: [] },
        };
      },
    },
  });

describe('the request for tours', () => {
  it('names means of travel that the interface has not beside one that it has', async () => {
    const { service, questions } = fleet(() => ({}));
    await planned({ costing: 'motorbike' }).runBatch('van 1', [row('21.1')], service, {});
    await planned({ costing: 'bicycle', vehicles: 1 }).runBatch('van 1', [row('21.1')], service, {});
    expect(questions).toMatchObject([
      { json: { costing: 'auto', geomill: { costing: 'motorcycle' } } },
      { json: { costing: 'bicycle' } },
    ]);
    expect(question({ costing: 'truck' }).costing).toBe('truck');
    expect(question({}).costing).toBeUndefined();
  });

  it('has the speeds of a city from the departure on, by its hours', () => {
    const { speed } = question({ speed: 'city', depart: '06:30' });
    expect(speed?.hours?.slice(0, 5)).toEqual([
      { from_seconds: 0, factor: 1.15 },
      { from_seconds: 1800, factor: 0.95 },
      { from_seconds: 9000, factor: 1 },
      { from_seconds: 34_200, factor: 0.9 },
      { from_seconds: 45_000, factor: 1 },
    ]);
    // Trucks are slower than cars on each kind of road, and cars than motorbikes in the centre, but not on main roads.
    const factorsOf = (costing: RouteOptions['costing']) =>
      question({ speed: 'city', costing }).speed?.bands?.map(({ factor }) => factor) ?? [];
    const [truck, car, motorbike] = [factorsOf('truck'), factorsOf('auto'), factorsOf('motorbike')];
    car.forEach((factor, at) => expect(factor).toBeGreaterThan(truck[at]!));
    car.slice(0, 3).forEach((factor, at) => expect(motorbike[at]!).toBeGreaterThan(factor));
    const kmhAt = (kmh: number) => {
      const band = question({ speed: 'city', costing: 'motorbike' }).speed?.bands?.find(
        (each) => each.kmh === kmh,
      );
      return kmh * band!.factor;
    };
    expect([52, 60, 80].map((kmh) => Math.round(kmhAt(kmh)))).toEqual([25, 27, 36]);
    expect(question({ speed: 'city', costing: 'pedestrian' }).speed).toBeUndefined();
    expect(question({ speed: 'free' }).speed).toBeUndefined();
  });

  it('has the speeds that a job states, also over midnight', () => {
    const hours = [{ from: '22:00', until: '05:00', factor: 2 }];
    expect(question({ speed: { factor: 0.5, hours }, depart: '23:00' }).speed).toEqual({
      bands: [{ kmh: 0, factor: 0.5 }],
      hours: [
        { from_seconds: 0, factor: 2 },
        { from_seconds: 6 * 3600, factor: 1 },
        { from_seconds: 23 * 3600, factor: 2 },
        { from_seconds: 30 * 3600, factor: 1 },
      ],
    });
    expect(question({ speed: { hours } }).speed).not.toHaveProperty('bands');
  });

  it('has breaks, the latest end, and what waiting, overtime and imbalance cost', () => {
    expect(question({})).toMatchObject({ wait_cost: 0.5, leaves_later: true });
    expect(question({})).not.toHaveProperty('overtime_cost');
    const all = question({
      breaks: ['11:30-12:30', '07:30-08:30'],
      end_by: '17:00',
      max_hours: 10,
      wait_cost: 0,
      regular_hours: 8,
      balance: 1,
      later_departure: false,
    });
    expect(all).toMatchObject({ wait_cost: 0, leaves_later: false, max_seconds: 32_400 });
    expect(all).toMatchObject({ overtime_cost: 2, regular_seconds: 28_800, balance: 1 });
    expect(all.breaks).toEqual([
      { from_seconds: 12_600, until_seconds: 16_200 },
      { from_seconds: 99_000, until_seconds: 102_600 },
      { from_seconds: 0, until_seconds: 1800 },
      { from_seconds: 84_600, until_seconds: 88_200 },
    ]);
    expect(question({ end_by: '02:00', depart: '20:00' }).max_seconds).toBe(6 * 3600);
  });

  it('marks first and last stops', () => {
    const limits = planLimits(options({ first_stop: '{first}', last_stop: '{last}' }), COLUMNS);
    if ('faults' in limits) throw new Error(JSON.stringify(limits));
    const read = (first: string, last: string) => limits.read(row('21', '', '', first, last));
    const ranks = [
      ['x', ''],
      ['', 'có'],
      ['không', '0'],
    ].map(([first = '', last = '']) => read(first, last));
    expect(ranks.map((each) => 'rank' in each && each.rank)).toEqual([0, 2, 1]);
    expect(inEnglish(read('1', '1'))).toEqual({ fault: 'it is a first and a last stop' });
    expect(question({}, ...(ranks as StopLimits[])).ranks).toEqual([1, 0, 2, 1, 1]);
    expect(needsFleet(options({}), [NO_LIMITS])).toBe(false);
    expect(needsFleet(options({}), ranks as StopLimits[])).toBe(true);
  });

  it.each([
    ['08:00', '22:00', '02:00', [50_400, 64_800]],
    ['23:00', '22:00', '02:00', [0, 10_800]],
    ['01:00', '22:00', '02:00', [0, 3600]],
  ])('knows a window over midnight; departure %s', (depart, from, until, window) => {
    const limits = planLimits(options({ depart, open_from: '{from}', open_until: '{until}' }), COLUMNS);
    const read = 'read' in limits ? limits.read(row('21', from, until)) : undefined;
    expect(read).toMatchObject({ earliestSeconds: window[0], latestSeconds: window[1] });
  });
});

describe('tours as they are written', () => {
  it('count from a departure that is later than the earliest one, with breaks as waiting', async () => {
    const plan = planned({ open_from: '{from}', breaks: ['10:00-10:30'] });
    const { service } = fleet(() => ({
      arrival_seconds: [3600, 7200, 10_800],
      reached_seconds: [3600, 7000, 10_800],
      departure_seconds: [3600, 9300, 10_800],
    }));
    const { rows, lines, tables } = await plan.runBatch('van 1', [row('21.1', '10:00')], service, {});
    expect(lines.routes?.[0]?.properties).toMatchObject({
      departure_time: '09:00:00',
      end_time: '11:00:00',
      travel_seconds: 3400 + 1500,
      wait_seconds: 200 + 1800,
      service_seconds: 300,
      end_seconds: 7200,
    });
    expect(valueOf(plan, rows[0]!, 'arrival_time')).toBe('09:56:40');
    const times = ['arrival_time', 'departure_time'].map((name) =>
      tables?.stops?.map(({ values }) => values[STOP_COLUMNS.findIndex((column) => column.name === name)]),
    );
    expect(times).toEqual([
      [null, '09:56:40', '11:00:00'],
      ['09:00:00', '10:35:00', null],
    ]);
  });

  it('say of a stop that is reached after it closes that it is', async () => {
    const named = route.plan(options({ start: '21,105.8', end: 'start' }), {
      columns: ['van', 'lat', 'lon', 'open_until'],
      hasPosition: false,
    }) as BatchStagePlan;
    // A service without fleets orders by travel time alone.
    const { service } = recordingService({
      optimizedRoute: { only: async ({ json }) => ({ trip: tripThrough(json.locations) }) },
    });
    const { rows } = await named.runBatch('van 1', [row('21.1', '08:01'), row('21.2', '08:01')], service, {});
    expect(rows.map((each) => valueOf(named, each, 'stop_note'))).toEqual([
      null,
      'reached after it closes, 08:01:00',
    ]);
  });

  it('start and end where metres of the projection of the job are', async () => {
    const plan = planned({ start: '{depot}', end: '2307720.4; 674809.05', projection: 'VN-2000 48' });
    const { service, questions } = recordingService({
      optimizedRoute: { only: async ({ json }) => ({ trip: tripThrough(json.locations) }) },
    });
    const batch = ['21.1', '21.2'].map((lat) => row(lat, '', '', '', '', '1191786.74; 685985.74'));
    await plan.runBatch('van 1', batch, service, {});
    const { locations } = (questions[0] as { json: { locations: Position[] } }).json;
    expect(locations.at(0)?.lat).toBeCloseTo(10.775511444, 7);
    expect(locations.at(-1)?.lat).toBeCloseTo(20.860394175, 7);
  });

  it('of several depots are planned apart; a depot that cannot be read costs its row', async () => {
    const plan = planned({ start: '{depot}' });
    const { service, questions } = recordingService({
      optimizedRoute: { only: async ({ json }) => ({ trip: tripThrough(json.locations) }) },
    });
    const from = (lat: string, depot: string) => row(lat, '', '', '', '', depot);
    const batch = [
      from('21.1', '20,105'),
      from('21.2', '22,106'),
      from('21.3', '20,105'),
      from('21.4', 'kho 3'),
    ];
    const { rows, lines } = await plan.runBatch('van 1', batch, service, {});
    expect(
      questions.map((each) =>
        (each as { json: { locations: Position[] } }).json.locations.map(({ lat }) => lat),
      ),
    ).toEqual([
      [20, 21.1, 21.3, 20],
      [22, 21.2, 22],
    ]);
    expect(rows.map((each) => valueOf(plan, each, 'tour'))).toEqual([1, 2, 1, null]);
    expect(inEnglish(rows[3])).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('start: ') as string,
    });
    expect(lines.routes).toHaveLength(2);
  });

  it('of a large batch are planned in parts, each vehicle in one of them', async () => {
    const plan = planned({ vehicles: 3 });
    const { service, questions } = recordingService({
      optimizedRoute: {
        only: async ({ json: { locations, geomill } }) => {
          const trip = tripThrough(locations);
          const times = locations.map((_, at) => at * 60);
          const vehicle = (geomill?.fleet?.length ?? 0) - 1;
          return { trip, geomill: { tours: [{ ...tourAt(trip, times), vehicle }], unserved: [] } };
        },
      },
    });
    const batch = Array.from({ length: 250 }, (_, at) => row(String(21 + at / 1000)));
    const { rows, tables } = await plan.runBatch('van 1', batch, service, {});
    expect(rows.every(({ status }) => status === 'ok')).toBe(true);
    const asked = questions as { json: { locations: Position[]; geomill: { fleet: object[] } } }[];
    expect(asked.map(({ json }) => [json.locations.length, json.geomill.fleet.length])).toEqual([
      [85, 1],
      [169, 2],
    ]);
    const tours = (tables?.plan ?? []).flatMap(
      ({ values }) => (JSON.parse(String(values[2])) as PlannedTours).tours,
    );
    expect(tours.map(({ tour, vehicle }) => [tour, vehicle])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });
});
