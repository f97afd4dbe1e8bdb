import table from '../../data/provinces.json' with { type: 'json' };

/** A province of Vietnam since 1 July 2025, with the code that its forcodes begin with. */
export interface Province {
  /** Official two-digit code, `01` to `96`. */
  provinceCode: string;
  /** Name without the type of unit, with diacritics. */
  name: string;
  /** The beginning of forcodes: two or three capital letters. */
  adminCode: string;
}

/** The 34 provinces in the order of their official codes. */
export const PROVINCES: readonly Readonly<Province>[] = table.provinces;

const byAdminCode = new Map(PROVINCES.map((province) => [province.adminCode, province]));

const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries(table.aliases));

/** Returns the province of an admin code, `QN` included. */
export function provinceByAdminCode(adminCode: string): Readonly<Province> | undefined {
  return byAdminCode.get(ALIASES.get(adminCode) ?? adminCode);
}

/** Reports whether new forcodes may begin with a code: one of the 34, not `QN`. */
export function isAdminCode(adminCode: string): boolean {
  return byAdminCode.has(adminCode);
}
