import { describe, expect, it } from 'vitest';
import type { GeomillExtension } from '../../contract/records/osm-feature.ts';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { house, planned } from '../../../test/support/stage-plans.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { STAGES } from '../../../test/support/stages.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

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

  it('asks how near the true position may be where that is wanted, and leaves it empty over a service that does not say', async () => {
    const plan = planned('geocode', { distance_chances: true }, ['address']);
    const geomill = {
      level: 'house',
      distance_chances: [100, 500, 2000].map((within_meters) => ({
        within_meters,
        chance: within_meters / 4000,
      })),
    } as unknown as GeomillExtension;
    const chancesOver = async (feature: typeof house) => {
      const { service, questions } = recordingService({
        geocodeForward: { osm: async () => osmAnswer(feature) },
      });
      const result = await plan.run({ cells: ['12 Lê Lợi'], position: null }, service, {});
      expect(questions).toEqual([{ text: '12 Lê Lợi', size: 1, admin_v2: true, explain: true }]);
      return [100, 500, 2000].map((meters) => valueOf(plan, result, `chance_${meters}_meters`));
    };
    expect(await chancesOver(osmFeature({ geomill }))).toEqual([0.025, 0.125, 0.5]);
    expect(await chancesOver(house)).toEqual([null, null, null]);
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

  it('sends the beginning of a text that no URL carries', async () => {
    const plan = planned('geocode', {}, ['address']);
    const { service, questions } = recordingService({
      geocodeForward: { osm: async () => osmAnswer(house) },
    });
    await plan.run({ cells: ['x'.repeat(10_000)], position: null }, service, {});
    expect(questions).toEqual([expect.objectContaining({ text: 'x'.repeat(500) })]);
  });

  it('says which column it chose, and what to write when none fits', () => {
    expect(inEnglish(planned('geocode', {}, ['id', 'địa chỉ']).findings)).toEqual([
      'addresses are read as "{địa chỉ}"',
    ]);
    expect(inEnglish(STAGES.geocode?.plan({}, { columns: ['id'], hasPosition: false }))).toEqual({
      faults: [{ option: 'text', message: expect.stringContaining('text: "{my column}"') as string }],
    });
  });
});
