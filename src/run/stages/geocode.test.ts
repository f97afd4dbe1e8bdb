import { describe, expect, it } from 'vitest';
import { osmAnswer, osmFeature, recordingService } from '../../../test/support/fake-service.ts';
import { valueOf } from '../../../test/support/stage-values.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { geocode } from './geocode.ts';
import { isBatchPlan } from './stage.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const CITY = 'Thành phố Hồ Chí Minh';
const place = (
  name: string,
  ward: string,
  district: string,
  region: string,
  coordinates: number[],
): OsmFeature =>
  osmFeature(
    {
      name,
      street: name,
      locality: ward,
      county: district,
      region,
      id: `${name} ${ward}`,
      label: `${name}, ${ward}`,
    },
    coordinates,
  );
const inSaiGon = place('Lê Lợi', 'Phường Bến Nghé', 'Quận 1', CITY, [106.7, 10.77]);
const inHocMon = place('Lê Lợi', 'Xã Tân Xuân', 'Huyện Hóc Môn', CITY, [106.6, 10.87]);
const wardOfHocMon = osmFeature(
  { name: 'Xã Tân Hiệp', locality: 'Xã Tân Hiệp', county: 'Huyện Hóc Môn', region: CITY, id: 'ward' },
  [106.58, 10.9],
);

/** Runs the stage for one row, on a service with a response for each text. */
async function run(
  options: Record<string, unknown>,
  cells: Record<string, string>,
  responses: Record<string, OsmFeature[]>,
) {
  const plan = geocode.plan(
    { text: '{address}', ...options },
    { columns: Object.keys(cells), hasPosition: false },
  );
  if ('faults' in plan || isBatchPlan(plan)) throw new Error(JSON.stringify(plan));
  const { service, questions } = recordingService({
    geocodeForward: { osm: async ({ text }) => osmAnswer(...(responses[text] ?? [])) },
  });
  const result = await plan.run({ cells: Object.values(cells), position: null }, service, {});
  return { result, plan, questions, value: (name: string) => valueOf(plan, result, name) };
}

describe('geocode', () => {
  it('requests the address of a post, as long as it is', async () => {
    const address = '12 Lê Lợi, Phường Bến Nghé, Quận 1';
    const post = `Shop ơi cho mình đặt 2 áo nhé\nSĐT: 0903 123 456\nĐịa chỉ: ${address}\n${'Giao giờ hành chính giúp mình nhé shop. '.repeat(20)}`;
    const { questions, value } = await run({}, { address: post }, { [address]: [inSaiGon] });
    expect(questions).toEqual([expect.objectContaining({ text: address })]);
    expect(value('label')).toContain('Lê Lợi');
    const lines = await run({}, { address: '12 Lê Lợi\r\nPhường Bến Nghé,\nQuận 1' }, {});
    expect(lines.questions).toEqual([expect.objectContaining({ text: address })]);
    const { result } = await run({}, { address: 'Giao giờ hành chính giúp mình nhé shop. '.repeat(20) }, {});
    expect(inEnglish(result)).toMatchObject({ status: 'not_found', reason: 'no match' });
    const long = `${'Một câu dài không nói gì thêm. '.repeat(30)}\nPhường Bến Nghé, Quận 1`;
    const { questions: sent } = await run({}, { address: long.replaceAll('\n', ' ') }, {});
    expect((sent[0] as { text: string }).text).toBe('Phường Bến Nghé, Quận 1');
  });

  it('has no confidence over a service that does not rate its matches: agreement of texts is no probability', async () => {
    const asked = await run(
      { verdict: true },
      { address: 'Lê Lợi, Bến Nghé' },
      { 'Lê Lợi, Bến Nghé': [inSaiGon] },
    );
    expect(['text_match', 'confidence', 'verdict'].map((name) => asked.value(name) ?? null)).toEqual([
      1,
      null,
      'accept',
    ]);
  });

  it('adds the default province to texts that name none', async () => {
    const options = { default_province: 'Hà Nội' };
    const bare = await run(options, { address: '86 Bát Đàn' }, {});
    expect(bare.questions).toEqual([{ text: '86 Bát Đàn, Hà Nội', size: 1, admin_v2: true }]);
    const named = await run(options, { address: '86 Bát Đàn, Huế' }, {});
    expect(named.questions).toEqual([{ text: '86 Bát Đàn, Huế', size: 1, admin_v2: true }]);
  });

  describe('of texts in new units', () => {
    const province = 'Tỉnh Sơn La';
    const old = { ward: null, ward_code: null, district: 'Huyện Thuận Châu', district_code: null };
    const inNew = (ward: string | null) => ({
      ...{ ward, ward_code: null, district: null, district_code: null, province, province_code: '14' },
    });
    const unitNamed = (level: 'district' | 'ward', name: string): OsmFeature => {
      const feature = osmFeature({ name, id: name, region: province }, [103.7, 21.4]);
      feature.properties.geomill = {
        level,
        accuracy_radius_meters: 1000,
        old: { ...old, province, province_code: '14' },
        new: inNew(level === 'ward' ? name : null),
      };
      return feature;
    };
    const answers = (...names: string[]) => ({
      'Thuận Châu, Sơn La': [
        unitNamed('district', 'Huyện Thuận Châu'),
        ...names.map((name) => unitNamed('ward', name)),
      ],
    });
    const cells = { address: 'Thuận Châu, Sơn La' };

    it('gives the ward in force with the name of a former district', async () => {
      const responses = answers('Xã Bình Thuận', 'Xã Thuận Châu');
      const { value } = await run({ text_units: 'new' }, cells, responses);
      expect([value('level'), value('ward_new')]).toEqual(['ward', 'Xã Thuận Châu']);
      const any = await run({}, cells, responses);
      expect(any.value('level')).toBe('district');
    });

    it('gives the district where no ward has its name', async () => {
      const { value } = await run({ text_units: 'new' }, cells, answers('Xã Bình Thuận'));
      expect(value('level')).toBe('district');
    });
  });

  it('prefers the nearest to the focus of several places that fit equally well', async () => {
    const responses = { 'Lê Lợi': [inHocMon, inSaiGon] };
    const near = await run(
      { focus: { lat: 10.77, lon: 106.7 }, admin_v2: false },
      { address: 'Lê Lợi' },
      responses,
    );
    expect(near.value('ward_old')).toBe('Phường Bến Nghé');
    const without = await run({ admin_v2: false }, { address: 'Lê Lợi' }, responses);
    expect(without.value('ward_old')).toBe('Xã Tân Xuân');
  });

  const options = { ward: '{ward}', district: '{district}', admin_v2: false };

  it('gives the match inside of a constraint, not the first one', async () => {
    const cells = { address: 'Lê Lợi', ward: 'Bến Nghé', district: 'Quận 1' };
    const { value, questions } = await run(options, cells, {
      'Lê Lợi, Bến Nghé, Quận 1': [inHocMon, inSaiGon],
    });
    expect(value('ward_old')).toBe('Phường Bến Nghé');
    expect(questions).toHaveLength(1);
  });

  it('gives the unit of the constraint instead of a match outside', async () => {
    const cells = { address: 'Lê Lợi', ward: 'Tân Hiệp', district: 'Hóc Môn' };
    const { value, result } = await run(options, cells, {
      'Lê Lợi, Tân Hiệp, Hóc Môn': [inSaiGon],
      'Tân Hiệp, Hóc Môn': [wardOfHocMon],
    });
    expect(value('level')).toBe('ward');
    expect(value('ward_old')).toBe('Xã Tân Hiệp');
    expect(result.position).toEqual({ lat: 10.9, lon: 106.58 });
  });

  it('has no match where the service does not know the unit either', async () => {
    const cells = { address: 'Lê Lợi', ward: 'Nơi Khác', district: '' };
    const { result } = await run(options, cells, { 'Lê Lợi, Nơi Khác': [inSaiGon] });
    expect(inEnglish(result)).toMatchObject({ status: 'not_found', reason: 'no match in Nơi Khác' });
  });

  it('names the option of a placeholder that is no column', () => {
    const plan = geocode.plan(
      { text: '{address}', ward: '{phường}' },
      { columns: ['address', 'phuong'], hasPosition: false },
    );
    expect(plan).toMatchObject({ faults: [{ option: 'ward' }] });
  });
});
