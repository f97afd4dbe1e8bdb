import { expect, it } from 'vitest';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { ReviewService } from './review-candidates.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { textIn } from '../../../base/messages/catalogues.ts';
import { readChoices } from './review-choices.ts';

const TEXT = 'Ngõ Không Có, Hà Nội';
const units = (ward: string | null, province: string, code: string) => ({
  ward,
  ward_code: ward && '00070',
  district: null,
  province,
  province_code: code,
});

function feature(
  level: 'ward' | 'province',
  of: ReturnType<typeof units>,
  province: 'confirmed' | 'missing',
) {
  const parts = { house: 'missing', street: 'unknown', ward: 'missing', district: 'missing' } as const;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [105.85, 21.03] },
    properties: {
      label: of.province,
      postalcode: '11024',
      geomill: {
        ...{ level, accuracy_radius_meters: 700, score: 1, margin: 1, old: units(null, of.province, '01') },
        ...{ new: of, parts: { ...parts, province, postal_code: 'missing' } },
      },
    },
  } as unknown as OsmFeature;
}

/** A service that finds the province of the text, and one ward at every position. */
const serviceAt = (ward: OsmFeature | null | undefined, province: 'confirmed' | 'missing' = 'confirmed') =>
  ({
    candidatesOf: async () => [{ feature: feature('province', units(null, 'Hà Nội', '01'), province) }],
    unitsAt: async () => ward,
    accountOf: async () => undefined,
    unitOfText: async () => undefined,
  }) satisfies ReviewService;

const HOAN_KIEM = feature('ward', units('Phường Hoàn Kiếm', 'Hà Nội', '01'), 'missing');
const SAI_GON = feature('ward', units('Phường Sài Gòn', 'Hồ Chí Minh', '79'), 'missing');

function read(service: ReviewService, more: Record<string, string> = {}) {
  const cells: Record<string, string> = { row: '1', text: TEXT, lat: '10.7725', lon: '106.698', ...more };
  return readChoices([{ cell: (name) => cells[name] ?? '', placeOf: (name) => name }], service);
}

it('a position has the units there, and the level that the person says', async () => {
  const { aliases, faults } = await read(serviceAt(HOAN_KIEM), { level: 'Ward' });
  expect(faults).toEqual([]);
  expect(aliases).toMatchObject([
    {
      text: TEXT,
      lat: 10.7725,
      lon: 106.698,
      feature: {
        geometry: { coordinates: [106.698, 10.7725] },
        properties: {
          ...{ id: 'manual', label: TEXT, postalcode: '11024' },
          geomill: {
            level: 'ward',
            accuracy_radius_meters: 700,
            new: { ward: 'Phường Hoàn Kiếm', province_code: '01' },
          },
        },
      },
    },
  ]);
  const house = (await read(serviceAt(HOAN_KIEM))).aliases[0]?.feature;
  expect(house).toMatchObject({ properties: { geomill: { level: 'house', accuracy_radius_meters: 0 } } });
  expect((await read(serviceAt(HOAN_KIEM), { level: 'nhà' })).faults).toMatchObject([{ place: 'level' }]);
});

it('a position out of the province that the text names is asked about', async () => {
  const { aliases, faults } = await read(serviceAt(SAI_GON));
  expect(aliases).toEqual([]);
  expect(faults).toMatchObject([{ place: 'confirm', text: TEXT, isAsked: true }]);
  expect(inEnglish(faults[0]?.says)).toMatch(
    /^the position is in Hồ Chí Minh, 1,14\d km from the best match, and the text names Hà Nội/,
  );
  expect(inEnglish((await read(serviceAt(null))).faults[0]?.says)).toContain('in no ward of Vietnam');
  // Confirmed; a text without a province; a service that does not say.
  for (const taken of [
    read(serviceAt(SAI_GON), { confirm: 'yes' }),
    read(serviceAt(SAI_GON, 'missing')),
    read(serviceAt(undefined)),
  ])
    expect((await taken).aliases).toHaveLength(1);
});

it('a decision that cannot be taken over is explained in both languages', async () => {
  const { faults } = await read(serviceAt(HOAN_KIEM), { lat: '', lon: '', choice: '7' });
  expect(faults.map(({ says }) => [textIn(says, 'en'), textIn(says, 'vi')])).toEqual([
    ['there is no candidate 7: the row has no candidates', 'không có ứng viên 7: dòng này không có ứng viên'],
  ]);
});

it('a text that is no address has no position, and two such lines are one decision', async () => {
  const cells: Record<string, string> = { row: '1', text: TEXT, choice: 'None' };
  const line = { cell: (name: string) => cells[name] ?? '', placeOf: (name: string) => name };
  const { aliases, faults } = await readChoices([line, line], serviceAt(HOAN_KIEM));
  expect([aliases, faults]).toEqual([[{ text: TEXT, lat: NaN, lon: NaN }], []]);
});
