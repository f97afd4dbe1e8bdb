import type { FormerWard } from '../../engine/gazetteer/units/units.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { foldKey } from '../../base/text/fold.ts';

/** The full names of a former ward, its district and province. */
export type FormerName = Pick<FormerWard, 'province' | 'district' | 'fullName'>;

/** Lookup of former wards by name. */
export interface FormerIndex {
  /** Returns the ward with full names; without diacritics if only one ward matches. */
  find(name: FormerName): FormerWard | undefined;
  /** Returns the ward with folded names without spaces (`tinhphutho`, `huyendoanhung`, `xayenkien`). */
  findKeys(province: string, district: string, ward: string): FormerWard | undefined;
  /** Returns the spelling of wards with a folded full name; undefined for none or for several spellings. */
  spell(wardKey: string): string | undefined;
  /** Returns names with district and province spelled as the wards that are known spell them (`Hòa Bình`: `Hoà Bình`). */
  adopt(name: FormerName): FormerName;
  add(ward: FormerWard): void;
  hasCode(code: string): boolean;
}

/** Creates the index of the former wards of a dataset. */
export function createFormerIndex(wards: readonly FormerWard[]): FormerIndex {
  const bySpelling = new Map<string, FormerWard>();
  const byFolding = new Map<string, FormerWard[]>();
  const spellings = new Map<string, Map<string, string>>();
  const codes = new Set<string>();
  const provinces = new Map<string, string>();
  const districts = new Map<string, string>();

  function add(ward: FormerWard): void {
    bySpelling.set(keyOf(ward, diacriticKey), ward);
    const folded = keyOf(ward, foldKey);
    byFolding.set(folded, [...(byFolding.get(folded) ?? []), ward]);
    const wardKey = foldWard(ward.fullName);
    const spelled = spellings.get(wardKey) ?? new Map<string, string>();
    spellings.set(wardKey, spelled.set(diacriticKey(ward.fullName), ward.fullName));
    if (ward.code !== '') codes.add(ward.code);
    const province = diacriticKey(ward.province);
    const district = `${province}\n${diacriticKey(ward.district)}`;
    if (!provinces.has(province)) provinces.set(province, ward.province);
    if (!districts.has(district)) districts.set(district, ward.district);
  }
  function only(folded: string): FormerWard | undefined {
    const found = byFolding.get(folded);
    return found?.length === 1 ? found[0] : undefined;
  }

  wards.forEach(add);
  return {
    find: (name) => bySpelling.get(keyOf(name, diacriticKey)) ?? only(keyOf(name, foldKey)),
    findKeys: (province, district, ward) => only(keyOf({ province, district, fullName: ward }, foldKey)),
    spell(wardKey) {
      const known = spellings.get(foldWard(wardKey));
      return known?.size === 1 ? [...known.values()][0] : undefined;
    },
    adopt({ fullName, district, province }) {
      const key = diacriticKey(province);
      return {
        fullName,
        district: districts.get(`${key}\n${diacriticKey(district)}`) ?? district,
        province: provinces.get(key) ?? province,
      };
    },
    add,
    hasCode: (code) => codes.has(code),
  };
}

function keyOf({ province, district, fullName }: FormerName, fold: (text: string) => string): string {
  return [province, district, fullName].map((name) => withoutZeros(fold(name))).join('\n');
}

function foldWard(fullName: string): string {
  return withoutZeros(foldKey(fullName));
}

/** Removes leading zeros: "Phường 06" and "Phường 6" are equal. */
function withoutZeros(key: string): string {
  return key.replace(/(^|\D)0+(?=\d)/g, '$1');
}
