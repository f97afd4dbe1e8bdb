import { beforeAll, describe, expect, it } from 'vitest';
import { openStreetWorld } from '../../../../test/support/street-world.ts';
import { isPlaceMatch } from '../places/place-match.ts';

type StreetWorld = Awaited<ReturnType<typeof openStreetWorld>>;
let adminSearch: StreetWorld['adminSearch'];
let ask: StreetWorld['ask'];
let line: StreetWorld['line'];
let place: StreetWorld['place'];
let search: StreetWorld['search'];
beforeAll(async () => {
  ({ adminSearch, ask, line, place, search } = await openStreetWorld());
});

describe('units around a street', () => {
  it('finds the street and district beside a wrong ward, and says what is wrong', () => {
    const match = place('2 Hải Triều, Phường Cô Giang, Quận 1, TP.HCM');
    expect(line('2 Hải Triều, Phường Cô Giang, Quận 1, TP.HCM')).toBe('house 2 Hải Triều');
    expect(match.score).toBeLessThan(place('2 Hải Triều, Phường Bến Nghé, Quận 1, TP.HCM').score);
  });

  it('finds a house by former units, by units in force and by both', () => {
    for (const units of [
      'P. Bến Nghé, Q.1, TP.HCM',
      'Phường Sài Gòn, TP.HCM',
      'Phường Sài Gòn, Quận 1',
      'HCM',
    ])
      expect(line(`2 Hải Triều, ${units}`), units).toBe('house 2 Hải Triều');
  });

  it('does not take a street of another province', () => {
    expect(ask('2 Hải Triều, Hoàn Kiếm, Hà Nội')?.level).toBe('district');
  });

  it('answers units that stand alone, and those whose street is not known', () => {
    expect(ask('Hai Bà Trưng, Hà Nội')?.level).toBe('district');
    expect(ask('Phường Bến Nghé, Quận 1, TP.HCM')?.level).toBe('ward');
    expect(ask('5 Đường Không Có Thật, Phường Bến Nghé, Quận 1, TP.HCM')?.level).toBe('ward');
  });

  it('answers a ward that is named for certain, in a district without streets, before a place of its province', () => {
    // "Thái Bnh" is not read as the province: nothing there can match, so nothing is looked for.
    expect(ask('50 Hải Triều, Phường Trần Hưng Đạo, Thành phố Thái Bình, Thái Bnh')?.level).toBe('ward');
  });

  it.each([
    ['Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['P.12, Q.Gò Vấp, TPHCM'],
    ['Hà Đông, Hà Tây'],
    ['xyz'],
    [''],
  ])('says of %j what the search for units says', (text) => {
    expect(search.search(text, { size: 3 })).toEqual(adminSearch.search(text, { size: 3 }));
  });
});

describe('one name in several places', () => {
  it('lists streets of several provinces without preferring one', () => {
    const matches = search.search('12 Trần Phú', { size: 5 }).filter(isPlaceMatch);
    expect(matches).toHaveLength(2);
    expect(matches.map(({ margin }) => margin)).toEqual([0, 0]);
    expect(matches.map(({ tied }) => tied)).toEqual([2, 2]);
  });

  it.each(['12 Trần Phú', '10 Quang Trung, Hà Nội', 'Huyện Châu Thành', 'Phường 5', 'Vàng Anh', 'Lê Lợi'])(
    'has the same first match of %s for every size',
    (text) => {
      const [first] = search.search(text, { size: 1 });
      expect(first).toBeDefined();
      for (const size of [2, 3, 5]) expect(search.search(text, { size })[0]).toEqual(first);
    },
  );

  it('answers the unit above houses that are equally good', () => {
    const match = ask('10 Quang Trung, Hà Nội');
    expect(match?.level).toBe('province');
    expect(match?.margin).toBe(0);
    expect(line('10 Quang Trung, Hà Đông, Hà Nội')).toBe('house 10 Quang Trung');
    const both = search.search('10 Quang Trung, Hà Nội', { size: 3 });
    expect(both.filter(isPlaceMatch)).toHaveLength(2);
  });

  it('puts the one nearer to the focus first', () => {
    const near = search.search('12 Trần Phú', { size: 2, focus: { lat: 16.05, lon: 108.2 } })[0];
    expect(near?.position.lat).toBeCloseTo(16.0753);
    const other = search.search('12 Trần Phú', { size: 2, focus: { lat: 10.4, lon: 107.1 } })[0];
    expect(other?.position.lat).toBeCloseTo(10.3487);
  });
});

describe('any text', () => {
  it('is answered or not, and never throws', () => {
    for (const text of [
      ' , ',
      '😀😀 12',
      '12/3/4/5/6/7/8/9 Lê Lợi, Quận 1',
      '////',
      '1'.repeat(5000),
      'Lê Lợi '.repeat(3000),
      'số nhà số 12 ngõ ngách hẻm',
      '\ud800 12 Lê Lợi',
      `${'đường '.repeat(70)}Lê Lợi`,
      '汉字 12, 東京',
    ])
      expect(Array.isArray(search.search(text, { size: 5 }))).toBe(true);
  });

  it('is answered the same whatever was asked before', () => {
    const texts = [
      '161 NTMK, Bến Thành, Q1',
      '111 Phố Huế, Hai Bà Trưng, Hà Nội',
      '345/16 Xô Viết Nghệ Tĩnh, Bình Thạnh',
    ];
    const alone = texts.map((text) => search.search(text, { size: 3 }));
    expect([...texts].reverse().map((text) => search.search(text, { size: 3 }))).toEqual(alone.reverse());
  });
});
