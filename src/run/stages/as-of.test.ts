import { beforeAll, describe, expect, it } from 'vitest';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { planned } from '../../../test/support/stage-plans.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import type { Message } from '../../base/messages/message.ts';
import type { GeoService } from '../../contract/service.ts';
import { openAdminDataset } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import type { UnitHistory } from '../../engine/gazetteer/units/unit-history.ts';
import { createLocalService } from '../../engine/local/local-service.ts';
import { readNamedUnits } from './as-of.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const STARTER = 'fixtures/starter';
let service: GeoService;
let history: UnitHistory;

beforeAll(async () => {
  ({ service } = await createLocalService({ datasetDir: STARTER }));
  history = (await openAdminDataset(STARTER)).history as UnitHistory;
});

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Geocodes a text with the units of a day and returns some columns. */
async function geocode(text: string, options: object, columns: readonly string[]): Promise<unknown[]> {
  const plan = planned('geocode', { text: '{a}', ...options }, ['a']);
  const result = await plan.run({ cells: [text], position: null }, service, {});
  return columns.map((column) => valueOf(plan, result, column));
}

describe('as_of', () => {
  it('names the units of the day before each amendment of 2026, and of the day itself', async () => {
    const edges = history.edges.filter(({ effective }) => effective > '2025-07-01');
    expect(new Set(edges.map(({ decree }) => decree)).size).toBe(5);
    for (const { from, to, effective } of edges) {
      for (const [unit, day] of [
        [from, dayBefore(effective)],
        [to, effective],
      ] as const) {
        const line = history.lineOf(unit, day);
        const { code } = unit;
        const column = unit.level === 'ward' ? 'ward_code_new' : 'province_code_new';
        // However the text names it, today or then.
        for (const text of [line, history.lineOf(to)])
          expect(await geocode(text, { as_of: day }, ['label', column])).toEqual([line, code]);
      }
    }
  });

  it('names the units of 30 June and of 1 July 2025 for each of the 34 resolutions', async () => {
    const ofDecree = new Map(
      history.edges
        .filter(
          ({ from, to, effective, share }) =>
            effective === '2025-07-01' && from.level === 'ward' && to.level === 'ward' && share === 1,
        )
        // Of a ward that keeps its name the text may mean either; of one that became several none.
        .filter(({ from }) => history.edgesFrom(from).length === 1)
        .map((edge) => [edge.decree, edge]),
    );
    expect(ofDecree.size).toBe(34);
    for (const { from, to } of ofDecree.values()) {
      const text = history.lineOf(from, '2025-06-30');
      const [label, code] = await geocode(text, { as_of: '2025-06-30' }, ['label', 'ward_code_old']);
      expect(code).toBe(from.code);
      // The official "Ea Rbin" is written "Ea R'Bin" too.
      expect(diacriticKey(label as string)).toBe(diacriticKey(text));
      expect(await geocode(text, { as_of: '2025-07-01' }, ['label', 'ward_code_new'])).toEqual([
        history.lineOf(to, '2025-07-01'),
        to.code,
      ]);
    }
  });

  it('names the former units on 30 June 2025, and those in force a day later', async () => {
    const text = '12 Nguyễn Trãi, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh';
    const columns = ['label', 'ward_old', 'ward_code_old', 'district_code_old', 'province_code_old'];
    const old = ['Phường Bến Thành', '26743', '760', '79'];
    expect((await geocode(text, { as_of: '2025-06-30' }, columns)).slice(1)).toEqual(old);
    const [before] = await geocode('Phường Bến Nghé, Quận 1, TP HCM', { as_of: '2025-06-30' }, ['label']);
    const [after] = await geocode('Phường Bến Nghé, Quận 1, TP HCM', { as_of: '2025-07-01' }, ['label']);
    expect(before).toBe('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh');
    expect(after).toBe('Phường Sài Gòn, Thành phố Hồ Chí Minh');
  });

  it('is the newest day without the option, and admin_v2 keeps its meaning', async () => {
    const text = 'Xã Lộc Ninh, Tỉnh Đồng Nai';
    expect(await geocode(text, { admin_v2: true }, ['label', 'province_new'])).toEqual([
      'Phường Lộc Ninh, Thành phố Đồng Nai',
      'Thành phố Đồng Nai',
    ]);
    const may = { as_of: '2026-05-01' };
    expect(await geocode('Bố Hạ, Bắc Ninh', may, ['label'])).toEqual(['Xã Bố Hạ, Tỉnh Bắc Ninh']);
    expect(await geocode(text, may, ['label'])).toEqual(['Phường Lộc Ninh, Thành phố Đồng Nai']);
  });

  it('names the units of the day at a position too', async () => {
    const plan = planned('reverse', { lat: '{a}', lon: '{b}', as_of: '2026-05-01' }, ['a', 'b']);
    const ward = await service.geocodeForward({ text: 'Phường Bố Hạ, Thành phố Bắc Ninh', admin_v2: true });
    const [lon, lat] = ward.features[0]?.geometry?.coordinates ?? [];
    const result = await plan.run({ cells: [String(lat), String(lon)], position: null }, service, {});
    expect(valueOf(plan, result, 'label')).toMatch(/Xã Bố Hạ, Tỉnh Bắc Ninh$/);
    expect(valueOf(plan, result, 'postal_code')).toBe('26723');
  });

  it('keeps a street that is called like its province', () => {
    const units = readNamedUnits({ as_of: '2026-05-01' });
    if ('faults' in units) throw new Error('no faults expected');
    const place = {
      ward: 'Xã A',
      ward_code: '1',
      district: null,
      province: 'Thành phố B',
      province_code: '2',
    };
    const feature = osmFeature({
      ...{ name: 'Thành phố B', street: 'Thành phố B', locality: 'Xã A', region: 'Thành phố B' },
      label: 'Thành phố B, Xã A, Thành phố B',
      geomill: {
        ...{ level: 'street', accuracy_radius_meters: 1, score: 1, margin: 1, old: place, new: place },
        ...{ newest_day: '2026-09-20', earlier: [{ until: '2026-09-20', ward: 'Xã A', province: 'Tỉnh B' }] },
      },
    });
    expect(units.name(feature).properties).toMatchObject({
      name: 'Thành phố B',
      label: 'Thành phố B, Xã A, Tỉnh B',
      region: 'Tỉnh B',
    });
  });

  it.each(['2026-02-30', '2025-13-01'])('%s is no day of the calendar', (day) => {
    expect(inEnglish(readNamedUnits({ as_of: day }))).toEqual({
      faults: [{ option: 'as_of', message: expect.stringContaining('no day of the calendar') as string }],
    });
  });

  it('says where it takes the place of admin_v2', () => {
    expect(readNamedUnits({ as_of: '2025-06-30', admin_v2: true })).toMatchObject({ isNew: false });
    const plan = planned('geocode', { text: '{a}', as_of: '2025-06-30', admin_v2: true }, ['a']);
    expect(inEnglish(plan.findings).join()).toContain('takes the place of admin_v2: true');
  });

  it('notes rows of which the former ward is not known', async () => {
    const plan = planned('geocode', { text: '{a}', as_of: '2025-06-30' }, ['a']);
    const noteOf = async (text: string): Promise<Message | undefined> =>
      (await plan.run({ cells: [text], position: null }, service, {})).note;
    expect(inEnglish(await noteOf('Phường Bố Hạ, Bắc Ninh'))).toContain('the former ward is not known');
    expect(await noteOf('Phường Bến Nghé, Quận 1, TP HCM')).toBeUndefined();
  });

  it('notes rows of a service that does not know other days', async () => {
    const { service: other, questions } = recordingService({
      geocodeForward: { osm: async () => osmAnswer(osmFeature({ region: 'Thành phố Bắc Ninh' })) },
    });
    const noteOn = async (day: string): Promise<Message | undefined> => {
      const plan = planned('geocode', { text: '{a}', as_of: day }, ['a']);
      return (await plan.run({ cells: ['Bắc Ninh'], position: null }, other, {})).note;
    };
    expect(inEnglish(await noteOn('2026-05-01'))).toContain('does not say what the units were called');
    // Former units are part of the interface.
    expect(await noteOn('2025-06-30')).toBeUndefined();
    expect(questions).toMatchObject([{ admin_v2: true }, { admin_v2: false }]);
    expect(JSON.stringify(questions)).not.toContain('as_of');
  });
});
