import { describe, expect, it } from 'vitest';
import { osmAnswer, osmFeature, recordingService } from '../../test/support/fake-service.ts';
import type { GeoService } from '../contract/service.ts';
import type { Directions } from '../contract/records/directions.ts';
import type { ImageryItem } from '../contract/records/imagery.ts';
import type { Prediction } from '../contract/records/prediction.ts';
import { valueOf } from '../../test/support/stage-values.ts';
import { STAGES } from './registry.ts';
import { isBatchPlan, type RowStagePlan } from './stage.ts';

function planned(
  stage: string,
  options: Record<string, unknown>,
  columns: string[],
  hasPosition = false,
): RowStagePlan {
  const plan = STAGES[stage]?.plan(options, { columns, hasPosition });
  if (!plan || 'faults' in plan || isBatchPlan(plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

/** An input with a column for every stage. */
const CELLS = {
  address: '12 Lê Lợi',
  lat: '21.03',
  lon: '105.85',
  place_id: 'abc',
  origin: '21.03,105.85',
  destination: '21.04,105.86',
};
const COLUMNS = Object.keys(CELLS);
const A_NUMBER = expect.any(Number) as number;

/** Returns the options that a stage cannot do without, from its examples. */
function requiredOptions(stage: string): Record<string, unknown> {
  const options = Object.entries(
    (STAGES[stage]?.options.properties ?? {}) as Record<string, { examples?: readonly unknown[] }>,
  );
  return Object.fromEntries(
    options.flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : [])),
  );
}

/** Stages that process each row by itself. */
const ROW_STAGES = Object.keys(STAGES).filter((name) => {
  const plan = STAGES[name]?.plan(requiredOptions(name), {
    columns: [...COLUMNS, 'route'],
    hasPosition: false,
  });
  if (!plan || 'faults' in plan) throw new Error(`${name} cannot be planned: ${JSON.stringify(plan)}`);
  return !isBatchPlan(plan);
});

const PICTURE: ImageryItem = {
  id: 'p',
  geometry: { type: 'Point', coordinates: [105.85, 21.0301] },
  properties: { datetime: '2024-05-01T00:00:00Z', 'view:azimuth': 180 },
  assets: Object.fromEntries(['thumb', 'sd', 'hd'].map((size) => [size, { href: `p/${size}.jpg` }])),
};

const house = osmFeature({
  name: '12 Lê Lợi',
  housenumber: '12',
  street: 'Lê Lợi',
  label: '12 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
  locality: 'Phường Bến Nghé',
  county: 'Quận 1',
  region: 'Thành phố Hồ Chí Minh',
  id: 'abc',
});

const child: Prediction = {
  description: 'Cổng 1, Bệnh viện Bạch Mai',
  distance_meters: null,
  has_child: false,
  matched_substrings: null,
  place_id: 'gate-1',
  structured_formatting: {
    main_text: 'Cổng 1',
    main_text_matched_substrings: null,
    secondary_text: 'Bệnh viện Bạch Mai',
    secondary_text_matched_substrings: null,
  },
  terms: [],
  types: [],
};

const MEASURES = { distance: { text: '1 km', value: 1000 }, duration: { text: '2 mins', value: 120 } };
const HERE = { lat: 21.03, lng: 105.85 };
const WAY: Directions = {
  geocoded_waypoints: [],
  routes: [
    {
      bounds: {},
      legs: [
        {
          ...MEASURES,
          start_address: 'A',
          end_address: 'B',
          start_location: HERE,
          end_location: HERE,
          steps: [],
        },
      ],
      overview_polyline: { points: '' },
      summary: 'Phố Huế',
      warnings: [],
      waypoint_order: [],
    },
  ],
};

describe('every stage', () => {
  it.each(ROW_STAGES)(
    '%s has a value for every column it declares, and calls what it declares',
    async (name) => {
      const plan = planned(name, { ...requiredOptions(name), size: 1 }, COLUMNS);
      const { service } = recordingService({
        nearby: { only: async () => osmAnswer(house) },
        searchImagery: { only: async () => ({ features: [PICTURE] }) },
        autocomplete: { osm: async () => osmAnswer(house) },
        place: { osm: async () => osmAnswer(house) },
        children: { google: async () => ({ predictions: [child], status: 'OK' }) },
        direction: { only: async () => WAY },
        geocodeForward: { osm: async () => osmAnswer(house) },
        geocodeReverse: { osm: async () => osmAnswer(house) },
        encodeForcode: {
          only: async ({ lat, lng }) => ({
            forcodes: 'HNX',
            lat,
            lng,
            resolution: 13,
            admin_code: 'HN',
            status: 'OK',
          }),
        },
      });
      const cells = Object.values(CELLS);
      const operations = STAGES[name]?.operations ?? [];
      const declared = Object.fromEntries(operations.map((operation) => [operation, service[operation]]));
      const row = { cells, position: null };
      const result = await plan.run(row, declared as unknown as GeoService, {});
      expect(result.status).toBe('ok');
      for (const column of plan.columns) expect(() => column.of(result.result)).not.toThrow();
      expect(plan.columns.some((column) => column.of(result.result) !== null)).toBe(true);
      for (const { operation } of plan.questions(row)) expect(operations).toContain(operation);
      expect(new Set(plan.columns.map((entry) => entry.name)).size).toBe(plan.columns.length);
      if (plan.givesPosition) expect(result.position).toMatchObject({ lat: A_NUMBER, lon: A_NUMBER });
    },
  );

  it.each(ROW_STAGES)('%s asks nothing for an empty row', async (name) => {
    const plan = planned(name, requiredOptions(name), COLUMNS);
    const { service, questions } = recordingService({});
    const row = { cells: COLUMNS.map(() => ''), position: null };
    expect(await plan.run(row, service, {})).toMatchObject({
      status: 'skipped',
      reason: expect.any(String) as string,
    });
    expect(plan.questions(row)).toEqual([]);
    expect(questions).toEqual([]);
  });
});

describe('geocode', () => {
  it('asks what it announces, in the shape the interface defines', async () => {
    const plan = planned('geocode', { text: '{street}, {city}', admin_v2: true }, ['street', 'city']);
    const { service, questions } = recordingService({
      geocodeForward: { osm: async () => osmAnswer(house) },
    });
    const row = { cells: ['12 Lê Lợi', 'HCM'], position: null };
    await plan.run(row, service, {});
    expect(questions).toEqual([{ text: '12 Lê Lợi, HCM', size: 1, admin_v2: true }]);
    expect(plan.questions(row).map(({ parameters }) => parameters)).toEqual(questions);
  });

  it('reads position, level and the units that were asked for', async () => {
    const plan = planned('geocode', { admin_v2: false }, ['address']);
    const { service } = recordingService({ geocodeForward: { osm: async () => osmAnswer(house) } });
    const result = await plan.run({ cells: ['12 Lê Lợi, Quận 1'], position: null }, service, {});
    expect(result.position).toEqual({ lat: 21.03, lon: 105.85 });
    expect(valueOf(plan, result, 'level')).toBe('house');
    expect(valueOf(plan, result, 'ward_old')).toBe('Phường Bến Nghé');
    expect(valueOf(plan, result, 'ward_new')).toBeNull();
    expect(valueOf(plan, result, 'text_match')).toBe(1);
  });

  it('fills old and new units from two answers where one does not tell both', async () => {
    const plan = planned('geocode', { admin_v2: 'both' }, ['address']);
    const { service, questions } = recordingService({
      geocodeForward: {
        osm: async ({ admin_v2 }) =>
          osmAnswer(
            admin_v2 ? osmFeature({ locality: 'Phường Sài Gòn', region: 'Thành phố Hồ Chí Minh' }) : house,
          ),
      },
    });
    const result = await plan.run({ cells: ['12 Lê Lợi'], position: null }, service, {});
    expect(questions).toHaveLength(2);
    expect(valueOf(plan, result, 'ward_new')).toBe('Phường Sài Gòn');
    expect(valueOf(plan, result, 'ward_old')).toBe('Phường Bến Nghé');
    expect(valueOf(plan, result, 'district_old')).toBe('Quận 1');
  });

  it('gives a miss no position, so that a map shows nothing', async () => {
    const plan = planned('geocode', {}, ['address']);
    const { service } = recordingService({ geocodeForward: { osm: async () => osmAnswer() } });
    expect(await plan.run({ cells: ['nowhere'], position: null }, service, {})).toMatchObject({
      status: 'not_found',
      position: null,
    });
  });

  it('keeps a place at 0/0', async () => {
    const plan = planned('geocode', {}, ['address']);
    const { service } = recordingService({
      geocodeForward: { osm: async () => osmAnswer(osmFeature({}, [0, 0])) },
    });
    const result = await plan.run({ cells: ['x'], position: null }, service, {});
    expect(result.position).toEqual({ lat: 0, lon: 0 });
    expect(valueOf(plan, result, 'lat')).toBe(0);
  });

  it('does not send a text that no URL carries', async () => {
    const plan = planned('geocode', {}, ['address']);
    const { service, questions } = recordingService({
      geocodeForward: { osm: async () => osmAnswer(house) },
    });
    expect((await plan.run({ cells: ['x'.repeat(10_000)], position: null }, service, {})).status).toBe(
      'error',
    );
    expect(questions).toEqual([]);
  });

  it('says which column it chose, and what to write when none fits', () => {
    expect(planned('geocode', {}, ['id', 'địa chỉ']).findings).toEqual(['addresses are read as "{địa chỉ}"']);
    expect(STAGES.geocode?.plan({}, { columns: ['id'], hasPosition: false })).toEqual({
      faults: [{ option: 'text', message: expect.stringContaining('text: "{my column}"') as string }],
    });
  });
});

describe('a match without a position', () => {
  const nowhere = osmFeature({ name: 'x', id: 'x' }, null);
  const answers = { osm: async () => osmAnswer(nowhere) };
  it.each([
    ['geocode', { geocodeForward: answers }],
    ['reverse', { geocodeReverse: answers }],
    ['place', { place: answers }],
    ['nearby', { nearby: { only: async () => osmAnswer(nowhere) } }],
  ])('is an error in %s', async (name, handlers) => {
    const plan = planned(name, requiredOptions(name), COLUMNS);
    const result = await plan.run(
      { cells: Object.values(CELLS), position: null },
      recordingService(handlers).service,
      {},
    );
    expect(result).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('without a position') as string,
    });
  });

  it('is left out where another has one, and is a suggestion as good as any', async () => {
    const row = { cells: Object.values(CELLS), position: null };
    const both = recordingService({ geocodeForward: { osm: async () => osmAnswer(nowhere, house) } });
    const plan = planned('geocode', {}, COLUMNS);
    expect(valueOf(plan, await plan.run(row, both.service, {}), 'place_id')).toBe('abc');
    const suggest = planned('autocomplete', { text: '{address}' }, COLUMNS);
    const { service } = recordingService({ autocomplete: answers });
    expect(await suggest.run(row, service, {})).toMatchObject({ status: 'ok', position: null });
  });

  it('is an error of a forcode that is decoded', async () => {
    const plan = planned('forcode', { mode: 'decode' }, ['forcode']);
    const { service } = recordingService({
      decodeForcode: { only: async ({ forcodes }) => ({ forcodes, status: 'OK' }) },
    });
    expect((await plan.run({ cells: ['HN1'], position: null }, service, {})).status).toBe('error');
  });
});

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
      admin_v2: false,
    });
  });
});

describe('forcode', () => {
  it('decodes, and tells an invalid code from an empty one', async () => {
    const plan = planned('forcode', { mode: 'decode' }, ['forcode']);
    const { service } = recordingService({
      decodeForcode: {
        only: async ({ forcodes }) =>
          forcodes === 'HN1'
            ? { lat: 0, lng: 105, resolution: 5, forcodes, status: 'OK' }
            : { lat: null, lng: null, resolution: null, forcodes, status: 'INVALID_FORCODES' },
      },
    });
    const run = (code: string) => plan.run({ cells: [code], position: null }, service, {});
    const decoded = await run('HN1');
    expect(decoded).toMatchObject({ status: 'ok', position: { lat: 0, lon: 105 } });
    expect(plan.columns.map(({ name }) => valueOf(plan, decoded, name))).toEqual([0, 105, 5]);
    expect(await run('HNX')).toMatchObject({
      status: 'not_found',
      reason: expect.stringContaining('INVALID_FORCODES') as string,
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

describe('children', () => {
  it('lists a child once that the service lists twice, and tells of a place without any', async () => {
    const plan = planned('children', { candidates: 'array' }, ['place_id']);
    const twice = recordingService({
      children: { google: async () => ({ predictions: [child, child], status: 'OK' }) },
    });
    const result = await plan.run({ cells: ['abc'], position: null }, twice.service, {});
    expect(valueOf(plan, result, 'count')).toBe(1);
    expect(valueOf(plan, result, 'candidates')).toMatchObject([{ place_id: 'gate-1' }]);
    const none = recordingService({ children: { google: async () => ({ predictions: [], status: 'OK' }) } });
    const empty = await plan.run({ cells: ['abc'], position: null }, none.service, {});
    expect(empty.status).toBe('not_found');
    expect(valueOf(plan, empty, 'count')).toBe(0);
    expect(valueOf(plan, empty, 'candidates')).toEqual([]);
  });
});

describe('autocomplete', () => {
  it('is limited to a radius only where the job names the position', async () => {
    const { service, questions } = recordingService({ autocomplete: { osm: async () => osmAnswer(house) } });
    const row = { cells: ['le loi', '21.03', '105.85', ''], position: null };
    await planned('autocomplete', {}, COLUMNS).run(row, service, {});
    const near = planned('autocomplete', { lat: '{lat}', lon: '{lon}', radius_km: 2 }, COLUMNS);
    await near.run(row, service, {});
    expect(questions[0]).not.toHaveProperty(['boundary.circle.lat']);
    expect(questions[1]).toMatchObject({ 'boundary.circle.lat': 21.03, 'boundary.circle.radius': 2 });
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
    const options = { admin_v2: true, language: 'vi', alternatives: true };
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

  it('sends none of them and has no column for them where they are left out', async () => {
    const plan = planned('direction', {}, COLUMNS);
    const { service, questions } = recordingService({ direction: { only: async () => answer } });
    await plan.run(
      { cells: ['', '', '', '', '0.0000001,105.85', '21.04,105.86'], position: null },
      service,
      {},
    );
    expect(questions).toEqual([
      { origin: '0.0000001,105.85', destination: '21.04,105.86', alternatives: false, vehicle: 'car' },
    ]);
    const names = plan.columns.map(({ name }) => name);
    expect(names).not.toContain('instructions');
    expect(names).not.toContain('alternatives');
  });
});

describe('place', () => {
  it('takes the id from the column of an earlier run, and moves the row to the place', async () => {
    const plan = planned('place', {}, ['geocode_place_id']);
    const { service, questions } = recordingService({ place: { osm: async () => osmAnswer(house) } });
    const result = await plan.run({ cells: ['abc'], position: null }, service, {});
    expect(questions).toEqual([{ ids: 'abc', admin_v2: false }]);
    expect(plan.findings.join()).toContain('geocode_place_id');
    expect(valueOf(plan, result, 'house_number')).toBe('12');
    expect(result.position).toEqual({ lat: 21.03, lon: 105.85 });
  });

  it.each([
    [
      [
        [
          [1, 8, 0],
          [1, 17, 0],
        ],
      ],
      null,
      0,
    ],
    [
      null,
      [
        [
          [2, 8, 0],
          [2, 17, 0],
        ],
      ],
      1,
    ],
    [
      '',
      [
        [
          [2, 8, 0],
          [2, 17, 0],
        ],
      ],
      1,
    ],
    [undefined, '1,8,0,1,17,0', 1],
    ['8,17', undefined, 0],
  ])('shows the opening hours of either member: %j, %j', async (opening_hours, opening_hours_v2, shown) => {
    const plan = planned('place', {}, ['place_id']);
    const hours = { opening_hours, opening_hours_v2 };
    const { service } = recordingService({ place: { osm: async () => osmAnswer(osmFeature(hours)) } });
    const result = await plan.run({ cells: ['abc'], position: null }, service, {});
    expect(valueOf(plan, result, 'opening_hours')).toEqual([opening_hours, opening_hours_v2][shown]);
  });
});
