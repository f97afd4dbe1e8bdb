import { describe, expect, it } from 'vitest';
import { conversionOf } from '../../../test/support/conversion.ts';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { GATE, WAY } from '../../../test/support/google-records.ts';
import { CELLS, COLUMNS, house, planned, requiredOptions } from '../../../test/support/stage-plans.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import type { GeoService } from '../../contract/service.ts';
import type { ImageryItem } from '../../contract/records/imagery.ts';
import { STAGES } from '../../../test/support/stages.ts';
import { isBatchPlan } from './stage.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const A_NUMBER = expect.any(Number) as number;

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
        children: { google: async () => ({ predictions: [GATE], status: 'OK' }) },
        direction: { only: async () => WAY },
        geocodeForward: { osm: async () => osmAnswer(house) },
        geocodeReverse: { osm: async () => osmAnswer(house) },
        convert: { only: async () => conversionOf() },
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
    expect(inEnglish(await plan.run(row, service, {}))).toMatchObject({
      status: 'skipped',
      reason: expect.any(String) as string,
    });
    expect(plan.questions(row)).toEqual([]);
    expect(questions).toEqual([]);
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
    expect(inEnglish(result)).toMatchObject({
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
