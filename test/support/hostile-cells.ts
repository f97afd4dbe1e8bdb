import { createSeededRandom, type SeededRandom } from '../../src/base/seeded-random.ts';

// Cells of files that people really have, in which a pattern that tries several readings of one text takes a time beyond its length.

/** An address that a cell may have behind its last line break, as people write it under a note. */
export const REAL_ADDRESS = '86 Bát Đàn, Hoàn Kiếm, Hà Nội';

type MakeText = (random: SeededRandom) => string;

/** One part of each kind; a cell repeats parts to its length. */
const TEXTS = {
  uuids: (random) =>
    `${[8, 4, 4, 4, 12].map((count) => digits(random, count, '0123456789ABCDEF')).join('-')}${pick(random, [': ', ' ', ''])}`,
  firm: (random) =>
    pick(random, [
      'CONGTYTNHH',
      'MOTTHANHVIEN',
      'THUONGMAI',
      'DICHVU',
      'SANXUAT',
      'XUATNHAPKHAU',
      '&',
      'ĐẦUTƯ',
      'C',
    ]),
  account: (random) => `${digits(random, 4 + random.below(12))}${pick(random, ['', '.', ' ', '-'])}`,
  json: (random) =>
    pick(random, [
      `{"id":${digits(random, 6)},"tags":[`,
      `"${digits(random, 3)}\\"",`,
      `${digits(random, 5)},`,
      ']},',
    ]),
  numbers: (random) => `${random.below(1000)}.${digits(random, 3)}, `,
  base64: (random) => digits(random, 76, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
  blanks: (random) => pick(random, [' ', '  ', '\t', '\u00a0']),
  tabs: () => '\t',
  dots: () => '0.000.000',
  points: () => '.',
  dashes: (random) => pick(random, ['-', '- ', '–', '--']),
  slashes: () => '1/',
  house: (random) => `${1 + random.below(99)}${pick(random, ['', 'A', 'b'])}${pick(random, ['/', '-'])}`,
  word: () => 'a',
  capitals: () => 'C',
  marks: () => 'a\u0301',
  brackets: (random) => pick(random, ['(', '[', '<', '{']),
  quotes: (random) => pick(random, ['"', '“', '\\"', "'"]),
  commas: (random) => pick(random, [',', ', ', ';', ' ,']),
  names: (random) =>
    pick(random, ['Hà Nội, ', 'viet nam ', 'đường ', 'phố Huế ', 'Quận 1 ', 'chi nhánh ', 'từ ']),
} satisfies Record<string, MakeText>;

/** A kind of hostile cell. */
export type HostileKind = keyof typeof TEXTS;

/** All kinds. */
export const HOSTILE_KINDS = Object.keys(TEXTS) as HostileKind[];

/** Returns a cell of exactly `length` characters; the same for the same seed. Cost: 1,000,000 characters take some milliseconds. */
export function hostileCell(kind: HostileKind, length: number, seed = 1): string {
  const random = createSeededRandom(seed * 1_000 + HOSTILE_KINDS.indexOf(kind));
  const make: MakeText = TEXTS[kind];
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)?.length ?? 0) parts.push(make(random));
  return parts.join('').slice(0, length);
}

/** Returns a cell with an address behind a line break. */
export const aboveAddress = (cell: string): string => `${cell}\n${REAL_ADDRESS}`;

/** A generated cell. Shape: if `hasAddress`, `REAL_ADDRESS` is its last line. */
export interface HostileCell {
  kind: HostileKind;
  text: string;
  hasAddress: boolean;
}

/**
 * Generates `countPerKind` cells of each kind, of 50 to `mostCharacters` characters, every second one above a real address.
 *
 * Shape: kind by kind; short and long ones are equally frequent by orders of magnitude.
 */
export function* hostileCells(options: {
  countPerKind: number;
  seed?: number;
  kinds?: readonly HostileKind[];
  mostCharacters?: number;
}): Generator<HostileCell> {
  const { countPerKind, seed = 1, kinds = HOSTILE_KINDS, mostCharacters = 1_000_000 } = options;
  const random = createSeededRandom(seed);
  for (const kind of kinds) {
    for (let at = 0; at < countPerKind; at += 1) {
      const length = Math.round(50 * (mostCharacters / 50) ** random.next());
      const text = hostileCell(kind, length, seed + at);
      const hasAddress = at % 2 === 1;
      yield { kind, text: hasAddress ? aboveAddress(text) : text, hasAddress };
    }
  }
}

/** The cells by which a run and a server stood still, with the address in each. */
export const KNOWN_CELLS: readonly { name: string; text: string; address: string }[] = [
  {
    name: 'UUID',
    text: aboveAddress('550E8400-E29B-41D4-A716-446655440000: giao gấp'),
    address: REAL_ADDRESS,
  },
  {
    name: 'firm in capitals',
    text: aboveAddress('CONGTYTNHHMOTTHANHVIENTHUONGMAI&DICHVU'),
    address: REAL_ADDRESS,
  },
  { name: '45 letters', text: `${'C'.repeat(45)}&\n86 Hàng Bài`, address: '86 Hàng Bài' },
  {
    name: 'house number of 28 parts',
    text: `${Array.from({ length: 28 }, (_, at) => at + 1).join('/')} Hàng Bài, Hoàn Kiếm, Hà Nội\n`,
    address: 'Hàng Bài, Hoàn Kiếm, Hà Nội',
  },
  { name: 'slashes', text: aboveAddress('1/'.repeat(80)), address: REAL_ADDRESS },
];

const pick = (random: SeededRandom, of: readonly string[]): string => of[random.below(of.length)] as string;

function digits(random: SeededRandom, count: number, of = '0123456789'): string {
  let text = '';
  for (let at = 0; at < count; at += 1) text += of[random.below(of.length)] as string;
  return text;
}
