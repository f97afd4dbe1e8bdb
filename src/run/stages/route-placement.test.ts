import { describe, expect, it } from 'vitest';
import { recordingService } from '../../../test/support/fake-service.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { tourAt, tripThrough } from '../../../test/support/trip-through.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';
import { LEFT_COLUMNS, STOP_COLUMNS } from './route-columns.ts';
import { NO_LIMITS, type StopLimits } from './route-limits.ts';
import { joinStops } from './route-locate.ts';
import { coarseNote, doubtOf } from './route-placement.ts';
import { route } from './route.ts';
import type { BatchStagePlan, Placement, StageTableRow } from './stage.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const COLUMNS = [
  'van',
  'geocode_lat',
  'geocode_lon',
  'geocode_level',
  'geocode_confidence',
  'kg',
  'geocode_status',
];
const DEPOT = { start: '21,105.8', end: 'start' };

function planned(options: Record<string, unknown>, columns = COLUMNS, hasPosition = false): BatchStagePlan {
  const plan = route.plan({ batch: '{van}', ...DEPOT, ...options }, { columns, hasPosition });
  if ('faults' in plan || !('runBatch' in plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

const service = (answer = (places: readonly Position[]): unknown => ({ trip: tripThrough(places) })) =>
  recordingService({ optimizedRoute: { only: async ({ json }) => answer(json.locations) as never } });
const cells = (lat: string, level: string, confidence = '0.9', kg = '1') => ({
  cells: ['van 1', lat, '105.8', level, confidence, kg, 'ok'],
  position: null,
});
const cellOf = (columns: readonly { name: string }[], { values }: StageTableRow, name: string) =>
  values[columns.findIndex((column) => column.name === name)];

describe('stops whose position is no door', () => {
  const columns = COLUMNS;

  it('are in no tour, and are listed with the reason', async () => {
    const plan = planned({ min_confidence: 0.5 }, columns);
    const { service: asked, questions } = service();
    const batch = [cells('21.01', 'house'), cells('21.02', 'ward'), cells('21.03', 'street', '0.3')];
    const { rows, tables, lines } = await plan.runBatch('van 1', batch, asked, {});
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'not_found', 'not_found']);
    expect(questions).toMatchObject([{ json: { locations: { length: 3 } } }]);
    expect(lines.routes?.[0]?.properties).toMatchObject({ stops: 1, not_served: 2 });
    const left = tables?.left ?? [];
    expect(left.map((each) => cellOf(LEFT_COLUMNS, each, 'reason'))).toEqual([
      'not in any tour: its position stands for a whole ward, and min_level is poi',
      'not in any tour: its match has a confidence below min_confidence, 0.5',
    ]);
    expect(left.map((each) => cellOf(LEFT_COLUMNS, each, 'level'))).toEqual(['ward', 'street']);
    expect(left.map((each) => each.cells)).toEqual([batch[1]?.cells, batch[2]?.cells]);
    expect(tables?.stops?.flatMap((each) => cellOf(STOP_COLUMNS, each, 'level') ?? [])).toEqual(['house']);
  });

  it('are known by the stage of the job that gave the position, too', async () => {
    const plan = planned({}, ['van'], true);
    const at = (lat: number, placement?: Placement) => ({
      cells: ['van 1'],
      position: { lat, lon: 105.8 },
      placement,
    });
    const ward: Placement = { level: 'ward', confidence: 0.9, accuracyMeters: 900 };
    const street: Placement = { level: 'street', confidence: 0.9, accuracyMeters: 250.4 };
    const { rows } = await plan.runBatch(
      'van 1',
      [at(21.1, ward), at(21.2, street), at(21.3)],
      service().service,
      {},
    );
    expect(rows.map(({ status }) => status)).toEqual(['not_found', 'ok', 'ok']);
    expect(rows.slice(1).map((row) => valueOf(plan, row, 'stop_note'))).toEqual([
      'the position is that of the street, not of the house, within 250 m',
      null,
    ]);
    expect(valueOf(plan, rows[1]!, 'accuracy_meters')).toBe(250.4);
  });

  it('are served where the job lowers min_level, and without detection', async () => {
    const rows = [cells('21.01', 'ward'), cells('21.02', 'house')];
    for (const options of [{ min_level: 'ward' }, { detect_columns: false }]) {
      const result = await planned(options, columns).runBatch('van 1', rows, service().service, {});
      expect(result.rows.map(({ status }) => status)).toEqual(['ok', 'ok']);
      expect(result.tables?.left).toEqual([]);
    }
  });

  it('are judged by stated columns; an unknown word or no number is no doubt', () => {
    const source = { level: '{how}', confidence: '{sure}', lat: '{y}', lon: '{x}' };
    const plan = planned({ ...source, min_confidence: 0.5 }, ['van', 'y', 'x', 'how', 'sure']);
    expect(inEnglish(plan.findings).join()).not.toContain('stand for');
    expect(inEnglish(planned({}, columns).findings).join()).toContain(
      'what the positions stand for is read from "geocode_level", "geocode_confidence"',
    );
    const fault = route.plan({ batch: '{van}', level: '{none}' }, { columns, hasPosition: false });
    expect('faults' in fault && fault.faults.map(({ option }) => option)).toEqual(['level']);
    expect(doubtOf({ level: null, confidence: null, accuracyMeters: null }, { batch: 'x' })).toBeUndefined();
    expect(inEnglish(coarseNote({ level: 'alley', confidence: 1, accuracyMeters: null }))).toBe(
      'the position is that of the alley, not of the house',
    );
  });
});

describe('stops that are outside of the roads', () => {
  it.each(['one vehicle', 'a fleet'])('have that as their reason; with %s', async (kind) => {
    const plan = planned(kind === 'a fleet' ? { vehicles: 2 } : {});
    const { service: asked } = service((places) => {
      const order = [0, 1, places.length - 1];
      if (kind === 'a fleet') {
        const trip = tripThrough(places, order);
        const unserved = [{ original_index: 2, reason: 'outside' }];
        return { trip, geomill: { tours: [tourAt(trip, [0, 60, 120])], unserved } };
      }
      if (places.length === 3) return { trip: tripThrough(places) };
      throw new GeomillError('INVALID_REQUEST', 'far', { details: { stops: [2] } });
    });
    const batch = [cells('21.01', 'house'), cells('9', 'house')];
    const { rows } = await plan.runBatch('van 1', batch, asked, {});
    expect(inEnglish(rows[1]?.reason)).toBe(
      'not in any tour: outside of the roads of this dataset: it is farther than 1 km from any road',
    );
  });

  it('are noted at the stop where the road is some way off', async () => {
    const plan = planned({});
    const { service: asked } = service((places) => ({
      trip: {
        ...tripThrough(places, [0, 2, 1, 3]),
        status_message: 'Found route between points; locations[2] is 300 m from the nearest road',
      },
    }));
    const batch = [cells('21.01', 'house'), cells('21.02', 'house')];
    const { rows } = await plan.runBatch('van 1', batch, asked, {});
    expect(rows.map((row) => valueOf(plan, row, 'stop_note'))).toEqual([null, '300 m from the nearest road']);
  });
});

const stopAt = (at: number, lat: number, more: Partial<StopLimits> = {}) => {
  const limits = { ...NO_LIMITS, demand: 1, amounts: [1], ...more };
  return { rows: [at], position: { lat, lon: 106.7 }, limits, rowLimits: [limits] };
};

describe('rows at one point', () => {
  const limits = { capacity: 10, demand: '{kg}', service_minutes: '5' };
  const answer = (places: readonly Position[]) => {
    const trip = tripThrough(places);
    const begins = places.map((_, at) => (at === 0 ? 0 : 60 + (at - 1) * 660));
    return { trip, geomill: { tours: [tourAt(trip, begins, [600, 300, 300])], unserved: [] } };
  };

  it('are one stop with the parcels and service of all', async () => {
    const plan = planned(limits);
    const { service: asked, questions } = service(answer);
    const batch = ['2', '3', '4'].map((kg, at) => cells(at === 1 ? '21.02' : '21.01', 'house', '1', kg));
    const { rows, tables, lines } = await plan.runBatch('van 1', batch, asked, {});
    expect(questions).toMatchObject([
      { json: { geomill: { demands: [0, 6, 3, 0], service_seconds: [0, 600, 300, 0] } } },
    ]);
    expect(rows.map((row) => valueOf(plan, row, 'stop'))).toEqual([1, 2, 1]);
    expect(lines.routes?.[0]?.properties).toMatchObject({ stops: 2, service_seconds: 900 });
    const lists = ['order', 'rows_at_stop', 'leg_seconds', 'service_seconds', 'arrival_time'].map((name) =>
      tables?.stops?.slice(1, 4).map((each) => cellOf(STOP_COLUMNS, each, name)),
    );
    expect(lists).toEqual([
      [1, 1, 2],
      [2, 2, 1],
      [60, 0, 60],
      [300, 300, 300],
      ['08:01:00', '08:01:00', '08:12:00'],
    ]);
  });

  it('stay apart where together they are too much for a vehicle, or open at other times', async () => {
    const columns = [...COLUMNS, 'from'];
    const plan = planned({ ...limits, open_from: '{from}' }, columns);
    const { service: asked, questions } = service(answer);
    const batch = [
      ['6', ''],
      ['5', ''],
      ['1', '09:00'],
    ].map(([kg, from]) => ({
      ...cells('21.01', 'house', '1', kg),
      cells: [...cells('21.01', 'house', '1', kg).cells, from],
    }));
    await plan.runBatch('van 1', batch, asked, {});
    expect(questions).toMatchObject([{ json: { geomill: { demands: [0, 6, 5, 1, 0] } } }]);
  });

  it('are one stop with twelve parcels where one tower is written twelve times, doors a few metres apart', () => {
    // Doors on both sides of the border of two squares, the farthest 5 m from the first.
    const doors = Array.from({ length: 12 }, (_, at) => stopAt(at, 10.7799999 + (at % 6) * 0.0000088));
    const [tower, ...others] = joinStops([...doors, stopAt(12, 10.78006)]);
    expect(tower).toMatchObject({ rows: doors.map((_, at) => at), limits: { demand: 12 } });
    expect(others.map(({ rows }) => rows)).toEqual([[12]]);
  });

  it('stay apart where they must not share a vehicle, also at one position', () => {
    const apart = (at: number, text: string | null) => stopAt(at, 10.78, { apart: text });
    const joined = joinStops([apart(0, 'x'), apart(1, 'x'), apart(2, null), apart(3, 'x'), apart(4, null)]);
    expect(joined.map(({ rows }) => rows)).toEqual([[0], [1], [2, 4], [3]]);
  });

  it('fill the first stop that has room', () => {
    const loads = [6, 6, 4, 4].map((demand, at) => stopAt(at, 10.78, { demand, amounts: [demand] }));
    expect(joinStops(loads, [10]).map(({ rows }) => rows)).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
});
