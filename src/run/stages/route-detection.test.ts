import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Trip } from '../../contract/records/optimized-trip.ts';
import { recordingService } from '../../../test/support/fake-service.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { tourAt, tripThrough } from '../../../test/support/trip-through.ts';
import { detectDelivery } from './route-detection.ts';
import type { RouteOptions } from './route-options.ts';
import { STOP_COLUMNS } from './route-columns.ts';
import { route } from './route.ts';
import type { BatchStagePlan } from './stage.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const LOAD = STOP_COLUMNS.findIndex(({ name }) => name === 'load');

function detect(columns: readonly string[], options: Partial<RouteOptions> = {}) {
  return detectDelivery({ batch: '{tuyen}', ...options }, columns);
}

describe('the columns of deliveries', () => {
  it.each([
    [['open', 'close'], { open_from: '{open}', open_until: '{close}' }],
    [['window_start', 'window_end'], { open_from: '{window_start}', open_until: '{window_end}' }],
    [['Giờ mở cửa', 'Giờ đóng cửa'], { open_from: '{Giờ mở cửa}', open_until: '{Giờ đóng cửa}' }],
    [['MO CUA', 'DONG CUA'], { open_from: '{MO CUA}', open_until: '{DONG CUA}' }],
    [['Từ giờ', 'Đến giờ'], { open_from: '{Từ giờ}', open_until: '{Đến giờ}' }],
    [['Nhận / Từ giờ', 'Nhận / Đến giờ'], { open_from: '{Nhận / Từ giờ}', open_until: '{Nhận / Đến giờ}' }],
    [['Phút phục vụ'], { service_minutes: '{Phút phục vụ}' }],
    [['service_minutes'], { service_minutes: '{service_minutes}' }],
    [['Số kiện'], { demand: '{Số kiện}' }],
    [['Khối lượng (kg)'], { demand: '{Khối lượng (kg)}' }],
    [['kg'], { demand: '{kg}' }],
    [['depot_lat', 'depot_lon'], { start: '{depot_lat},{depot_lon}', end: 'start' }],
    [['Kinh độ kho', 'Vĩ độ kho'], { start: '{Vĩ độ kho},{Kinh độ kho}', end: 'start' }],
    [['Tọa độ kho'], { start: '{Tọa độ kho}', end: 'start' }],
  ])('are known by their names: %j', (columns, options) => {
    expect(detect(columns)).toMatchObject({ options });
    expect(inEnglish(detect(columns).findings)).toEqual([
      expect.stringContaining(Object.keys(options)[0] as string),
    ]);
  });

  it.each([
    [['Ưu tiên'], '"Ưu tiên" (priorities are planned where the job states priority: "{Ưu tiên}")'],
    [['Khung giờ'], '"Khung giờ" (opening and closing are read from a column each)'],
    [['xe'], '"xe" (the rows of one vehicle are a batch: state batch: "{xe}" for a tour of each)'],
    [['Kho'], '"Kho" (no position of a depot; start is a point, or columns of one)'],
    [['Tải trọng'], '"Tải trọng" (capacity is one number for all vehicles, stated in the job)'],
    [['service_seconds'], '"service_seconds" (service times are read in minutes)'],
    [['sl'], '"sl" (if it is a load in the unit of the capacity, state demand: "{sl}")'],
    [
      ['kg', 'số kiện'],
      '"kg" (there are several loads: state demand), "số kiện" (there are several loads: state demand)',
    ],
  ])('are named where they are left: %j', (columns, list) => {
    const { detected, findings } = detect(columns);
    expect(detected).toEqual([]);
    expect(inEnglish(findings)).toEqual([`tours are planned without ${list}`]);
  });

  it('are no others', () => {
    const columns = ['name', 'address', 'lat', 'lon', 'phone', 'ghi chú', 'from', 'status', 'giờ đến'];
    expect(detect(columns)).toMatchObject({ detected: [], findings: [] });
  });

  it('may have any characters', () => {
    expect(detect(['open {24h}', '{open}'])).toMatchObject({ detected: [], findings: [] });
    expect(detect(['$& xe $&', 'kg $&']).options.demand).toBe('{kg $&}');
    expect(inEnglish(detect(['$& xe $&']).findings[0])).toContain('state batch: "{$& xe $&}"');
  });

  it('are left for what the job states, and it says so', () => {
    const columns = ['sáng', 'open', 'close', 'phút phục vụ', 'depot_lat', 'depot_lng', 'xe'];
    const stated = { batch: '{xe}', open_from: '{sáng}', service_minutes: '5', start: 'first' };
    const { options, findings } = detect(columns, stated);
    expect(options).toEqual({ ...stated, open_until: '{close}' });
    expect(inEnglish(findings)).toEqual([
      'tours are planned with open_until "{close}", by the names of columns',
      'tours are planned without "open" (open_from is stated), "phút phục vụ" (service_minutes is stated), "depot_lat" (start is stated), "depot_lng" (start is stated)',
    ]);
  });

  it('are not looked for where the job turns it off', () => {
    const stated = { batch: '{tuyen}', detect_columns: false };
    expect(detect(['open', 'close', 'priority'], stated)).toEqual({
      options: stated,
      detected: [],
      findings: [],
    });
  });

  it('limit nothing by their load without a capacity, which is said', () => {
    expect(inEnglish(detect(['kg']).findings[0])).toContain('limits nothing without capacity');
    expect(detect(['kg'], { capacity: 100 }).findings[0]).not.toContain('limits nothing');
  });
});

describe('docs/ROUTING.md', () => {
  const lines = readFileSync('docs/ROUTING.md', 'utf8').split('\n');
  const namesIn = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  const of = (head: string) => {
    const table = lines.slice(lines.findIndex((line) => line.startsWith(head)) + 2);
    return table.slice(0, table.indexOf('')).map(namesIn);
  };

  it('has names that are read as what it says', () => {
    const rows = of('| option | names');
    expect(rows.map(([option]) => option)).toEqual([
      'open_from',
      'open_until',
      'service_minutes',
      'demand',
      'start',
    ]);
    for (const [option, ...names] of rows)
      for (const name of names) {
        const columns = name.split(', ');
        expect([name, detect(columns).detected[0]?.option]).toEqual([name, option]);
      }
  });

  it('has names that are left', () => {
    const names = of('| left').flat();
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const { detected, findings } = detect([name]);
      expect(inEnglish([name, detected, findings])).toEqual([
        name,
        [],
        [expect.stringContaining(`"${name}" (`)],
      ]);
    }
  });
});

describe('tours by detected columns', () => {
  const COLUMNS = ['tuyen', 'lat', 'lon', 'open', 'close', 'phút phục vụ', 'kg'];
  const row = (...cells: string[]) => ({ cells: ['a', ...cells], position: null });
  const planned = (options: Record<string, unknown> = {}): BatchStagePlan => {
    const given = { batch: '{tuyen}', start: '21,105.8', end: 'start', ...options };
    const plan = route.plan(given, { columns: COLUMNS, hasPosition: false });
    if ('faults' in plan || !('runBatch' in plan)) throw new Error(JSON.stringify(plan));
    return plan;
  };
  const serviceThat = (answer: (trip: Trip) => unknown) =>
    recordingService({
      optimizedRoute: { only: async ({ json }) => answer(tripThrough(json.locations)) as never },
    });

  it('ask for their times', async () => {
    const { service, questions } = serviceThat((trip) => ({
      trip,
      geomill: { tours: [tourAt(trip, [0, 1800, 2100], 300)], unserved: [] },
    }));
    const { rows } = await planned().runBatch(
      'a',
      [row('21.01', '105.8', '08:30', '9h', '5', '2')],
      service,
      {},
    );
    expect(rows).toMatchObject([{ status: 'ok' }]);
    expect(questions).toMatchObject([
      {
        json: {
          geomill: {
            vehicles: 1,
            service_seconds: [0, 300, 0],
            earliest_seconds: [0, 1800, 0],
            latest_seconds: [null, 3600, null],
          },
        },
      },
    ]);
  });

  it('ask for no more than their order where no stop has a time, and add the service', async () => {
    const plan = planned();
    const { service, questions } = serviceThat((trip) => ({ trip }));
    const batch = [row('21.01', '105.8', '', '', '5', '2'), row('21.02', '105.8', '', '', '', '3')];
    const { rows, tables } = await plan.runBatch('a', batch, service, {});
    expect(questions[0]).not.toHaveProperty('json.geomill');
    expect(rows.map((result) => valueOf(plan, result, 'arrival_time'))).toEqual(['08:01:00', '08:07:00']);
    expect(tables?.stops?.map(({ values }) => values[LOAD])).toEqual([5, 5, 3, 0]);
  });

  it('are ordered by a service that plans no times, which each row says', async () => {
    const plan = planned();
    const { service } = serviceThat((trip) => ({ trip }));
    const { rows } = await plan.runBatch('a', [row('21.01', '105.8', '08:30', '9h', '5', '2')], service, {});
    expect(rows[0]?.status).toBe('ok');
    expect(inEnglish(rows[0]?.note)).toContain('plans no opening times');
    expect(
      ['note', 'arrival_time', 'wait_seconds'].map((name) => valueOf(plan, rows[0] as never, name)),
    ).toEqual([
      'this service plans no opening times: a stop may be reached after it closes',
      '08:01:00',
      1740,
    ]);
  });

  it('are split where a batch is large', async () => {
    const { service, questions } = serviceThat((trip) => ({
      trip,
      geomill: {
        tours: [
          tourAt(
            trip,
            trip.locations.map((_, at) => at * 60),
          ),
        ],
        unserved: [],
      },
    }));
    const batch = Array.from({ length: 6 }, (_, at) => row(`21.0${at}`, '105.8', '08:00', '17:00', '5', '2'));
    const { rows } = await planned({ most_stops: 3 }).runBatch('a', batch, service, {});
    expect(rows.map(({ status }) => status)).toEqual(Array(6).fill('ok'));
    expect(questions).toHaveLength(2);
  });

  it('have an error in the row whose cell is not what its column says', async () => {
    const { service } = serviceThat((trip) => ({ trip }));
    const batch = [row('21.01', '105.8', 'sáng', '', '5 phút', '2'), row('21.02', '105.8', '', '', '5', '2')];
    const { rows } = await planned().runBatch('a', batch, service, {});
    expect(inEnglish(rows)).toMatchObject([
      {
        status: 'error',
        reason:
          'open_from "sáng" in "open" is no time of day, such as 08:30; the service_minutes "5 phút" in "phút phục vụ" is no number',
      },
      { status: 'ok' },
    ]);
  });
});
