import { describe, expect, it } from 'vitest';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { GATE } from '../../../test/support/google-records.ts';
import { COLUMNS, house, planned } from '../../../test/support/stage-plans.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

describe('children', () => {
  it('lists a child once that the service lists twice, and tells of a place without any', async () => {
    const plan = planned('children', { candidates: 'array' }, ['place_id']);
    const twice = recordingService({
      children: { google: async () => ({ predictions: [GATE, GATE], status: 'OK' }) },
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

describe('place', () => {
  it('takes the id from the column of an earlier run, and moves the row to the place', async () => {
    const plan = planned('place', {}, ['geocode_place_id']);
    const { service, questions } = recordingService({ place: { osm: async () => osmAnswer(house) } });
    const result = await plan.run({ cells: ['abc'], position: null }, service, {});
    expect(questions).toEqual([{ ids: 'abc', admin_v2: true }]);
    expect(inEnglish(plan.findings).join()).toContain('geocode_place_id');
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
