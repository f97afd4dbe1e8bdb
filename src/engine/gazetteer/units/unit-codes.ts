import { remember } from '../remember.ts';
import { fold, foldedWords } from '../../../base/text/fold.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import { once } from '../once.ts';
import { bytesOf, openUnitRows, type UnitRow } from './unit-rows.ts';
import type { LawBytes } from './unit-history.ts';

/** Codes of a district and a province before 1 July 2025; undefined where the tables have no such name. */
export interface FormerCodes {
  districtCode: string | undefined;
  provinceCode: string | undefined;
}

/** What a ward in force and its province were called before a day; `ward` is undefined for a province. */
export interface EarlierNames {
  until: string;
  ward: string | undefined;
  province: string;
}

/** The names of a former ward and its district as folded words, that of the district without its type word. */
export interface LostWard {
  ward: string;
  district: string;
}

/**
 * The facts of the dated units that answers have: codes, postal codes, and the names of other days.
 *
 * Shape: `newestDay` is the day from which the newest names are in force.
 */
export interface UnitCodes {
  newestDay: string;
  /** Returns the codes of former units by their full names, in any spelling. */
  formerCodes(province: string, district: string | undefined): FormerCodes;
  /** Returns the postal code of a ward in force. */
  postalCodeOf(wardCode: string): string | undefined;
  /** Returns the code of the ward in force with a postal code. */
  wardOfPostalCode(postalCode: string): string | undefined;
  /** Returns what a ward in force, or a province, was called from the end of the districts until its newest name, oldest first; empty if it has always been called the same. */
  earlierNames(provinceCode: string, wardCode: string | undefined): readonly EarlierNames[];
  /** Returns the wards that ended and of which the tables do not say what they became. Cost: some 20 ms once. */
  lostWards(): readonly LostWard[];
}

/**
 * Reports whether a former ward was in force just before the consolidation of 2025, and not merged away in the years before; true also where the dataset
 * does not say.
 */
export function wasInForceLast(
  { codes }: { codes?: UnitCodes | undefined },
  { code, fullName }: { code: string; fullName: string },
): boolean {
  // Island districts had no wards.
  return codes === undefined || fullName === '' || code !== '';
}

/**
 * Opens the codes of the table of dated units, without the former wards, which `former-wards.csv` has too.
 *
 * Errors: DATASET_BAD if the table has other columns.
 * Cost: a millisecond for all units of Vietnam. A unit is read at the first question about it, the districts of a province and the postal codes together.
 */
export function readUnitCodes(bytes: LawBytes): UnitCodes {
  const table = openUnitRows(bytes);
  // Those that ended last are named last, and so found by a name that several had.
  const allDistricts = once(() => table.ofLevel('district').sort((a, b) => (a.to < b.to ? -1 : 1)));
  const lastDistricts = once(() => allDistricts().at(-1)?.to ?? table.firstDay);
  const provinces = once(() =>
    codesByName(table.ofLevel('province').filter(({ from }) => from < lastDistricts())),
  );
  const districtsOf = remember((provinceCode: string) =>
    codesByName(allDistricts().filter(({ parent }) => parent === provinceCode)),
  );
  // Folding costs more than all the rest of an answer; there are some 700 districts.
  const formerCodesIn = remember((province: string) => {
    const provinceCode = codeOf(provinces(), province);
    return remember((district: string | undefined): FormerCodes => {
      if (provinceCode === undefined || district === undefined)
        return { provinceCode, districtCode: undefined };
      return { provinceCode, districtCode: codeOf(districtsOf(provinceCode), district) };
    });
  });

  const rowsOf = (level: 'ward' | 'province') =>
    remember((code: string) =>
      table.ofCode(level, code).filter(({ to }) => to === '' || to > lastDistricts()),
    );
  const wardRows = rowsOf('ward');
  const provinceRows = rowsOf('province');
  const wardsByPostalCode = once(
    () =>
      new Map(
        table
          .ofLevel('ward')
          .filter(({ to, postalCode }) => to === '' && postalCode !== '')
          .map(({ postalCode, code }) => [postalCode, code]),
      ),
  );
  const lostWards = once((): LostWard[] => {
    const known = new Set<string>();
    // Codes and days have no other letters.
    for (const row of bytesOf(bytes.datedEdges).toString('latin1').split('\n')) {
      const [, code, level, , day] = row.split(',', 5);
      if (level === 'ward') known.add(`${code} ${day}`);
    }
    const lost = table.ofLevel('ward').filter(({ code, to }) => to !== '' && !known.has(`${code} ${to}`));
    return lost.flatMap(({ fullName, parent, to }) => {
      const above = allDistricts().find(
        (each) => each.code === parent && each.from < to && (each.to === '' || each.to >= to),
      );
      if (above === undefined) return [];
      const district = splitFullName(above.fullName).name;
      return [{ ward: foldedWords(fullName), district: foldedWords(district) }];
    });
  });
  return {
    get newestDay() {
      return table.newestDay;
    },
    lostWards,
    formerCodes: (province, district) => formerCodesIn(province)(district),
    postalCodeOf: (wardCode) =>
      wardRows(wardCode).find(({ to, postalCode }) => to === '' && postalCode !== '')?.postalCode,
    wardOfPostalCode: (postalCode) => wardsByPostalCode().get(postalCode),
    earlierNames(provinceCode, wardCode) {
      const ofProvince = provinceRows(provinceCode);
      const ofWard = wardCode === undefined ? [] : wardRows(wardCode);
      const ends = new Set([...ofProvince, ...ofWard].map(({ to }) => to).filter((to) => to !== ''));
      return [...ends].sort().map((until) => ({
        until,
        ward: wardCode === undefined ? undefined : nameBefore(ofWard, until),
        province: nameBefore(ofProvince, until),
      }));
    },
  };
}

/** Returns the name of a unit on the day before a day; empty if it did not exist. */
function nameBefore(rows: readonly UnitRow[], day: string): string {
  return rows.find(({ from, to }) => from < day && (to === '' || to >= day))?.fullName ?? '';
}

/** Returns the codes by full name, and by the name alone, because "Huyện An Dương" was a quận for its last half year. */
function codesByName(rows: readonly UnitRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ fullName, code }) =>
      [fullName, splitFullName(fullName).name].map((name): [string, string] => [keyOf(name), code]),
    ),
  );
}

function codeOf(codes: ReadonlyMap<string, string>, fullName: string): string | undefined {
  return codes.get(keyOf(fullName)) ?? codes.get(keyOf(splitFullName(fullName).name));
}

function keyOf(name: string): string {
  return fold(name).replace(/\s/g, '');
}
