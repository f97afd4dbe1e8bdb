import { describe, expect, it } from 'vitest';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';
import { recordingService } from '../../../test/support/fake-service.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { tourAt, tripThrough } from '../../../test/support/trip-through.ts';
import { route } from './route.ts';
import type { BatchStagePlan, StageResult } from './stage.ts';
import { readTimeOfDay, timeOfDayText } from './route-days.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const COLUMNS = ['van', 'lat', 'lon', 'kg', 'from', 'until'];

function planned(options: Record<string, unknown>): BatchStagePlan {
  const plan = route.plan({ batch: '{van}', ...options }, { columns: COLUMNS, hasPosition: false });
  if ('faults' in plan || !('runBatch' in plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

function serviceThat(answer: (places: readonly Position[], json: Record<string, unknown>) => unknown) {
  return recordingService({
    optimizedRoute: { only: async ({ json }) => answer(json.locations, json) as never },
  });
}

const row = (lat: string, lon = '105.8', ...rest: string[]) => ({
  cells: ['van 1', lat, lon, ...rest],
  position: null,
});

describe('route', () => {
  it('tells each row its stop, leg, time and way, and draws the tour', async () => {
    const plan = planned({ start: '21,105.8', end: 'start', depart: '07:30' });
    const { service } = serviceThat((places) => ({ trip: tripThrough(places, [0, 2, 1, 3]) }));
    const { rows, lines } = await plan.runBatch('van 1', [row('21.01'), row('21.02')], service, {});
    const told = rows.map((result) =>
      ['stop', 'leg_seconds', 'arrival_time', 'total_meters'].map((name) => valueOf(plan, result, name)),
    );
    expect(told).toEqual([
      [2, 60, '07:32:00', 2000],
      [1, 60, '07:31:00', 1000],
    ]);
    expect(lines.routes).toHaveLength(1);
    expect(lines.routes?.[0]?.line).toHaveLength(4);
    expect(lines.routes?.[0]?.properties).toMatchObject({
      batch: 'van 1',
      stops: 2,
      distance_meters: 3000,
      not_served: 0,
    });
  });

  it('leaves each row where it is, in a tour or not', async () => {
    const plan = planned({ start: '21,105.8', end: 'start' });
    const { service } = serviceThat(() => {
      throw new GeomillError('INVALID_REQUEST', 'there is no way');
    });
    const { rows } = await plan.runBatch('van 1', [row('21.01'), row('21.02'), row('')], service, {});
    expect(rows.map(({ position }) => position)).toEqual([
      { lat: 21.01, lon: 105.8 },
      { lat: 21.02, lon: 105.8 },
      undefined,
    ]);
    const [unkeyed] = (await plan.runBatch('', [row('21.01')], service, {})).rows;
    expect(unkeyed).toMatchObject({ status: 'skipped', position: { lat: 21.01, lon: 105.8 } });
  });

  it('begins at the first row and ends at the last, and orders those between', async () => {
    const plan = planned({});
    const { service, questions } = serviceThat((places) => ({ trip: tripThrough(places) }));
    const { rows } = await plan.runBatch(
      'van 1',
      ['1', '2', '3', '4'].map((lat) => row(lat)),
      service,
      {},
    );
    expect(rows.map((result) => valueOf(plan, result, 'stop'))).toEqual([1, 2, 3, 4]);
    expect(questions).toMatchObject([
      { json: { locations: [{ lat: 1 }, { lat: 2 }, { lat: 3 }, { lat: 4 }] } },
    ]);
  });

  it('passes on units and language where the job has them', async () => {
    const { service, questions } = serviceThat((places) => ({ trip: tripThrough(places) }));
    const rows = ['1', '2', '3'].map((lat) => row(lat));
    await planned({ admin_v2: false, language: 'vi' }).runBatch('van 1', rows, service, {});
    await planned({}).runBatch('van 1', rows, service, {});
    expect(questions[0]).toMatchObject({
      admin_v2: false,
      json: { directions_options: { units: 'km', language: 'vi' } },
    });
    expect(questions[1]).toHaveProperty('admin_v2', true);
    expect(questions[1]).toHaveProperty('json.directions_options', { units: 'km' });
  });

  it.each([1, 2])('routes a batch of %i rows', async (count) => {
    const plan = planned({});
    const { service } = serviceThat((places) => {
      expect(places.length).toBeGreaterThanOrEqual(3);
      return { trip: tripThrough(places) };
    });
    const batch = ['1', '2'].slice(0, count).map((lat) => row(lat));
    const { rows } = await plan.runBatch('van 1', batch, service, {});
    expect(rows.map(({ status }) => status)).toEqual(batch.map(() => 'ok'));
  });

  it('keeps rows without a position, and routes the rest', async () => {
    const plan = planned({ start: '21,105.8', end: 'start' });
    const { service } = serviceThat((places) => ({ trip: tripThrough(places) }));
    const batch = [row('21.01'), row('', ''), row('north'), row('21.02')];
    const { rows } = await plan.runBatch('van 1', batch, service, {});
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'skipped', 'error', 'ok']);
    expect(inEnglish(rows[1]?.reason)).toContain('left out of its route');
  });

  it('leaves out the stops that the service names, and asks again for the rest', async () => {
    const plan = planned({ start: '21,105.8', end: 'start' });
    const { service, questions } = serviceThat((places) => {
      const far = places.findIndex(({ lat }) => lat === 9);
      if (far < 0) return { trip: tripThrough(places) };
      throw new GeomillError('INVALID_REQUEST', 'far', { details: { stops: [far] } });
    });
    const { rows, lines } = await plan.runBatch('van 1', [row('21.01'), row('9'), row('21.02')], service, {});
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'not_found', 'ok']);
    expect(inEnglish(rows[1]?.reason)).toContain('outside of the roads of this dataset');
    expect(questions).toHaveLength(2);
    expect(lines.routes?.[0]?.properties).toMatchObject({ stops: 2, not_served: 1 });
  });

  it('shares a large batch out among tours, and says so', async () => {
    const plan = planned({ start: '21,105.8', end: 'start', most_stops: 4 });
    const { service } = serviceThat((places) => ({ trip: tripThrough(places) }));
    const batch = Array.from({ length: 10 }, (_, at) => row(`21.${at}`));
    const { rows, lines } = await plan.runBatch('van 1', batch, service, {});
    expect(new Set(rows.map((result) => valueOf(plan, result, 'tour')))).toEqual(new Set([1, 2, 3]));
    expect(lines.routes?.map(({ properties }) => properties.tours)).toEqual([3, 3, 3]);
  });

  it('asks for vehicles, capacities and times, and names what they cannot serve', async () => {
    const options = {
      vehicles: 2,
      capacity: 10,
      demand: '{kg}',
      open_from: '{from}',
      open_until: '{until}',
      service_minutes: '5',
    };
    const plan = planned({ start: '21,105.8', end: 'start', ...options });
    const { service, questions } = serviceThat((places) => ({
      trip: tripThrough(places, [0, 1, 3]),
      geomill: {
        tours: [tourAt(tripThrough(places, [0, 1, 3]), [0, 1800, 2160], 300)],
        unserved: [{ original_index: 2, reason: 'fleet' }],
      },
    }));
    const batch = [row('21.01', '105.8', '4', '08:30', '9h'), row('21.02', '105.8', '9', '', '')];
    const { rows } = await plan.runBatch('van 1', batch, service, {});
    expect(questions).toMatchObject([
      {
        json: {
          geomill: {
            vehicles: 2,
            capacity: 10,
            demands: [0, 4, 9, 0],
            service_seconds: [0, 300, 300, 0],
            earliest_seconds: [0, 1800, 0, 0],
            latest_seconds: [null, 3600, null, null],
          },
        },
      },
    ]);
    const [first] = rows as [StageResult];
    const times = ['arrival_time', 'wait_seconds', 'service_seconds'].map((name) =>
      valueOf(plan, first, name),
    );
    expect(times).toEqual(['08:01:00', 1740, 300]);
    expect(inEnglish(rows[1])).toMatchObject({
      status: 'not_found',
      reason: 'not in any tour: there are not enough vehicles',
    });
  });

  it('lists the stops of each tour for its driver, with the cells of their rows', async () => {
    const options = { capacity: 10, demand: '{kg}', open_from: '{from}', service_minutes: '5' };
    const plan = planned({ start: '21,105.8', end: 'start', ...options });
    const { service } = serviceThat((places) => {
      const trip = tripThrough(places, [0, 2, 1, 3]);
      return { trip, geomill: { tours: [tourAt(trip, [0, 60, 1800, 2160], 300)], unserved: [] } };
    });
    const batch = [row('21.01', '105.8', '4', '08:30'), row('21.02', '105.8', '2', '')];
    const numbered = batch.map((each, at) => ({ ...each, number: 7 + at }));
    const { tables } = await plan.runBatch('van 1', numbered, service, {});
    const unknown = [undefined, undefined];
    expect(inEnglish(tables?.stops?.map(({ values }) => values))).toEqual([
      [
        'van 1',
        1,
        0,
        'departure',
        null,
        1,
        undefined,
        0,
        21,
        105.8,
        0,
        0,
        null,
        0,
        0,
        '08:00:00',
        6,
        ...unknown,
        undefined,
      ],
      [
        'van 1',
        1,
        1,
        'stop',
        null,
        1,
        8,
        1,
        21.02,
        105.8,
        1000,
        60,
        '08:01:00',
        0,
        300,
        '08:06:00',
        6,
        ...unknown,
        null,
      ],
      [
        'van 1',
        1,
        2,
        'stop',
        null,
        1,
        7,
        1,
        21.01,
        105.8,
        1000,
        60,
        '08:07:00',
        1380,
        300,
        '08:35:00',
        4,
        ...unknown,
        null,
      ],
      [
        'van 1',
        1,
        3,
        'return',
        null,
        1,
        undefined,
        0,
        21,
        105.8,
        1000,
        60,
        '08:36:00',
        0,
        0,
        null,
        0,
        ...unknown,
        undefined,
      ],
    ]);
    expect(tables?.stops?.map(({ cells }) => cells)).toEqual([[], batch[1]?.cells, batch[0]?.cells, []]);
  });

  it('names the rows of the input in place of indexes of the request', async () => {
    const plan = planned({});
    const batch = ['1', '2', '3'].map((lat, at) => ({ ...row(lat), number: 40 + at }));
    const failing = serviceThat(() => {
      const message = 'json.locations[0] (1,105.8), locations[1] (2,105.8), locations[2] (3,105.8): too far';
      throw new GeomillError('INVALID_REQUEST', message, { details: { stops: [0, 1, 2] } });
    });
    const { rows } = await plan.runBatch('van 1', batch, failing.service, {});
    for (const { reason } of rows) {
      expect(inEnglish(reason)).toBe(
        'the start (row 40) (1,105.8), stop 1 (row 41) (2,105.8), the end (row 42) (3,105.8): too far',
      );
    }
    const near = serviceThat((places) => ({
      trip: {
        ...tripThrough(places),
        status_message: 'Found route between points; locations[1] is 300 m off',
      },
    }));
    const { lines } = await plan.runBatch('van 1', batch, near.service, {});
    expect(lines.routes?.[0]?.properties.note).toBe('stop 1 (row 41) is 300 m off');
  });

  it('says of each row and of the run that a tour is straight lines', async () => {
    const plan = planned({});
    const note = 'straight lines, not roads: the stops are elsewhere';
    const { service } = serviceThat((places) => ({
      trip: { ...tripThrough(places), status_message: `Found route between points: ${note}` },
    }));
    const { rows } = await plan.runBatch('van 1', [row('1'), row('2')], service, {});
    expect(inEnglish(rows.map((result) => [valueOf(plan, result, 'note'), result.note]))).toEqual([
      [note, note],
      [note, note],
    ]);
  });

  it('asks nothing for rows that name no batch, and tells the failure of a tour to its first and last row too', async () => {
    const { service, questions } = serviceThat(() => {
      throw new GeomillError('INVALID_REQUEST', 'there is no way');
    });
    const plan = planned({});
    const unnamed = await plan.runBatch('', [row('1'), row('2')], service, {});
    expect(unnamed.rows.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect(questions).toEqual([]);
    const { rows } = await plan.runBatch('van 1', [row('1'), row('2'), row('3')], service, {});
    expect(inEnglish(rows.map(({ reason }) => reason))).toEqual([
      'there is no way',
      'there is no way',
      'there is no way',
    ]);
  });

  it('says that a service without fleets cannot plan one, and that a cell is no number', async () => {
    const plan = planned({ start: '21,105.8', end: 'start', capacity: 5, demand: '{kg}' });
    const { service } = serviceThat((places) => ({ trip: tripThrough(places) }));
    const { rows } = await plan.runBatch(
      'van 1',
      [row('21.01', '105.8', '4'), row('21.02', '105.8', 'much')],
      service,
      {},
    );
    expect(inEnglish(rows[0]?.reason)).toContain('plans no vehicles');
    expect(inEnglish(rows[1]?.reason)).toContain('the demand "much" in "kg" is no number');
  });

  it.each([
    [['5', '10:00', '9h'], 'it closes (9h) before it opens (10:00)'],
    [['5', '', '07:30'], 'it closes before the departure'],
    [['12', '', ''], 'its demand, 12, is more than the capacity of a vehicle, 10'],
    [['5', 'soon', ''], 'open_from "soon" in "from" is no time of day, such as 08:30'],
  ])('plans no stop that nothing can serve: %j', async (cells, reason) => {
    const limits = { capacity: 10, demand: '{kg}', open_from: '{from}', open_until: '{until}' };
    const plan = planned({ start: '21,105.8', end: 'start', ...limits });
    const { service, questions } = serviceThat((places) => {
      const trip = tripThrough(places);
      return { trip, geomill: { tours: [tourAt(trip, [0, 60, 120])], unserved: [] } };
    });
    const batch = [row('21.01', '105.8', ...cells), row('21.02', '105.8', '5', '09:00', '09:00')];
    const { rows } = await plan.runBatch('van 1', batch, service, {});
    expect(inEnglish(rows[0])).toMatchObject({ status: 'error', reason });
    expect(rows[1]).toMatchObject({ status: 'ok' });
    expect(questions).toMatchObject([{ json: { locations: { length: 3 } } }]);
  });

  it('tells every fault of its options at once', () => {
    const plan = route.plan(
      { batch: 'all', start: 'depot', end: '{nowhere}', demand: '{kg}' },
      { columns: COLUMNS, hasPosition: false },
    );
    expect('faults' in plan && plan.faults.map(({ option }) => option)).toEqual([
      'batch',
      'start',
      'end',
      'demand',
    ]);
  });
});

describe('times of the day', () => {
  it.each([
    ['08:30', 30_600],
    ['8h', 28_800],
    ['8h30', 30_600],
    ['23.59', 86_340],
    ['08:30:00', 30_600],
    ['08:30:15', 30_615],
    ['8g30', 30_600],
    ['8 giờ 30', 30_600],
    ['8 gi\u006f\u031b\u0300', 28_800],
    ['08:30:61', undefined],
    ['24:30', 88_200],
    ['00:30+1', 88_200],
    ['00:30:00+1', 88_200],
    ['48:00', undefined],
    ['noon', undefined],
  ])('reads %s', (text, seconds) => expect(readTimeOfDay(text)).toBe(seconds));

  it('writes the day after as such', () => {
    expect(timeOfDayText(30_601)).toBe('08:30:01');
    expect(timeOfDayText(86_400 + 60)).toBe('00:01:00+1');
  });
});
