import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { distanceMeters } from '../../base/geo/distance.ts';
import { loadDataset } from '../gazetteer/load-dataset.ts';
import { CATEGORIES } from '../gazetteer/categories/categories.ts';
import { openDataset, type OpenDataset } from '../gazetteer/open-dataset.ts';
import { createEngine, type Engine, type Suggestions } from './engine.ts';
import { fold } from '../../base/text/fold.ts';
import { columnsOf, type ColumnNames } from './reader/columns.ts';
import type { AdminUnits } from './places/local-place.ts';

const LAST_DAY = '2025-06-30';

let dataset: OpenDataset;
let engine: Engine;
let suggest: Suggestions;

beforeAll(async () => {
  dataset = openDataset(
    await loadDataset(fileURLToPath(new URL('../../../fixtures/starter', import.meta.url))),
  );
  engine = createEngine(dataset);
  suggest = await engine.openSuggestions();
});

/** Positions of the country and of the two cities with streets. */
const positions = fc.oneof(
  fc.record({
    lat: fc.double({ min: 8.5, max: 23.3, noNaN: true }),
    lon: fc.double({ min: 102.2, max: 109.4, noNaN: true }),
  }),
  fc.record({
    lat: fc.double({ min: 10.7, max: 10.9, noNaN: true }),
    lon: fc.double({ min: 106.6, max: 106.8, noNaN: true }),
  }),
  fc.record({
    lat: fc.double({ min: 20.95, max: 21.1, noNaN: true }),
    lon: fc.double({ min: 105.7, max: 105.9, noNaN: true }),
  }),
);

const EVERY_CATEGORY = CATEGORIES.map((_, number) => number);
const NUMBERS = ['', '12 ', 'số 5, ', '999/1 ', '3/2 ', 'ngõ 12 '];
const NAMES = [
  'Lê Lợi',
  'nguyen trai',
  'Bat Dan',
  'chợ',
  'D1',
  'Trần Phú',
  'Đường số 10',
  'xyz',
  'Phường 4',
  'cây xăng',
  'ben thanh',
  '30/4',
];
const UNITS = [
  '',
  ', Quận 1',
  ', P. Cua Dong, HN',
  ' go vap',
  ', Đà Nẵng',
  ', Châu Thành',
  ', tphcm',
  ', Trần Phú, Hà Tĩnh',
  ', 71009',
  ', Hoàn Kim',
];
const texts = fc
  .tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...NAMES), fc.constantFrom(...UNITS), fc.nat(40))
  .map(([number, name, units, cut]) => `${number}${name}${units}`.slice(0, 5 + cut));

const units = fc.constantFrom<AdminUnits>('old', 'new');

describe('the number of results', () => {
  it('does not change the first one of a text, typed wholly or in part', () => {
    fc.assert(
      fc.property(texts, units, fc.integer({ min: 2, max: 20 }), (text, admin, size) => {
        const forward = engine.forward(text, { size, units: admin });
        expect(engine.forward(text, { size: 1, units: admin })).toEqual(forward.slice(0, 1));
        const suggested = suggest(text, {}, { size, units: admin });
        expect(suggest(text, {}, { size: 1, units: admin })).toEqual(suggested.slice(0, 1));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('does not change the first one at a position, where streets cross neither', () => {
    const { featureCount = 0, featureLat = [], featureLon = [] } = dataset.tables ?? {};
    const features = fc.nat(featureCount - 1).map((at) => ({
      lat: Number(featureLat[at]) / 1e7,
      lon: Number(featureLon[at]) / 1e7,
    }));
    fc.assert(
      fc.property(
        fc.oneof(positions, features),
        fc.constantFrom(50, 1000, 5000),
        fc.integer({ min: 2, max: 9 }),
        (at, radius, size) => {
          const many = engine.reverse(at, radius, { size, units: 'new' });
          expect(engine.reverse(at, radius, { size: 1, units: 'new' })).toEqual(many.slice(0, 1));
        },
      ),
      { numRuns: 1000, seed: 7 },
    );
  });
});

describe('the account of an address', () => {
  const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const accountOf = (text: string) =>
    engine.forward(text, { size: 1, units: 'new', isExplained: true })[0]?.extension.account ?? [];

  it('has every word of the text once, in order', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('', ', Việt Nam', ' 0905123456', '\nGọi trước khi giao'),
        (text, tail) => {
          const account = accountOf(text + tail);
          if (account.length > 0)
            expect(account.flatMap(({ written }) => wordsOf(written))).toEqual(wordsOf(text + tail));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('says what each word is for, and why', () => {
    const account = accountOf('12/3 Lê Lợi, P. Bến Nghé, Q1, TPHCM 700000, Việt Nam');
    expect(account.map(({ written, role }) => [written, role])).toEqual([
      ['12/3', 'house'],
      ['Lê Lợi', 'street'],
      ['P. Bến Nghé', 'ward'],
      ['Q1', 'district'],
      ['TPHCM', 'province'],
      ['700000', 'postal_code'],
      ['Việt Nam', 'country'],
    ]);
    expect(account[2]).toMatchObject({
      verdict: 'confirmed',
      unit: 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
      evidence: ['type word', 'own part'],
    });
  });

  it('keeps hamlets and organisations apart from units, and a misspelt unit whole', () => {
    const rolesOf = (text: string): string[] =>
      accountOf(text).map(({ written, role }) => `${role}: ${written}`);
    expect(rolesOf('Ấp 5, xã Long Nguyên, huyện Bàu Bàng')[0]).toBe('hamlet: Ấp 5');
    expect(rolesOf('UBND xã Hòa Ninh, Hòa Vang, Đà Nẵng')[0]).toBe('place: UBND xã Hòa Ninh');
    expect(rolesOf('Phường Tân Sơn Nh, TP HCM')[0]).toBe('ward: Phường Tân Sơn Nh');
  });
});

describe('columns of units', () => {
  const answerOf = (text: string, names: ColumnNames) =>
    engine.forward(text, { size: 1, units: 'old', columns: columnsOf(names), isExplained: true })[0]
      ?.extension;

  it('bind: a district is no ward of its name', () => {
    const names = { ward: 'Bình Trị Đông', district: 'Bình Tân' };
    const answer = answerOf('Bình Trị Đông, Bình Tân', names);
    expect(answer?.old).toMatchObject({ ward: 'Phường Bình Trị Đông', district: 'Quận Bình Tân' });
    expect(answer?.account?.map(({ evidence }) => evidence[0])).toEqual(['column', 'column']);
  });

  it('are said to contradict each other', () => {
    const answer = answerOf('', { ward: 'Mỹ Thuận', district: 'Tân Sơn', province: 'Bắc Giang' });
    expect(answer?.parts).toMatchObject({
      ward: 'confirmed',
      district: 'confirmed',
      province: 'contradicted',
    });
  });

  it('may be numbers, and stand beside a postal code of the address', () => {
    const answer = answerOf('123 Lê Lợi, 700000', { ward: '4', district: '5', province: 'TPHCM' });
    expect(answer?.old).toMatchObject({ ward: 'Phường 4', district: 'Quận 5' });
    expect(answer?.account?.map(({ role }) => role)).not.toContain('rest');
  });
});

describe('a position', () => {
  it('has everything near it by distance, as `nearby` has the places, and its ward behind', () => {
    const size = 50;
    const station = { lat: 16.459198, lon: 107.5778 };
    fc.assert(
      fc.property(positions, (at) => {
        const radius = 1000;
        const all = engine.reverse(at, radius, { size, units: 'new' });
        const meters = all.map(({ distanceMeters: each }) => Number(each));
        const inWard = all.at(-1)?.level === 'ward' && all.length > 0;
        const near = inWard ? all.slice(0, -1) : all;
        expect(meters.slice(0, near.length)).toEqual([...meters.slice(0, near.length)].sort((a, b) => a - b));
        if (near.length > 0 && near.length < size) expect(inWard).toBe(engine.wardAt(at) >= 0);
        if (inWard && near.length > 0) expect(meters.at(-1)).toBe(0);
        const reach = near.length < size ? radius : Number(near.at(-1)?.distanceMeters) - 1;
        const pois = engine.nearby(at, reach, EVERY_CATEGORY, { size, units: 'new' }) ?? [];
        const ids = near.map(({ id }) => id);
        for (const { id, distanceMeters: far } of pois) if (Number(far) < reach) expect(ids).toContain(id);
      }),
      { numRuns: 300, seed: 7, examples: [[station]] },
    );
    const [first, ...others] = engine.reverse(station, 1000, { size: 5, units: 'old' });
    const theatre = expect.stringContaining('Nhà hát Sông Hương') as string;
    expect(first).toMatchObject({ label: theatre, distanceMeters: 55 });
    expect(others.length).toBeGreaterThan(1);
  });

  it('has results within the radius, each as far away as it says', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom(50, 1000, 20_000), (at, radius) => {
        for (const place of engine.reverse(at, radius, { size: 5, units: 'old' })) {
          const meters = distanceMeters(at, place.position);
          expect(meters).toBeLessThanOrEqual(radius + 1);
          // A ward beside is measured over cells of a map.
          expect(Math.abs(meters - (place.distanceMeters ?? Infinity))).toBeLessThan(1 + 0.02 * meters);
        }
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('labels in former units', () => {
  it('name no ward that had ended before 1 July 2025', () => {
    const { admin } = dataset;
    const codes = new Set(admin.history?.unitsOn('ward', LAST_DAY).map(({ code }) => code));
    const last = admin.formerWards.filter(({ code, fullName }) => codes.has(code) || fullName === '');
    const lines = new Set(last.map(({ fullName, district }) => `${fullName}, ${district}`));
    let wards = 0;
    for (let lat = 10.7; lat < 10.9; lat += 0.004)
      for (let lon = 106.58; lon < 106.85; lon += 0.004)
        for (const { label, parts, extension } of engine.reverse({ lat, lon }, 500, {
          size: 3,
          units: 'old',
        })) {
          if (extension.old.ward !== null) expect(codes, label).toContain(extension.old.ward_code);
          if (parts.ward === '' || parts.district === '') continue;
          wards += 1;
          expect(lines, label).toContain(`${parts.ward}, ${parts.district}`);
        }
    expect(wards).toBeGreaterThan(500);
  });

  it('name no ended ward that a text names, and the former province where it is known', () => {
    const { admin } = dataset;
    const ended = admin.formerWards.filter(({ code, fullName }) => code === '' && fullName !== '');
    expect(ended.length).toBeGreaterThan(100);
    for (const { fullName, district, province } of ended.filter((_, at) => at % 10 === 0)) {
      const [first] = engine.forward(`${fullName}, ${district}, ${province}`, { size: 1, units: 'old' });
      if (first?.parts.ward) expect(first.extension.old.ward_code, first.label).not.toBeNull();
    }
    const labelOf = (text: string) => engine.forward(text, { size: 1, units: 'old' })[0]?.label;
    expect(labelOf('Phường 12, Quận 4')).toBe('Quận 4, Thành phố Hồ Chí Minh');
    expect(labelOf('Xã Xuân Cẩm, Tỉnh Bắc Ninh')).toBe('Xã Xuân Cẩm, Tỉnh Bắc Giang');
    expect(labelOf('Phường Bình Long, Tỉnh Đồng Nai')).toBe('Phường Bình Long, Tỉnh Bình Phước');
  });

  it('name the ward that the text names, where no source says in which a street was', () => {
    const [place] = engine.forward('30 Loseby Street, An Hai Bac Ward, Son Tra District, Da Nang', {
      size: 1,
      units: 'old',
    });
    expect(place?.label).toBe('30 Đường Loseby, Phường An Hải Bắc, Quận Sơn Trà, Thành phố Đà Nẵng');
    // Phường Cửa Đông was divided: the street may be in another of its parts.
    const [divided] = engine.forward('86 Bát Đàn, P. Cửa Đông, Hà Nội', { size: 1, units: 'old' });
    expect(divided?.extension.old.ward).toBeNull();
  });

  it('have a province as large as it was: Đà Nẵng is the city, in force around it, without its islands', () => {
    const CITY = { lat: 16.0678, lon: 108.2208 };
    for (const text of ['Đà Nẵng', 'TP. Đà Nẵng', 'da nang']) {
      const [former] = engine.forward(text, { size: 1, units: 'old' });
      expect(former).toMatchObject({ label: 'Thành phố Đà Nẵng', level: 'province' });
      expect(distanceMeters(CITY, former?.position ?? CITY)).toBeLessThan(20_000);
      expect(former?.extension.accuracy_radius_meters).toBeLessThan(50_000);
      const [inForce] = engine.forward(text, { size: 1, units: 'new' });
      expect(distanceMeters(CITY, inForce?.position ?? CITY)).toBeLessThan(5000);
      expect(inForce?.extension.accuracy_radius_meters).toBeLessThan(120_000);
    }
    expect(suggest('đà nẵ', {}, { size: 1, units: 'old' })[0]?.position).toEqual(
      engine.forward('Đà Nẵng', { size: 1, units: 'old' })[0]?.position,
    );
    expect(engine.forward('Đồng Nai', { size: 1, units: 'old' })[0]?.label).toBe('Tỉnh Đồng Nai');
  });
});

describe('a note in another script instead of a street', () => {
  it('is in no label', () => {
    const [market] = engine.forward('Chợ Bến Thành', { size: 1, units: 'new' });
    expect(market?.label).toBe('Chợ Bến Thành, Phường Bến Thành, Thành phố Hồ Chí Minh');
  });
});

describe('a text of a province alone', () => {
  it.each([
    // Streets are known in hardly any town of the former Bình Thuận and An Giang, and in all of Đà Nẵng and Huế.
    ['12 Trần Phú, Bình Thuận', 'Tỉnh Lâm Đồng'],
    ['92 Vĩnh Gia 14, T. An Giang', 'Tỉnh An Giang'],
    ['8 Bạch Đằng, Đà Nẵng', '8 Đường Bạch Đằng, Phường Hải Châu, Thành phố Đà Nẵng'],
    ['45 Lê Lợi, Huế', '45 Lê Lợi, Phường Thuận Hóa, Thành phố Huế'],
  ])('%s is at a street where the dataset knows those of its towns', (text, label) => {
    expect(engine.forward(text, { size: 1, units: 'new' })[0]?.label).toBe(label);
  });
});

describe('an abbreviated ward', () => {
  it.each(['5 P.7 q6', '12/3 P7 Q6 TPHCM'])('%s is no street of that name elsewhere', (text) => {
    expect(engine.forward(text, { size: 1, units: 'new' })[0]?.parts.ward).toBe('Phường Bình Tiên');
  });
});

describe('suggestions', () => {
  it('have no number that their place does not have', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { level, houseNumber } of suggest(text, {}, { size: 10, units: 'new' }))
          if (level === 'street') expect(houseNumber).toBe('');
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

it('finds a numbered street in the ward of the text just outside of its district, among dozens inside', () => {
  const text = '124 Đ. số 4, An Bình, Thủ Đức, Thành phố Hồ Chí Minh, Việt Nam';
  const [place] = engine.forward(text, { size: 1, units: 'new' });
  expect(place).toMatchObject({ level: 'street', extension: { new: { ward_code: '25942' } } });
});
