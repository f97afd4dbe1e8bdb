import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../../src/index.ts';
import { runCases } from './cases.ts';
import { openFaces, type Faces } from './faces.ts';
import { judgeLine } from './judge-line.ts';
import { convertLists, isAcceptedWrong, type JudgedRow } from './lists-measure.ts';
import { generateLists } from './lists.ts';
import { officialAbsent, readOfficialUnits, type OfficialUnits } from './official-units.ts';
import { SURE } from './questions-measure.ts';
import { generateQuestions } from './questions.ts';
import { generateMisspelt } from './spelling.ts';

// Floors and ceilings are counts of the day they were written; raise them with the engine. `make bench ARGS=reading` has the full figures.
describe('the judge of converted lines', () => {
  const units = { ward: 'Xã Quế Sơn', province: 'Thành phố Đà Nẵng' };
  const judge = (head: string, kept = 'Thôn 3'): string =>
    judgeLine(`${head}, Xã Quế Sơn, Thành phố Đà Nẵng`, kept, units);

  it('tells what is left, lost or doubled', () => {
    expect(judge('Thôn 3')).toBe('');
    expect(judgeLine('Thôn 3, Xã Quế Sơn, Thành phố Đà Nẵng, Việt Nam', 'Thôn 3', units)).toBe('');
    expect(judge('Thôn 3, Đông Phú')).toBe('rest of a unit');
    expect(judge('Việt Nam, Thôn 3')).toBe('country in front');
    expect(judge('Thôn')).toBe('word lost');
    expect(judge('Thôn 3, Thôn 3')).toBe('word doubled');
    expect(judge('3 Thôn')).toBe('order');
    expect(judgeLine('Thôn 3, Quế Sơn', 'Thôn 3', units)).toBe('order');
  });
});

/** Of 20 questions of a kind (18 districts that were renamed). */
const FLOORS: Readonly<Record<string, number>> = {
  'known name of a street and of a ward': 19,
  'unknown street, "19 Tiên Sơn 10"': 18,
  'street with a number, in a ward': 20,
  'city and province of one name': 20,
  'street in a city that names its province': 6,
  'street in a city that is no unit any more': 20,
  'district that was renamed or joined, 2008 to 2025': 18,
  'district and abolished province': 20,
  'units with broken letters, "Ph??ng"': 12,
  'UTF-8 read as windows-1252': 20,
  'TCVN3 in one cell': 4,
  'VNI in one cell': 5,
  'words of Sài Gòn, "Phường Mười Hai"': 20,
  'adverts, "hẻm 69 d2 p25 quận bình thạnh"': 20,
  'adverts within 500 to 2,000 characters': 20,
  'two addresses in one cell': 20,
  'broken words alone, "D??ng"': 20,
  'ordinary words': 19,
  'names of companies': 16,
};

describe.skipIf(officialAbsent !== undefined)('reading of addresses (needs ../shared/data)', () => {
  let faces: Faces;
  let official: OfficialUnits;
  beforeAll(async () => {
    faces = await openFaces(library, fileURLToPath(new URL('../../../fixtures/starter', import.meta.url)));
    official = await readOfficialUnits();
  });

  it('converts lists, and misspelt wards, no worse', async () => {
    const names = ['post offices', 'columns with roles', 'shops, one line', 'units of 2008 to 2025'];
    const lists = generateLists(official, 1, 100).filter(({ name }) => names.includes(name));
    const misspelt = generateMisspelt(official, 1, 40).map(({ text, near, isDevelopment }) => ({
      ...{ cells: [text], kept: '', codes: [...near], isContradictory: false, isDevelopment },
    }));
    const judged = await convertLists(faces, [
      ...lists,
      { name: 'misspelt', columns: ['address'], options: {}, rows: misspelt },
    ]);
    const count = (name: string, is: (each: JudgedRow) => boolean): number =>
      judged.filter((each) => (name === '' || each.list === name) && is(each)).length;
    const isRight = ({ row, isRightWard }: JudgedRow): boolean => !row.isContradictory && isRightWard;
    expect(count('', isRight)).toBeGreaterThanOrEqual(702);
    expect(count('', (each) => isRight(each) && each.isAccepted)).toBeGreaterThanOrEqual(667);
    expect(count('', isAcceptedWrong)).toBe(0);
    expect(count('', ({ row, isAccepted }) => row.isContradictory && isAccepted)).toBe(0);
    const isRest = ({ isAccepted, fault }: JudgedRow): boolean => isAccepted && fault === 'rest of a unit';
    expect(count('post offices', isRest)).toBe(0);
    expect(judged.length).toBe(736);
  });

  it('reads questions of each kind no worse', async () => {
    const right = new Map<string, number>();
    let surelyWrong = 0;
    for (const { kind, text, judge } of generateQuestions(official, 1, 20)) {
      const answer = await faces.geocode(text);
      const grade = judge(answer);
      right.set(kind, (right.get(kind) ?? 0) + (grade === 'right' ? 1 : 0));
      if (grade === 'wrong' && answer.confidence >= SURE) surelyWrong += 1;
    }
    expect([...right.keys()]).toEqual(Object.keys(FLOORS));
    const below = [...right].filter(([kind, count]) => count < (FLOORS[kind] ?? 0));
    expect(below).toEqual([]);
    expect([...right.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(315);
    expect(surelyWrong).toBeLessThanOrEqual(6);
  });

  it('answers the cases that it has answered', async () => {
    const known = [
      ...['V01', 'V03.b', 'V05.a', 'V05.c', 'V12'],
      ...['RF1.a', 'RF1.e', 'RF1.h', 'RF2.b', 'RF3.a', 'RF3.b'],
      ...['RF4.a', 'RF4.c', 'RF4.d', 'RF4.e', 'RF4.g', 'RF4.h'],
      ...['RF5.a', 'RF5.b', 'RF5.c', 'RF5.d', 'RF5.e', 'RF5.g'],
      ...['RF9.a2', 'RF9.a3'],
    ];
    const results = await runCases(faces, ({ id }) => known.includes(id));
    expect(results.filter(({ isRight }) => isRight).map(({ id }) => id)).toEqual(known);
  });
});
