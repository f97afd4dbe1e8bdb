import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { bareName, isHamlet, type GeneratedAddress } from './generate-addresses.ts';
import { createRandom, pick, type Random } from './random.ts';

/** Lists the ways in which people write addresses, as the speed and accuracy benches ask them. */
export const NOISE_CLASSES = [
  'as written',
  'no diacritics',
  'abbreviations',
  'one typo',
  'missing ward',
  'missing district',
  'old units',
  'new units',
  'reordered',
  'lower case',
  'no commas',
  'English',
  'junk',
] as const;

/** Lists the ways that are hard to read. */
export const HARD_CLASSES = [
  'two typos',
  'wrong ward',
  'reversed order',
  'telex',
  'no spaces',
  'initials',
  'dropped words',
] as const;

/** Names a way of writing an address. */
export type NoiseClass = (typeof NOISE_CLASSES)[number] | (typeof HARD_CLASSES)[number];

/** Holds the parts of an address, from the house outwards. */
type Parts = [house: string, ward: string, district: string, province: string];

/** Writes a generated address in one way. Guarantee: the same row, seed and class give the same text. */
export function noisyAddress(row: GeneratedAddress, seed: number, noise: NoiseClass): string {
  const random = createRandom(seed ^ hashOf(`${row.id} ${noise}`));
  const parts = partsOf(row, random);
  const [house, ward, district, province] = parts;
  switch (noise) {
    case 'as written':
    case 'old units':
      return parts.join(', ');
    case 'no diacritics':
      return withoutMarks(parts.join(', '));
    case 'abbreviations':
      return parts.map(abbreviated).join(', ');
    case 'one typo':
      return withTypos(parts, random, 1).join(', ');
    case 'missing ward':
      return [house, district, province].join(', ');
    case 'missing district':
      return [house, ward, province].join(', ');
    case 'new units':
      return [house, row.ward, row.province].join(', ');
    case 'reordered':
      return [province, district, ward, house].join(', ');
    case 'lower case':
      return parts.join(', ').toLowerCase();
    case 'no commas':
      return parts.join(' ');
    case 'English':
      return english(row);
    case 'junk':
      return withJunk(parts, random);
    case 'two typos':
      return withTypos(parts, random, 2).join(', ');
    case 'wrong ward':
      return [house, row.siblingWard, district, province].join(', ');
    case 'reversed order':
      return [province, district, ward, streetOf(row, random), row.number].map(bareName).join(' ');
    case 'telex':
      return parts.map(telex).join(', ');
    case 'no spaces':
      return parts.map(glued).join(', ');
    case 'initials':
      return `${row.number} ${initials(row.street)}, ${parts.slice(1).join(', ')}`;
    case 'dropped words':
      return [`${row.number} ${withoutWord(row.street, random)}`, ward, district, province].join(', ');
  }
}

function partsOf(row: GeneratedAddress, random: Random): Parts {
  const { ward, district, province } = row.former;
  // Nobody writes "Tỉnh"; cities are written both ways.
  const shortProvince = random() < 0.5 ? splitFullName(province).name : province;
  return [houseOf(row, random), ward, district, shortProvince];
}

/** Writes number and street, alleys of the north half of the time as they are said there. */
function houseOf(row: GeneratedAddress, random: Random): string {
  const street = streetOf(row, random);
  const steps = row.number.split('/');
  if (steps.length === 1 || !isNorthern(row) || random() < 0.5) return `${row.number} ${street}`;
  const [outer, ...inner] = steps;
  const last = inner.pop();
  const way = inner.length === 0 ? `ngõ ${outer}` : `ngách ${[outer, ...inner].join('/')}`;
  return `Số ${last} ${way} ${street}`;
}

function streetOf(row: GeneratedAddress, random: Random): string {
  if (isHamlet(row) || row.street.startsWith('Đường ') || random() < 0.5) return row.street;
  return `${isNorthern(row) ? 'Phố' : 'Đường'} ${row.street}`;
}

function isNorthern({ position }: GeneratedAddress): boolean {
  return position.lat > 18;
}

/** Removes diacritics, keeps capitals. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
}

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/^Phường (?=\d)/u, 'P'],
  [/^Phường /u, 'P. '],
  [/^Thị trấn /u, 'TT. '],
  [/^Xã /u, 'X. '],
  [/^Quận (?=\d)/u, 'Q'],
  [/^Quận /u, 'Q. '],
  [/^Huyện /u, 'H. '],
  [/^Thị xã /u, 'TX. '],
  [/^(Thành phố )?Hồ Chí Minh$/u, 'TPHCM'],
  [/^(Thành phố )?Hà Nội$/u, 'HN'],
  [/^Thành phố /u, 'TP. '],
  [/^Tỉnh /u, ''],
  [/Đường số /u, 'Đ. số '],
  [/Đường /u, 'Đ. '],
  [/Cách Mạng Tháng Tám/u, 'CMT8'],
  [/Ba Tháng Hai/u, '3/2'],
  [/Ba Mươi Tháng Tư/u, '30/4'],
];

function abbreviated(part: string): string {
  return ABBREVIATIONS.reduce((text, [long, short]) => text.replace(long, short), part);
}

/** Misspells letters of the street and the names of the units, one a word. */
function withTypos(parts: Parts, random: Random, count: number): string[] {
  const words = parts.join(' , ').split(' ');
  const plain = new Set([
    'Phường',
    'Xã',
    'Quận',
    'Huyện',
    'Thành',
    'phố',
    'Tỉnh',
    'Thị',
    'trấn',
    'xã',
    'số',
    'Đường',
    'Phố',
    'ngõ',
  ]);
  const long = words.flatMap((word, at) => (/^\p{L}{3,}$/u.test(word) && !plain.has(word) ? [at] : []));
  for (let i = 0; i < count && long.length > 0; i += 1) {
    const [at] = long.splice(Math.floor(random() * long.length), 1);
    words[at as number] = misspelt(words[at as number] as string, random);
  }
  return words.join(' ').split(' , ');
}

function misspelt(word: string, random: Random): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 1));
  const other = pick(random, [...'aeiounhtgcmlr']);
  const kind = random();
  if (kind < 0.25) letters.splice(at, 1);
  else if (kind < 0.5) letters.splice(at, 0, other);
  else if (kind < 0.75) letters[at] = other;
  else letters.splice(at - 1, 2, letters[at] as string, letters[at - 1] as string);
  return letters.join('');
}

const ENGLISH_TYPES: Readonly<Record<string, string>> = {
  Phường: 'Ward',
  Xã: 'Commune',
  'Thị trấn': 'Town',
  Quận: 'District',
  Huyện: 'District',
  'Thị xã': 'Town',
  'Thành phố': 'City',
  Tỉnh: 'Province',
};

function english(row: GeneratedAddress): string {
  const street = row.street.startsWith('Đường số ')
    ? `Street ${row.street.slice(9)}`
    : `${row.street} Street`;
  const units = [row.former.ward, row.former.district, row.former.province].map((unit) => {
    const { type, name } = splitFullName(unit);
    const word = ENGLISH_TYPES[type] ?? '';
    return /^\d+$/.test(name) ? `${word} ${name}` : `${name} ${word}`;
  });
  return withoutMarks([`${row.number} ${isHamlet(row) ? row.street : street}`, ...units].join(', '));
}

function withJunk(parts: Parts, random: Random): string {
  const phone = `09${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
  const text = parts.join(', ');
  return pick(random, [
    `${text}, Việt Nam`,
    `${text} - ${phone}`,
    `SĐT: ${phone}, ${text}`,
    `${text}, 700000, Vietnam`,
    `${text} (giao giờ hành chính)`,
    `Chị Hoa, ${text}. Gọi trước khi giao`,
  ]);
}

const TONE_KEYS: Readonly<Record<string, string>> = {
  '\u0300': 'f',
  '\u0301': 's',
  '\u0303': 'x',
  '\u0309': 'r',
  '\u0323': 'j',
};
const SHAPE_KEYS: Readonly<Record<string, string>> = { '\u0302': '', '\u0306': 'w', '\u031b': 'w' };

/** Writes a text as typed in Telex with the input method off. */
export function telex(text: string): string {
  return text
    .split(' ')
    .map((word) => {
      let typed = '';
      let tone = '';
      for (const character of word.normalize('NFD')) {
        if (TONE_KEYS[character] !== undefined) tone = TONE_KEYS[character];
        else if (character === '\u0302') typed += typed.at(-1)?.toLowerCase() ?? '';
        else if (SHAPE_KEYS[character] !== undefined) typed += SHAPE_KEYS[character];
        else if (character === 'đ' || character === 'Đ') typed += character === 'đ' ? 'dd' : 'Dd';
        else typed += character;
      }
      return typed + tone;
    })
    .join(' ');
}

/** Writes a part without spaces, but for those beside a number. */
function glued(part: string): string {
  return fold(part).replace(/(?<=[a-z]) (?=[a-z])/g, '');
}

function initials(street: string): string {
  const words = street.split(' ');
  if (words.length < 2 || /\d/.test(street)) return street;
  return words.map((word) => word.charAt(0).toUpperCase()).join('');
}

/** Leaves a word out of a street of three words or more. */
function withoutWord(street: string, random: Random): string {
  const words = street.split(' ');
  if (words.length < 3 || /\d/.test(street)) return street;
  words.splice(Math.floor(random() * words.length), 1);
  return words.join(' ');
}

/** Returns a hash of a text: FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
