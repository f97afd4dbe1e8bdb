import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../test/support/in-english.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { computeOptimizedRoute } from '../../engine/routing/optimized/optimized-route.ts';
import { createStraightRouter } from '../../engine/routing/straight/straight-router.ts';
import { calendarOf, windowsOf, wishOf } from './route-days.ts';
import type { RouteOptions } from './route-options.ts';
import type { RouteService } from './route-tour.ts';
import { route } from './route.ts';
import type { BatchStagePlan, StageResult } from './stage.ts';

const COLUMNS = ['van', 'lat', 'lon', 'from', 'until', 'kg', 'day', 'x'];
const HOUR = 3600;

/** Plans over straight lines, as the local service does without roads. */
const service: RouteService = {
  optimizedRoute: ({ json: { geomill, ...json } }, context) =>
    computeOptimizedRoute(
      { ...json, costing: geomill?.costing ?? json.costing, units: 'km', fleet: geomill },
      createStraightRouter(),
      context,
    ),
};

async function planned(options: Partial<RouteOptions>, cells: readonly string[][]) {
  const plan = route.plan(
    {
      batch: '{van}',
      start: '21.03,105.85',
      end: 'start',
      open_from: '{from}',
      open_until: '{until}',
      ...options,
    },
    { columns: COLUMNS, hasPosition: false },
  ) as BatchStagePlan;
  if ('faults' in plan) throw new Error(JSON.stringify(inEnglish(plan.faults)));
  const rows = cells.map((some, at) => ({
    cells: ['van 1', String(21.03 + (at + 1) / 100), '105.85', ...some],
    number: at + 1,
    position: null,
  }));
  const result = await plan.runBatch('van 1', rows, service as never, {});
  const columnsOf = (row: StageResult) =>
    ['status', 'tour', 'vehicle', 'day', 'trip', 'arrival_time'].map((name) =>
      name === 'status' ? row.status : valueOf(plan, row, name),
    );
  return { ...result, table: result.rows.map(columnsOf), plan };
}

describe('the days of a plan', () => {
  const night = calendarOf({ batch: 'x', depart: '22:00', end_by: '06:00' });
  const week = calendarOf({ batch: 'x', days: ['2026-12-01', '2026-11-30'], end_by: '18:00' });
  const open = (opening: string, closing: string, day = '', calendar = night) =>
    windowsOf({ opening, closing, day }, calendar);

  it('have windows of the next morning in a night shift', () => {
    expect(open('00:30', '02:00')).toEqual([{ from: 2.5 * HOUR, until: 4 * HOUR }]);
    expect(open('24:30', '26:00')).toEqual([{ from: 2.5 * HOUR, until: 4 * HOUR }]);
    expect(open('00:30+1', '02:00+1')).toEqual([{ from: 2.5 * HOUR, until: 4 * HOUR }]);
    expect(open('22:00', '06:00')).toEqual([{ from: 0, until: 8 * HOUR }]);
    expect(open('', '05:00')).toEqual([{ from: 0, until: 7 * HOUR }]);
    expect(inEnglish(open('10:00', '11:00'))).toEqual({ fault: 'it closes before the departure' });
    expect(wishOf('01:00', '', night)).toBe(3 * HOUR);
  });

  it('have a window on each, on one of them, or at an instant of any zone', () => {
    const [first, second] = [
      { from: HOUR, until: 2 * HOUR },
      { from: 25 * HOUR, until: 26 * HOUR },
    ];
    expect(open('09:00', '10:00', '', week)).toEqual([first, second]);
    expect(open('09:00', '10:00', '2026-12-01', week)).toEqual([second]);
    expect(open('2026-12-01T09:00', '2026-12-01T10:00+07:00', '', week)).toEqual([second]);
    expect(open('2026-12-01T02:00Z', '2026-12-01T10:00', '', week)).toEqual([second]);
    expect(open('', '', '2026-12-01', week)).toEqual([{ from: 24 * HOUR, until: 34 * HOUR }]);
    expect(inEnglish(open('', '', '2026-12-24', week))).toEqual({
      fault: 'day "2026-12-24" is none of the days 2026-11-30, 2026-12-01',
    });
  });
});

describe('tours of real days', () => {
  it('leave no later than lets every stop be served: a break that ends after a stop closes', async () => {
    const cells = [
      ['', '12:00', '', '', ''],
      ['', '', '', '', ''],
      ['13:00', '15:00', '', '', ''],
    ];
    for (const later_departure of [true, false]) {
      const { table } = await planned(
        { depart: '08:00', breaks: ['11:30-12:30'], service_minutes: '20', later_departure },
        cells,
      );
      expect(table.map(([status]) => status)).toEqual(['ok', 'ok', 'ok']);
      expect(String(table[0]![5]) <= '11:30:00').toBe(true);
    }
  });

  it('of a night shift pass midnight', async () => {
    const { table, lines } = await planned(
      { vehicles: [{ name: 'Xe đêm', shift: '22:00-06:00', breaks: ['01:00-01:30'] }] },
      [
        ['00:30', '02:00', '', '', ''],
        ['22:00', '06:00', '', '', ''],
        ['04:00', '05:00', '', '', ''],
      ],
    );
    expect(table.map((row) => row.slice(0, 5))).toEqual(table.map(() => ['ok', 1, 'Xe đêm', null, 1]));
    for (const row of table) expect(row[5]).toMatch(/^0[0-4]:.*\+1$/);
    expect(lines.routes?.[0]?.properties).toMatchObject({ vehicle: 'Xe đêm', trips: 1 });
  });

  it('of two days are cut by day', async () => {
    const { table } = await planned(
      { days: ['2026-11-30', '2026-12-01'], day: '{day}', end_by: '17:00', vehicles: [{ name: 'A' }] },
      [
        ['', '', '', '2026-12-01', ''],
        ['09:00', '10:00', '', '2026-11-30', ''],
        ['2026-12-01T09:00', '2026-12-01T10:00', '', '', ''],
      ],
    );
    expect(table.map((row) => row.slice(0, 4))).toEqual([
      ['ok', 1, 'A', '2026-12-01'],
      ['ok', 2, 'A', '2026-11-30'],
      ['ok', 1, 'A', '2026-12-01'],
    ]);
    // Times are those of the day of the tour.
    for (const [, , , , , time] of table) expect(time).not.toContain('+');
  });

  it('load again: one driver with two trips is one vehicle', async () => {
    const cells = Array.from({ length: 6 }, () => ['', '', '10', '', '']);
    const options = { vehicles: 2, capacity: 30, demand: '{kg}', end_by: '17:00', reload_minutes: 20 };
    const { table, tables } = await planned(options, cells);
    expect(new Set(table.map(([, tour]) => tour))).toEqual(new Set([1]));
    expect(new Set(table.map((row) => row[4]))).toEqual(new Set([1, 2]));
    const events = tables?.stops?.map(({ values }) => values[3]);
    expect(events).toEqual(['departure', 'stop', 'stop', 'stop', 'reload', 'stop', 'stop', 'stop', 'return']);
    const once = await planned({ ...options, trips: 1 }, cells);
    expect(new Set(once.table.map(([, tour]) => tour))).toEqual(new Set([1, 2]));
  });

  it('leave out what matters least, and say what is missing', async () => {
    const cells = ['0', '50', '50'].map((priority) => ['', '', '', '', priority]);
    const { rows } = await planned(
      { priority: '{x}', service_minutes: '50', max_hours: 2, vehicles: 1 },
      cells,
    );
    expect(rows.map(({ status }) => status)).toEqual(['not_found', 'ok', 'ok']);
    expect(inEnglish(rows[0]?.reason)).toMatch(
      /^not in any tour: it needs another vehicle, or \d+ minutes more$/,
    );
  });

  it('are late for a wish rather than leave a stop out, and say so', async () => {
    const cells = [
      ['', '', '', '', ''],
      ['', '', '', '', '08:01'],
    ];
    const { rows, plan } = await planned({ wished_until: '{x}' }, cells);
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(valueOf(plan, rows[1]!, 'stop_note')).toMatch(/^wished by 08:01:00, \d+ minutes late$/);
  });

  it('pick up before they deliver, in several units and by skills', async () => {
    const cells = [
      ['', '', '5', '', 'a'],
      ['', '', '5', 'yes', 'a'],
      ['', '', '5', '', ''],
    ];
    const { rows, plan, table } = await planned(
      {
        shipment: '{x}',
        pickup: '{day}',
        demand: { kg: '{kg}' },
        capacity: { kg: 8 },
        vehicles: [{ skills: ['cold'] }],
      },
      cells,
    );
    expect(table.map(([status]) => status)).toEqual(['ok', 'ok', 'ok']);
    const [delivery, pickup] = rows.map((row) => valueOf(plan, row, 'stop') as number);
    expect(pickup).toBeLessThan(delivery!);
    const skilled = await planned({ skills: '{x}', vehicles: [{ skills: ['cold'] }] }, [
      ['', '', '', '', 'cold'],
      ['', '', '', '', 'crane'],
    ]);
    expect(inEnglish(skilled.rows.map(({ reason }) => reason))).toEqual([
      undefined,
      'not in any tour: no vehicle has the skills that it needs',
    ]);
  });

  it('name a leg far beyond the others, and a point once in their links', async () => {
    const cells = ['105.85', '105.85', '105.85', '109.9'].map((lon) => ['', '', '', '', lon]);
    const { rows, plan, tables } = await planned({ lon: '{x}', lat: '{lat}' }, cells);
    const notes = rows.map((row) => valueOf(plan, row, 'stop_note'));
    expect(notes.filter((note) => note !== null)).toEqual([
      expect.stringMatching(/^leg of \d{3} km, far beyond the others/),
    ]);
    // A tour of its own: the batch says what is usual, not the two legs of this tour.
    const apart = await planned(
      { lon: '{x}', lat: '{lat}', apart: '{day}', vehicles: 2, days: undefined, day: undefined },
      cells.map((cell, at) => ['', '', '', at > 1 ? 'x' : '', cell[4]!]),
    );
    expect(apart.rows.map((row) => valueOf(apart.plan, row, 'stop_note'))).toContainEqual(
      expect.stringMatching(/^leg of \d{3} km/),
    );
    const stated = await planned({ lon: '{x}', lat: '{lat}', max_leg_km: 900 }, cells);
    expect(stated.rows.map((row) => valueOf(plan, row, 'stop_note'))).toEqual([null, null, null, null]);
    expect(tables?.links).toHaveLength(1);
  });
});
