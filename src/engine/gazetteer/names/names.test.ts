import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { buildNameArrays } from './build-names.ts';
import { bitOfWord, hashBytes, writeWord } from './name-key.ts';
import { nameForms } from './name-forms.ts';
import { openNames, type Names } from './names.ts';
import { packTexts } from './packed-texts.ts';

/** Makes the part of the tables that names are built from: streets, then points of interest, one spelling each. */
function tablesOf(
  streets: string[],
  pois: string[],
  aliases: [feature: number, name: string][] = [],
): PlaceTables {
  const spellings = [...new Set([...streets, ...pois, ...aliases.map(([, name]) => name)])].sort();
  const { text, offset } = packTexts(spellings);
  const features = [...streets, ...pois];
  return {
    streetCount: streets.length,
    featureCount: features.length,
    featureSpelling: Uint32Array.from(features, (name) => spellings.indexOf(name)),
    featureFlags: Uint8Array.from(features, (name) => (name === '' ? FEATURE_FLAGS.nameless : 0)),
    spellingText: text,
    spellingOffset: offset,
    aliasFeature: Uint32Array.from(aliases, ([feature]) => feature),
    aliasSpelling: Uint32Array.from(aliases, ([, name]) => spellings.indexOf(name)),
  } as PlaceTables;
}

const bytes = new Uint8Array(512);
const write = (name: string): number => {
  let end = 0;
  for (const word of nameForms(name, false)[0]?.split(' ') ?? []) end = writeWord(word, bytes, end);
  return end;
};
const find = (names: Names, text: string): number => {
  const end = write(text);
  return names.find(hashBytes(bytes, 0, end), bytes, 0, end);
};
const featuresOf = (names: Names, name: number): number[] => [
  ...names.posting.subarray(names.postingStart[name], names.postingStart[name + 1]),
];

/** Numbers below a bound, the same ones every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('nameForms', () => {
  it.each([
    ['Đường Lê Lợi', true, ['duong le loi', 'le loi']],
    ['Phố Huế', true, ['pho hue', 'hue']],
    ['Đường Ba Tháng Hai', true, ['duong ba thang hai', '3/2', '3 thang 2']],
    ['Cách Mạng Tháng Tám', true, ['cach mang thang tam', 'cach mang thang 8']],
    ['3-2', true, ['3/2', '3 thang 2']],
    ['Hẻm 12/3 Lý Thường Kiệt', true, ['hem 12/3 li thuong kiet', 'ngo 12/3 li thuong kiet']],
    ['Ngách 3 Ngõ 12 Phố Huế', true, ['ngach 3 ngo 12 pho hue', 'ngach 3 ngo 12 hue', 'ngo 12/3 hue']],
    ['Quốc lộ 1A', true, ['quoc lo 1a', 'ql 1a', 'quoc lo 1', 'ql 1']],
    ['Phở Quang Quý 10', false, ['pho quang qui 10']],
    ['Bệnh viện Bạch Mai', false, ['benh vien bach mai', 'bv bach mai']],
    ['…', true, []],
  ])('lists how %s is asked for', (name, isStreet, forms) => {
    expect(nameForms(name, isStreet)).toEqual(forms);
  });
});

describe('names', () => {
  it('finds the features of a name by any of its forms, streets first', () => {
    const tables = tablesOf(
      ['Đường Lê Lợi', 'Lê Lợi', ''],
      ['Lê Lợi', 'Chợ Bến Thành'],
      [[4, 'Bến Thành Market']],
    );
    const names = openNames(buildNameArrays(tables));
    expect(featuresOf(names, find(names, 'le loi'))).toEqual([0, 1, 3]);
    expect(featuresOf(names, find(names, 'Đường LÊ LỢI'))).toEqual([0]);
    expect(featuresOf(names, find(names, 'ben thanh market'))).toEqual([4]);
    expect(find(names, 'le loj')).toBe(-1);
    expect(names.textOf(find(names, 'choBenThanh'))).toBe('cho ben thanh');
  });

  it('tells the words of a name apart without its text', () => {
    const names = openNames(buildNameArrays(tablesOf(['Lê Lợi', 'Lê Lai'], ['An'])));
    const bitsOf = (text: string) => names.wordBits(find(names, text));
    const bitOf = (word: string) => bitOfWord(bytes, 0, write(word));
    expect(bitsOf('le loi')).toBe(bitOf('le') | bitOf('loi'));
    expect(bitsOf('le loi')).toBe(bitOf('le') | bitOf('loi'));
    expect(bitsOf('le lai') & bitsOf('le loi')).toBe(bitOf('le'));
    expect(names.lettersOf(find(names, 'le loi'))).toBe(5);
    expect(bitsOf('an')).toBe(bitOf('an'));
    expect(names.lettersOf(find(names, 'an'))).toBe(2);
  });

  it('opens arrays of nothing', () => {
    const tables = tablesOf([], []);
    const names = openNames(buildNameArrays(tables));
    expect(find(names, 'le loi')).toBe(-1);
    const end = write('le loi');
    expect(names.near(bytes, 0, end, new Int32Array(8))).toBe(0);
    expect(names.withInitials(5, new Int32Array(8))).toBe(0);
  });

  it('finds postings and misspellings as comparing with every name does', () => {
    const random = createRandom(7);
    const syllables = [
      'le',
      'loi',
      'ly',
      'lai',
      'tran',
      'phu',
      'pho',
      'an',
      'anh',
      'nguyen',
      'hue',
      'van',
      '3',
      'mai',
    ];
    const anyName = (): string =>
      Array.from({ length: 1 + random(4) }, () => syllables[random(syllables.length)]).join(' ');
    const streets = Array.from({ length: 700 }, anyName);
    const pois = Array.from({ length: 500 }, anyName);
    const tables = tablesOf(streets, pois);
    const names = openNames(buildNameArrays(tables));
    const forms = [
      ...streets.map((name) => nameForms(name, true)),
      ...pois.map((name) => nameForms(name, false)),
    ].map((list) => list.map((form) => form.replaceAll(' ', '')));
    const texts = Array.from({ length: names.count }, (_, name) => names.textOf(name));
    expect([...texts].sort()).toEqual(texts);
    const out = new Int32Array(256);
    const unfound: number[] = [];
    for (let i = 0; i < 600; i += 1) {
      let text = anyName();
      const at = random(text.length);
      if (i % 2 === 0) text = text.slice(0, at) + (i % 4 === 0 ? 'k' : '') + text.slice(at + random(2));
      const end = write(text);
      const key = Buffer.from(bytes.subarray(0, end)).toString();
      const name = names.find(hashBytes(bytes, 0, end), bytes, 0, end);
      const expected = forms.flatMap((list, feature) => (list.includes(key) ? [feature] : []));
      expect(name < 0 ? [] : featuresOf(names, name), key).toEqual(expected);
      const may = new Uint8Array(2);
      names.mayFind(Int32Array.of(hashBytes(bytes, 0, end), 12345), 2, may);
      if (name >= 0) expect(may[0], key).toBe(1);
      else unfound.push(may[0]!);
      const near = [...out.subarray(0, names.near(bytes, 0, end, out))].map((n) =>
        (texts[n] as string).replaceAll(' ', ''),
      );
      const allNear = texts
        .map((other) => other.replaceAll(' ', ''))
        .filter((other) => other.length >= 4 && key.length >= 4 && key.length <= 28 && other.length <= 28)
        .filter((other) => !/^\d/.test(other) && !/^\d/.test(key) && editDistance(other, key, 1) === 1)
        .filter((other) => other.replace(/\D/g, '') === key.replace(/\D/g, ''));
      expect(near.sort(), key).toEqual(allNear.sort());
    }
    expect(unfound.filter((may) => may === 0).length).toBeGreaterThan(unfound.length / 2);
  });

  it('finds names by initials and by words', () => {
    const tables = tablesOf(['Đường Nguyễn Thị Minh Khai', 'Cách Mạng Tháng Tám', 'Nam Trung Mã Khu'], []);
    const names = openNames(buildNameArrays(tables));
    const out = new Int32Array(8);
    const withInitials = (initials: string): string[] => {
      const end = writeWord(initials, bytes, 0);
      const count = names.withInitials(hashBytes(bytes, 0, end), out);
      return [...out.subarray(0, count)].map((name) => names.textOf(name));
    };
    expect(withInitials('ntmk')).toEqual(['nam trung ma khu', 'nguien thi minh khai']);
    expect(withInitials('cmt8')).toEqual(['cach mang thang 8']);
    const end = writeWord('khai', bytes, 0);
    const word = names.findWord(hashBytes(bytes, 0, end), bytes, 0, end);
    expect(names.wordCount[word]).toBe(1);
    expect(names.textOf(names.wordName[names.wordNameStart[word] as number] as number)).toBe(
      'nguien thi minh khai',
    );
  });

  it('is the same however often it is built', () => {
    const tables = tablesOf(['Lê Lợi', 'Đường số 7'], ['Chợ Lớn']);
    expect(buildNameArrays(tables)).toEqual(buildNameArrays(tables));
  });
});
