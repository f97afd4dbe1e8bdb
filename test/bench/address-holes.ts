/**
 * Prints how often classes of texts that were once misread lead to the right ward in force: generated from the tables of units, half of the units kept aside.
 *
 *   npx tsx test/bench/address-holes.ts [--show 5]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { isInFirstHalf } from './accuracy-data.ts';
import { hashOf } from './noisy-addresses.ts';
import { tableText } from './table.ts';

const { values } = parseArgs({ options: { show: { type: 'string', default: '0' } } });
const dataset = openDataset(
  await loadDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url))),
);
const { admin } = dataset;
const engine = createEngine(dataset);

/** Most units of a class. */
const MOST = 1500;
/** From this confidence on a wrong answer is a silent one. */
const SURE = 0.95;

/** A text and the codes of the wards that it can mean. */
interface Question {
  text: string;
  codes: readonly string[];
  key: string;
}

const nameOf = (fullName: string): string => splitFullName(fullName).name;
const isNumbered = ({ fullName }: FormerWard): boolean => /^Phường \d+$/u.test(fullName);
const SHORT_PROVINCES: Readonly<Record<string, string>> = {
  'Thành phố Hồ Chí Minh': 'TPHCM',
  'Thành phố Hà Nội': 'HN',
};
const shortDistrict = (district: string): string =>
  /\d/u.test(district) ? `Q${nameOf(district)}` : nameOf(district);
const shortProvince = (province: string): string => SHORT_PROVINCES[province] ?? nameOf(province);

/** Misspells "Phường" in one of several ways, the same for one key. */
const MISSPELT = ['Phưng', 'Phườngg', 'Pường', 'Phườg', 'Phơng', 'Phươn'];
const misspelt = (key: string): string => MISSPELT[hashOf(key) % MISSPELT.length] as string;

const HAMLETS = ['xóm 3', 'Ấp 2', 'Thôn Đông', 'KP 4', 'tổ 5 ấp Bình An', 'Đội 6', 'Khu 2'];
const former = admin.formerWards.filter(({ code, fullName }) => code !== '' && fullName !== '');
const CLASSES: readonly [
  name: string,
  isMember: (ward: FormerWard) => boolean,
  write: (ward: FormerWard) => string,
][] = [
  [
    'P6, Tân Bình, TPHCM',
    isNumbered,
    ({ fullName, district, province }) =>
      `P${nameOf(fullName)}, ${shortDistrict(district)}, ${shortProvince(province)}`,
  ],
  [
    'P.13, Tân Bình',
    (ward) => isNumbered(ward) && !/\d/u.test(ward.district),
    ({ fullName, district }) => `P.${nameOf(fullName)}, ${nameOf(district)}`,
  ],
  [
    'Phưng 4, Quận 5, TPHCM',
    isNumbered,
    ({ fullName, district, province }) =>
      `${misspelt(fullName + district)} ${nameOf(fullName)}, ${district}, ${shortProvince(province)}`,
  ],
  [
    'Tân Dĩnh, Lạng Giang Lạng Giang, Bắc Giang',
    (ward) => !isNumbered(ward) && nameOf(ward.district).includes(' '),
    ({ fullName, district, province }) =>
      `${nameOf(fullName)}, ${nameOf(district)} ${nameOf(district)}, ${nameOf(province)}`,
  ],
  [
    '12 Nguyễn Trãi, Tân Dĩnh, Lạng Giang Lạng Giang, Bắc Giang',
    (ward) => !isNumbered(ward) && nameOf(ward.district).includes(' '),
    ({ fullName, district, province }) =>
      `12 Nguyễn Trãi, ${nameOf(fullName)}, ${nameOf(district)} ${nameOf(district)}, ${nameOf(province)}`,
  ],
  [
    'Thôn 10 Nam Bình Đắk Song',
    ({ fullName }) => fullName.startsWith('Xã '),
    ({ fullName, district }) => `Thôn 10 ${nameOf(fullName)} ${nameOf(district)}`,
  ],
  [
    'xom 3 nam binh dak song (no marks)',
    ({ fullName }) => fullName.startsWith('Xã '),
    ({ fullName, district, code }) =>
      fold(`${HAMLETS[hashOf(code) % HAMLETS.length] as string} ${nameOf(fullName)} ${nameOf(district)}`),
  ],
  [
    'Tổ 5 ấp Bình An Nam Bình, Đắk Song, Đắk Nông',
    (ward) => !isNumbered(ward),
    ({ fullName, district, province, code }) =>
      `${HAMLETS[hashOf(`${code} b`) % HAMLETS.length] as string} ${nameOf(fullName)}, ${nameOf(district)}, ${nameOf(province)}`,
  ],
  [
    'so 7 le loi nam binh dak song dak nong',
    (ward) => !isNumbered(ward),
    ({ fullName, district, province }) =>
      fold(`so 7 le loi ${nameOf(fullName)} ${nameOf(district)} ${nameOf(province)}`),
  ],
  [
    'Số 7 Trần Phú Nam Bình Đắk Song Đắk Nông',
    (ward) => !isNumbered(ward),
    ({ fullName, district, province }) =>
      `Số 7 Trần Phú ${nameOf(fullName)} ${nameOf(district)} ${nameOf(province)}`,
  ],
];

const codesOf = (wards: readonly number[]): string[] => wards.map((ward) => admin.wards[ward]?.code ?? '');
const sampled = <T>(all: readonly T[], keyOf: (one: T) => string): T[] =>
  [...all].sort((a, b) => hashOf(keyOf(a)) - hashOf(keyOf(b))).slice(0, MOST);

const questions: [name: string, list: Question[]][] = CLASSES.map(([name, isMember, write]) => [
  name,
  sampled(former.filter(isMember), ({ code }) => code).map((ward) => ({
    text: write(ward),
    codes: codesOf(ward.wards),
    key: ward.code,
  })),
]);
questions.push([
  '105A5, Phường Giảng Võ, Hà Nội',
  sampled(
    admin.wards.filter(({ fullName }) => fullName.startsWith('Phường ')),
    ({ code }) => code,
  ).map(({ fullName, province, code }) => ({
    text: `105A5, ${fullName}, ${nameOf(admin.provinces[province]?.fullName ?? '')}`,
    codes: [code],
    key: code,
  })),
]);

questions.push([
  'Thuận Châu, Sơn La (in force)',
  sampled(admin.wards, ({ code }) => code).map(({ name, province, code }) => ({
    text: `${name}, ${nameOf(admin.provinces[province]?.fullName ?? '')}`,
    codes: [code],
    key: code,
  })),
]);
questions.push([
  '12 Trần Phú, Thuận Châu, Sơn La (in force)',
  sampled(admin.wards, ({ code }) => `b ${code}`).map(({ name, province, code }) => ({
    text: `12 Trần Phú, ${name}, ${nameOf(admin.provinces[province]?.fullName ?? '')}`,
    codes: [code],
    key: code,
  })),
]);

const rows = questions.flatMap(([name, list]) =>
  [true, false].map((isFirst) => {
    const these = list.filter(({ key }) => isInFirstHalf(`hole ${key}`) === isFirst);
    let [right, silent, shown] = [0, 0, 0];
    for (const { text, codes } of these) {
      const place = engine.forward(text, { size: 1, units: 'new' })[0];
      const isRight = codes.includes(place?.extension.new.ward_code ?? '');
      if (isRight) right += 1;
      else if ((place?.extension.confidence ?? 0) >= SURE && place?.level === 'ward') silent += 1;
      if (!isRight && isFirst && shown++ < Number(values.show))
        console.log(`${text} | ${place?.label ?? ''}`);
    }
    const percent = ((100 * right) / these.length).toFixed(1);
    return [name, isFirst ? 'looked at' : 'kept aside', String(these.length), percent, String(silent)];
  }),
);
console.log(
  tableText({
    title: 'Right ward in force, generated texts',
    columns: ['like', 'half', 'texts', 'right %', `wrong ward from ${SURE}`],
    rows,
  }),
);
