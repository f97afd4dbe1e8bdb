import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { correctTable, type TableRow } from '../../../tools/resolutions/corrections.ts';
import { fold } from '../../../src/base/text/fold.ts';

const SHARED = new URL('../../../../shared/data/', import.meta.url);
const CORRECTIONS = new URL('../../../tools/starter/law/corrections.csv', import.meta.url);

/** A ward of one of the days before 1 July 2025, and the codes of the wards in force that it became. */
export interface FormerWard {
  code: string;
  ward: string;
  district: string;
  province: string;
  successors: readonly string[];
  /** For a name of an earlier day: its district in June 2025. */
  laterDistrict?: string;
}

/** A ward in force that a former ward became, with the note of the conversion table. */
interface Edge {
  code: string;
  note: string;
}

/** A ward in force. */
export interface CurrentWard {
  code: string;
  ward: string;
  province: string;
}

/** The units by law, read from ../shared/data: what is right does not come from the engine. */
export interface OfficialUnits {
  former: readonly FormerWard[];
  /** Wards by the names and districts that they had at some time from 2008 on and no longer in June 2025. */
  earlier: readonly FormerWard[];
  current: ReadonlyMap<string, CurrentWard>;
  /** Streets by "district|province", both bare and folded. */
  streets: ReadonlyMap<string, readonly string[]>;
  /** Positions of streets by the code of their ward in force. */
  positions: ReadonlyMap<string, readonly { lat: number; lon: number }[]>;
}

/** What is said where the tables are absent; undefined where they are there. */
export const officialAbsent = existsSync(new URL('admin/official/conversion-2025.csv', SHARED))
  ? undefined
  : `${fileURLToPath(SHARED)} is not there: the official tables are not part of the repository`;

type Row = Record<string, string>;
const read = async (path: string): Promise<Row[]> => {
  const bytes = await readFile(new URL(path, SHARED));
  return parse(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true, bom: true });
};

/**
 * Reads the wards of 30 June 2025 with the edges of the conversion table, corrected where a resolution contradicts it, unless the table is to be taken at its word; `missing` are
 * those that the official list lacks.
 */
export async function readFormerWards(
  isCorrected = true,
  missing: readonly TableRow[] = [],
): Promise<(FormerWard & { edges: Edge[] })[]> {
  const table = await read('admin/official/conversion-2025.csv');
  if (isCorrected) await correctTable(table, CORRECTIONS);
  const edges = new Map<string, Edge[]>();
  for (const { old_ward_code: old = '', new_ward_code: code = '', note = '' } of table)
    edges.set(old, [...(edges.get(old) ?? []), { code, note }]);
  return [...(await read('admin/official/wards-before-july-2025.csv')), ...missing].map(
    ({ ward_code: code = '', ward = '', district = '', province = '' }) => {
      const own = edges.get(code) ?? [];
      return { code, ward, district, province, edges: own, successors: own.map((edge) => edge.code) };
    },
  );
}

/** Reads the units by law. */
export async function readOfficialUnits(): Promise<OfficialUnits> {
  const former = await readFormerWards();
  return {
    former,
    earlier: await readEarlier(former),
    current: await readCurrent(),
    streets: await readStreets(),
    positions: await readPositions(),
  };
}

const nameKey = ({ ward, district, province }: Omit<FormerWard, 'code' | 'successors'>): string =>
  fold(`${ward}|${district}|${province}`);

/** A name that another ward took later is left out: what it means depends on a day that the text does not name. */
async function readEarlier(former: readonly FormerWard[]): Promise<FormerWard[]> {
  const taken = new Set(former.map(nameKey));
  const byCode = new Map(former.map((ward) => [ward.code, ward]));
  const earlier = new Map<string, FormerWard | undefined>();
  for (const row of await read('admin/history/ward-history.csv')) {
    const { date = '', part, before_code: code = '', after_code: after = '' } = row;
    const { before_name: ward = '', before_district: district = '', before_province: province = '' } = row;
    const later = byCode.get(after);
    const names = { ward, district, province };
    if (date < '2008' || part !== 'whole' || ward === '' || later === undefined) continue;
    const key = nameKey(names);
    if (taken.has(key)) continue;
    const isOther = earlier.get(key)?.successors.join() !== later.successors.join();
    earlier.set(
      key,
      earlier.has(key) && isOther
        ? undefined
        : { code, ...names, successors: later.successors, laterDistrict: later.district },
    );
  }
  return [...earlier.values()].filter((ward) => ward !== undefined);
}

async function readCurrent(): Promise<Map<string, CurrentWard>> {
  const renamed = new Map<string, string>();
  for (const { level = '', code = '', after = '' } of await read('admin/official/amendments-2026.csv'))
    renamed.set(`${level} ${code}`, after);
  const provinceOf = new Map<string, string>();
  for (const { new_ward_code: code = '', new_province_code: province = '' } of await read(
    'admin/official/conversion-2025.csv',
  ))
    provinceOf.set(code, province);
  const current = new Map<string, CurrentWard>();
  for (const { newWardCode: code = '', newWard = '', newProvince = '' } of await read(
    'admin/legacy-to-2025-wards.csv',
  ))
    current.set(code, {
      code,
      ward: renamed.get(`ward ${code}`) ?? newWard,
      province: renamed.get(`province ${provinceOf.get(code) ?? ''}`) ?? newProvince,
    });
  return current;
}

async function readStreets(): Promise<Map<string, string[]>> {
  const streets = new Map<string, string[]>();
  for (const { street = '', district = '', province = '' } of await read(
    'addresses/streets-in-districts-2019.csv.gz',
  )) {
    const key = fold(`${bareName(district)}|${province}`);
    const name = street.replace(/[,\s]+$/u, '');
    if (!/^[\p{L}\d /]+$/u.test(name)) continue;
    streets.set(key, [...(streets.get(key) ?? []), name]);
  }
  return streets;
}

async function readPositions(): Promise<Map<string, { lat: number; lon: number }[]>> {
  const positions = new Map<string, { lat: number; lon: number }[]>();
  for (const { ward_code: code = '', lat, lon } of await read('addresses/streets-by-ward-2026-11.csv'))
    positions.set(code, [...(positions.get(code) ?? []), { lat: Number(lat), lon: Number(lon) }]);
  return positions;
}

const TYPE_WORD = /^(?:Phường|Xã|Thị trấn|Quận|Huyện|Thị xã|Thành phố|Tỉnh|Đặc khu) /iu;

/** Returns a unit without its type word; a number keeps it. */
export const bareName = (unit: string): string => {
  const bare = unit.replace(TYPE_WORD, '');
  return /^\d+$/u.test(bare) ? unit : bare;
};

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/^Phường (?=\d)/u, 'P'],
  [/^Phường /u, 'P. '],
  [/^Xã /u, 'X. '],
  [/^Thị trấn /u, 'TT. '],
  [/^Quận (?=\d)/u, 'Q'],
  [/^Quận /u, 'Q. '],
  [/^Huyện /u, 'H. '],
  [/^Thị xã /u, 'TX. '],
  [/^Thành phố Hồ Chí Minh$/u, 'TP.HCM'],
  [/^Thành phố /u, 'TP. '],
  [/^Tỉnh /u, 'T. '],
];

/** Returns a unit with its type word abbreviated. */
export function abbreviate(unit: string): string {
  const [word, short] = ABBREVIATIONS.find(([pattern]) => pattern.test(unit)) ?? [/^/u, ''];
  return unit.replace(word, short);
}
