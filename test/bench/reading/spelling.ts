import { fold } from '../../../src/base/text/fold.ts';
import { isInFirstHalf } from '../accuracy-data.ts';
import { hashOf } from '../noisy-addresses.ts';
import { createRandom, type Random } from '../random.ts';
import { percent, whole, type Table } from '../table.ts';
import type { Faces } from './faces.ts';
import { judgeLine } from './judge-line.ts';
import { abbreviate, bareName, type OfficialUnits } from './official-units.ts';
import type { PeerAnswer } from './peer.ts';

/** A ward in force with one letter of its name wrong. */
export interface Misspelt {
  error: ErrorKind;
  text: string;
  code: string;
  /** The wards in force that the written name is one letter from, or is the name of, in this province. */
  near: ReadonlySet<string>;
  isDevelopment: boolean;
}

const ERRORS = ['dropped', 'doubled', 'swapped', 'replaced'] as const;
type ErrorKind = (typeof ERRORS)[number];
const LETTERS = 'abcdeghiklmnopqrstuvxy';

/** Misspells every n-th ward in force in each way, the same for one seed. */
export function generateMisspelt(official: OfficialUnits, seed: number, every = 1): Misspelt[] {
  const namesIn = codesByName(official);
  return [...official.current.values()].flatMap(({ code, ward, province }, index) => {
    const name = bareName(ward);
    if (index % every !== 0 || name === ward) return [];
    return ERRORS.map((error): Misspelt => {
      const random = createRandom(seed ^ hashOf(`${code} ${error}`));
      const wrong = misspell(name, error, random);
      const type = ward.slice(0, ward.length - name.length);
      const end = [abbreviate(province), bareName(province), province][Math.floor(random() * 3)] ?? province;
      const near = new Set(
        edits(key(wrong)).flatMap((each) => [...(namesIn.get(province)?.get(each) ?? [])]),
      );
      const isDevelopment = isInFirstHalf(`reading ${code}`);
      return { error, text: `${type}${wrong}, ${end}`, code, near: near.add(code), isDevelopment };
    });
  });
}

const key = (name: string): string => fold(name).replace(/[^a-z0-9]+/gu, '');

/** Returns the wards in force by the names that a ward has or had in a province of today. */
function codesByName({ former, earlier, current }: OfficialUnits): Map<string, Map<string, Set<string>>> {
  const names = new Map<string, Map<string, Set<string>>>();
  const add = (unit: string, code: string): void => {
    const province = current.get(code)?.province ?? '';
    const own = names.get(province) ?? new Map<string, Set<string>>();
    names.set(province, own);
    const name = key(bareName(unit));
    own.set(name, (own.get(name) ?? new Set<string>()).add(code));
  };
  for (const { code, ward } of current.values()) add(ward, code);
  for (const { ward, district, successors } of [...former, ...earlier])
    for (const code of successors) for (const unit of [ward, district]) add(unit, code);
  return names;
}

function misspell(name: string, error: ErrorKind, random: Random): string {
  const letters = [...name.normalize('NFC')];
  const places = letters.flatMap((letter, at) => {
    const next = letters[at + 1] ?? '';
    const isUsable = error !== 'swapped' || (/\p{L}/u.test(next) && fold(next) !== fold(letter));
    return /\p{L}/u.test(letter) && isUsable ? [at] : [];
  });
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const letter = letters[at] ?? '';
  const other = LETTERS.replace(fold(letter), '')[Math.floor(random() * (LETTERS.length - 1))] ?? 'x';
  const written = {
    dropped: [''],
    doubled: [letter, letter.toLowerCase()],
    swapped: [letters[at + 1] ?? '', letter],
    replaced: [letter === letter.toLowerCase() ? other : other.toUpperCase()],
  }[error];
  letters.splice(at, error === 'swapped' ? 2 : 1, ...written);
  return letters.join('').trim();
}

/** Returns a key and all that are one letter from it. */
function edits(of: string): string[] {
  const all = [of];
  for (let at = 0; at <= of.length; at += 1) {
    const [front, back] = [of.slice(0, at), of.slice(at)];
    if (back !== '') all.push(front + back.slice(1));
    if (back.length > 1) all.push(front + (back[1] ?? '') + (back[0] ?? '') + back.slice(2));
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
      all.push(front + letter + back);
      if (back !== '') all.push(front + letter + back.slice(1));
    }
  }
  return all;
}

/** What became of a misspelt ward; `line` where it was accepted. */
export interface JudgedSpelling {
  of: Misspelt;
  line: string;
  isAccepted: boolean;
  isRight: boolean;
  /** Accepted, and neither the ward nor one that is as near, or with a word left beside it. */
  isWrong: boolean;
}

/** Converts misspelt wards by the job. */
export async function convertMisspelt(faces: Faces, all: readonly Misspelt[]): Promise<JudgedSpelling[]> {
  const rows = await faces.runRows(
    'convert',
    {},
    ['address'],
    all.map(({ text }) => [text]),
  );
  return all.map((of, at) => {
    const { line = '', verdict = '', wardCode = '', ward = '', province = '' } = rows[at] ?? {};
    const isLeft = judgeLine(line, '', { ward, province }) !== '';
    return judge(of, line, verdict === 'accept', wardCode, isLeft);
  });
}

/** Converts misspelt wards by a lookup of names. */
export const convertMisspeltByPeer = (
  peer: (text: string) => PeerAnswer | undefined,
  all: readonly Misspelt[],
): JudgedSpelling[] =>
  all.map((of) => {
    const { code = '', line = '' } = peer(of.text) ?? {};
    return judge(of, line, code !== '', code, false);
  });

const judge = (
  of: Misspelt,
  line: string,
  isAccepted: boolean,
  code: string,
  isLeft: boolean,
): JudgedSpelling => ({
  ...{ of, line, isAccepted },
  isRight: code === of.code,
  isWrong: isAccepted && (!of.near.has(code) || isLeft),
});

/** Counts misspelt wards by the kind of error and half. */
export function spellingTable(judged: readonly JudgedSpelling[], peer: readonly JudgedSpelling[]): Table {
  const rows = [...ERRORS, 'all' as const].flatMap((error) =>
    [true, false].map((isDevelopment) => {
      const isOwn = ({ of }: JudgedSpelling): boolean =>
        (error === 'all' || of.error === error) && of.isDevelopment === isDevelopment;
      const [own, looked] = [judged.filter(isOwn), peer.filter(isOwn)];
      const share = (
        of: readonly JudgedSpelling[],
        is: (each: JudgedSpelling) => boolean,
        digits = 1,
      ): string => percent(of.filter(is).length / of.length, digits);
      return [
        error,
        isDevelopment ? 'development' : 'kept aside',
        whole(own.length),
        share(own, ({ isRight }) => isRight),
        share(own, ({ isAccepted, isRight }) => isAccepted && isRight),
        share(own, ({ isWrong }) => isWrong, 2),
        share(own, ({ isAccepted, isRight, isWrong }) => isAccepted && !isRight && !isWrong, 2),
        share(own, ({ isAccepted }) => !isAccepted),
        share(looked, ({ isRight }) => isRight),
        share(looked, ({ isWrong }) => isWrong, 2),
      ];
    }),
  );
  const columns = [
    'letter',
    'half',
    'texts',
    'right ward',
    'accepted right',
    'accepted wrong',
    'another as near',
  ];
  return {
    title: 'Wards in force with one letter wrong, converted',
    columns: [...columns, 'not accepted', 'lookup right', 'lookup wrong'],
    rows,
    notes: [
      'accepted wrong: another ward that is not as near to what is written, or a word left beside the ward',
    ],
  };
}
