import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { fold } from '../../../base/text/fold.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import { LAW_COLUMNS, LAW_FILES } from '../store/admin-files.ts';
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

/**
 * The facts of the dated units that answers have: codes, postal codes, and the names of other days.
 *
 * Shape: `newestDay` is the day from which the newest names are in force; `firstDay` the day of the first change, before which the former units are.
 */
export interface UnitCodes {
  newestDay: string;
  firstDay: string;
  /** Returns the codes of former units by their full names, in any spelling. */
  formerCodes(province: string, district: string | undefined): FormerCodes;
  /** Returns the postal code of a ward in force. */
  postalCodeOf(wardCode: string): string | undefined;
  /** Returns the code of the ward in force with a postal code. */
  wardOfPostalCode(postalCode: string): string | undefined;
  /** Returns what a ward in force, or a province, was called from `firstDay` until its newest name, oldest first; empty if it has always been called the same. */
  earlierNames(provinceCode: string, wardCode: string | undefined): readonly EarlierNames[];
}

interface Row {
  level: string;
  code: string;
  fullName: string;
  parent: string;
  from: string;
  to: string;
  postalCode: string;
}

/**
 * Reads the codes from the table of dated units, without the former wards, which `former-wards.csv` has too.
 *
 * Errors: DATASET_BAD if the table has other columns.
 * Cost: some 10 ms for all units of Vietnam, a third of all of the history.
 */
export function readUnitCodes(bytes: Pick<LawBytes, 'datedUnits'>): UnitCodes {
  const rows = readRows(bytes.datedUnits);
  const days = rows.flatMap(({ from, to }) => [from, to]).filter((day) => day !== '');
  const newestDay = days.reduce((a, b) => (a > b ? a : b), '');
  const firstDay = days.reduce((a, b) => (a < b ? a : b), newestDay);
  const former = new Map<string, string>();
  const isFormer = ({ from }: Row): boolean => from < firstDay;
  for (const row of rows) if (isFormer(row)) for (const key of keysOf(row)) former.set(key, row.code);
  const current = rows.filter(({ level, to }) => level !== 'district' && to !== firstDay);
  const postal = new Map<string, string>();
  const wardOfPostal = new Map<string, string>();
  const byCode = new Map<string, Row[]>();
  for (const row of current) {
    const key = `${row.level} ${row.code}`;
    const known = byCode.get(key);
    if (known === undefined) byCode.set(key, [row]);
    else known.push(row);
    if (row.level !== 'ward' || row.to !== '' || row.postalCode === '') continue;
    postal.set(row.code, row.postalCode);
    wardOfPostal.set(row.postalCode, row.code);
  }
  const nameOn = (level: 'ward' | 'province', code: string, day: string): string =>
    byCode.get(`${level} ${code}`)?.find(({ from, to }) => from < day && (to === '' || to >= day))
      ?.fullName ?? '';
  const formerCodes: UnitCodes['formerCodes'] = (province, district) => {
    const provinceCode = codeOf(former, 'province', '', province);
    if (provinceCode === undefined || district === undefined)
      return { provinceCode, districtCode: undefined };
    return { provinceCode, districtCode: codeOf(former, 'district', provinceCode, district) };
  };
  // Folding costs more than all the rest of an answer; there are some 700 districts.
  const known = new Map<string, FormerCodes>();
  return {
    newestDay,
    firstDay,
    formerCodes(province, district) {
      const key = `${province}|${district ?? ''}`;
      let found = known.get(key);
      if (found === undefined) known.set(key, (found = formerCodes(province, district)));
      return found;
    },
    postalCodeOf: (wardCode) => postal.get(wardCode),
    wardOfPostalCode: (postalCode) => wardOfPostal.get(postalCode),
    earlierNames(provinceCode, wardCode) {
      const units = [
        ...(byCode.get(`province ${provinceCode}`) ?? []),
        ...(wardCode === undefined ? [] : (byCode.get(`ward ${wardCode}`) ?? [])),
      ];
      const ends = new Set(units.map(({ to }) => to).filter((to) => to !== ''));
      return [...ends].sort().map((until) => ({
        until,
        ward: wardCode === undefined ? undefined : nameOn('ward', wardCode, until),
        province: nameOn('province', provinceCode, until),
      }));
    },
  };
}

/** The keys of a unit: its full name, and its name alone, because "Huyện An Dương" was a quận for its last half year. */
function keysOf({ level, parent, fullName }: Row): string[] {
  return [fullName, splitFullName(fullName).name].map((name) => keyOf(level, parent, name));
}

function keyOf(level: string, parent: string, name: string): string {
  return `${level} ${level === 'district' ? parent : ''} ${fold(name).replace(/\s/g, '')}`;
}

function codeOf(
  codes: ReadonlyMap<string, string>,
  level: string,
  parent: string,
  fullName: string,
): string | undefined {
  return (
    codes.get(keyOf(level, parent, fullName)) ?? codes.get(keyOf(level, parent, splitFullName(fullName).name))
  );
}

/** The rows of districts, provinces, and of wards with a first day, which former wards do not have: two thirds of the table are not even divided into cells. */
const ROWS = /^(?:district|province|ward,\d+,[^,\n]*,\d*,\d).*$/gm;

function readRows(bytes: Uint8Array): Row[] {
  const text = new TextDecoder().decode(bytes);
  if (!text.startsWith(`${LAW_COLUMNS.datedUnits.join()}\n`)) {
    throw new GeomillError(
      'DATASET_BAD',
      `${LAW_FILES.datedUnits} of the dataset does not have the columns ${LAW_COLUMNS.datedUnits.join(', ')}. Copy the dataset again, or build it anew.`,
    );
  }
  return (text.match(ROWS) ?? []).map((line) => {
    const [level = '', code = '', fullName = '', parent = '', from = '', to = '', , , postalCode = ''] =
      line.split(',');
    return { level, code, fullName, parent, from, to, postalCode };
  });
}
