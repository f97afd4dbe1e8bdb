import { encodeForcode } from '../../base/geo/forcode.ts';
import { describe, expect, it } from 'vitest';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { HERE, MEASURES, WAY } from '../../../test/support/google-records.ts';
import { CELLS, COLUMNS, house, planned } from '../../../test/support/stage-plans.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import type { Directions } from '../../contract/records/directions.ts';
import { STAGES } from '../../../test/support/stages.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

describe('reverse', () => {
  it('leaves the row where its own coordinates are', async () => {
    const plan = planned('reverse', { radius_km: 2 }, ['lat', 'lon']);
    const answers = [osmAnswer(osmFeature({ distance: 50 }, [106, 22])), osmAnswer()];
    const { service, questions } = recordingService({
      geocodeReverse: { osm: async () => answers.shift() ?? osmAnswer() },
    });
    const found = await plan.run({ cells: ['0', '0'], position: null }, service, {});
    expect(found).toMatchObject({ status: 'ok', position: { lat: 0, lon: 0 } });
    expect(valueOf(plan, found, 'distance_meters')).toBe(50);
    expect(await plan.run({ cells: ['90', '180'], position: null }, service, {})).toMatchObject({
      status: 'not_found',
      position: { lat: 90, lon: 180 },
    });
    expect(questions[0]).toEqual({
      'point.lat': 0,
      'point.lon': 0,
      'boundary.circle.radius': 2,
      size: 1,
      admin_v2: true,
    });
  });
});

describe('reverse with level: ward', () => {
  it('gives the ward alone, with what it is asked for, and keeps the row where it is', async () => {
    const plan = planned('reverse', { level: 'ward', radius_km: 1, admin_v2: true }, ['lat', 'lon']);
    const found = {
      ward: 'Phường Hoàn Kiếm',
      ward_code: '00070',
      province: 'Thành phố Hà Nội',
      province_code: '01',
      postal_code: null,
      status: 'OK',
    };
    const nothing = { ward: null, ward_code: null, province: null, province_code: null, postal_code: null };
    const { service, questions } = recordingService({
      wardAt: { only: async ({ lat }) => (lat > 0 ? found : { ...nothing, status: 'ZERO_RESULTS' }) },
    });
    const row = await plan.run({ cells: ['21', '105'], position: null }, service, {});
    expect(row).toMatchObject({ status: 'ok', position: { lat: 21, lon: 105 } });
    expect(plan.columns.map(({ name }) => [name, valueOf(plan, row, name)])).toEqual([
      ['ward_new', 'Phường Hoàn Kiếm'],
      ['ward_code_new', '00070'],
      ['province_new', 'Thành phố Hà Nội'],
      ['province_code_new', '01'],
      ['postal_code', null],
    ]);
    expect(await plan.run({ cells: ['-1', '105'], position: null }, service, {})).toMatchObject({
      status: 'not_found',
      position: { lat: -1, lon: 105 },
    });
    expect(questions).toEqual([
      { lat: 21, lng: 105 },
      { lat: -1, lng: 105 },
    ]);
  });

  it.each([{ admin_v2: false }, { as_of: '2025-08-01' }, { size: 2 }, { candidates: 'array' }])(
    'refuses what only an address has: %j',
    (options) => {
      const table = { columns: ['lat', 'lon'], hasPosition: false };
      expect(STAGES.reverse?.plan({ level: 'ward', ...options }, table)).toHaveProperty(
        'faults.0.option',
        Object.keys(options)[0],
      );
    },
  );
});

describe('forcode', () => {
  it('decodes, and tells an invalid code from an empty one', async () => {
    const plan = planned('forcode', { mode: 'decode' }, ['forcode']);
    const { service } = recordingService({
      decodeForcode: {
        only: async ({ forcodes }) =>
          forcodes === 'HN1'
            ? { lat: 0, lng: 105, resolution: 5, forcodes, status: 'OK', geomill: { admin_code: 'CM' } }
            : { lat: null, lng: null, resolution: null, forcodes, status: 'INVALID_FORCODES' },
      },
    });
    const run = (code: string) => plan.run({ cells: [code], position: null }, service, {});
    const decoded = await run('HN1');
    expect(decoded).toMatchObject({ status: 'ok', position: { lat: 0, lon: 105 } });
    expect(decoded).toHaveProperty('note.code', 'stage.forcodeElsewhere');
    expect(plan.columns.map(({ name }) => valueOf(plan, decoded, name))).toEqual([0, 105, 5]);
    expect(inEnglish(await run('HNX'))).toMatchObject({
      status: 'not_found',
      reason: expect.stringContaining('INVALID_FORCODES') as string,
    });
    const code = encodeForcode({ lat: 10.777, lon: 106.695 }, 12, 'HCM');
    for (const written of [code.toLowerCase(), `${code.slice(0, 3)}-${code.slice(3)}`, ` ${code} .`])
      expect(inEnglish(await run(written))).toMatchObject({
        reason: expect.stringContaining(`Did you mean ${code}?`) as string,
      });
    expect(await run(' ')).toMatchObject({ status: 'skipped' });
  });

  it('refuses options of the other mode', () => {
    const table = { columns: ['lat', 'lon', 'code'], hasPosition: false };
    expect(STAGES.forcode?.plan({ mode: 'decode', resolution: 5 }, table)).toHaveProperty(
      'faults.0.option',
      'resolution',
    );
    expect(STAGES.forcode?.plan({ code: '{code}' }, table)).toHaveProperty('faults.0.option', 'code');
  });
});

describe('nearby', () => {
  it('asks around the row, keeps it where it is, and tells how many were found', async () => {
    const plan = planned('nearby', { categories: ['atm', ' ngân hàng '], size: 2, radius_km: 3 }, COLUMNS);
    const { service, questions } = recordingService({
      nearby: { only: async () => osmAnswer(house, osmFeature({ name: 'ATM', distance: 40 })) },
    });
    const row = { cells: ['', '21.03', '105.85', ''], position: null };
    const result = await plan.run(row, service, {});
    expect(questions).toEqual(plan.questions(row).map(({ parameters }) => parameters));
    expect(questions[0]).toMatchObject({ categories: 'atm,ngân hàng', size: 2, 'boundary.circle.radius': 3 });
    expect(result.position).toEqual({ lat: 21.03, lon: 105.85 });
    expect(valueOf(plan, result, 'count')).toBe(2);
    expect(valueOf(plan, result, '2_name')).toBe('ATM');
    expect(valueOf(plan, result, '2_distance_meters')).toBe(40);
  });
});

describe('direction', () => {
  const row = { cells: Object.values(CELLS), position: null };
  const best = WAY.routes[0] as Directions['routes'][number];
  const step = {
    ...MEASURES,
    ...{ start_location: HERE, end_location: HERE, maneuver: '', polyline: { points: '' } },
    ...{ html_instructions: 'Rẽ <b>trái</b> vào A &amp; B', travel_mode: 'DRIVING' },
  };
  const legs = best.legs.map((leg) => ({ ...leg, steps: [step, step] }));
  const answer = { geocoded_waypoints: [], routes: [{ ...best, legs }, best] };

  it('passes on units, language and alternatives, and shows what they bring', async () => {
    const options = { admin_v2: false, language: 'vi', alternatives: true };
    const plan = planned('direction', options, COLUMNS);
    const { service, questions } = recordingService({ direction: { only: async () => answer } });
    const result = await plan.run(row, service, {});
    expect(questions).toEqual([expect.objectContaining(options)]);
    expect(plan.questions(row).map(({ parameters }) => parameters)).toEqual(questions);
    expect(valueOf(plan, result, 'instructions')).toBe('Rẽ trái vào A & B|Rẽ trái vào A & B');
    expect(valueOf(plan, result, 'alternatives')).toEqual([
      { distance_meters: 1000, duration_seconds: 120, summary: 'Phố Huế', polyline: '' },
    ]);
  });

  it('sends units of today, and has no column for them where they are left out', async () => {
    const plan = planned('direction', {}, COLUMNS);
    const { service, questions } = recordingService({ direction: { only: async () => answer } });
    await plan.run(
      { cells: ['', '', '', '', '0.0000001,105.85', '21.04,105.86'], position: null },
      service,
      {},
    );
    const car = { alternatives: false, vehicle: 'car', admin_v2: true };
    expect(questions).toEqual([{ origin: '0.0000001,105.85', destination: '21.04,105.86', ...car }]);
    const names = plan.columns.map(({ name }) => name);
    expect(names).not.toContain('instructions');
    expect(names).not.toContain('alternatives');
  });
});
