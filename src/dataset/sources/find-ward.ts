import type { PlainCode } from '../../base/messages/message.ts';
import type { AdminDataset, Ward } from '../../engine/gazetteer/units/units.ts';
import type { UnitNames } from '../features.ts';
import { readUnit, type UnitKey } from '../read-unit.ts';

/** Finds the ward in force of units as a table writes them, or by its code. Shape: a text is the reason why there is none. */
export type WardFinder = (names: UnitNames, code: string) => Ward | PlainCode;

/** A ward in force or a former one by its names. */
interface NamedWard {
  ward: UnitKey;
  districts: readonly string[];
  provinces: readonly string[];
  successors: readonly number[];
}

/** Creates the finder of wards, in force and former. A former ward that was divided is in none of its successors for certain. */
export function createWardFinder({ wards, provinces, formerWards }: AdminDataset): WardFinder {
  const byCode = new Map(wards.map((ward) => [ward.code, ward]));
  const byName = new Map<string, NamedWard[]>();
  const nameOf = (text: string): string => readUnit(text).name;
  const provinceOf = wards.map(({ province }) => nameOf(provinces[province].fullName));
  const add = (named: NamedWard): void => {
    const list = byName.get(named.ward.name);
    if (list === undefined) byName.set(named.ward.name, [named]);
    else list.push(named);
  };
  wards.forEach(({ fullName }, at) =>
    add({ ward: readUnit(fullName), districts: [], provinces: [provinceOf[at]], successors: [at] }),
  );
  for (const { fullName, district, province, wards: successors } of formerWards)
    add({
      ward: readUnit(fullName),
      districts: [nameOf(district)],
      // Tables write former wards with the province of their day, or with that of today.
      provinces: [nameOf(province), ...successors.map((at) => provinceOf[at])],
      successors,
    });

  return (names, code) => {
    const stated = byCode.get(code);
    if (stated !== undefined) return stated;
    if (names.ward === undefined) return 'dataset.noPosition';
    const wanted = readUnit(names.ward);
    const [district, province] = [nameOf(names.district ?? ''), nameOf(names.province ?? '')];
    let found = (byName.get(wanted.name) ?? []).filter(
      (named) =>
        (province === '' || named.provinces.includes(province)) &&
        (district === '' || named.districts.length === 0 || named.districts.includes(district)),
    );
    const inDistrict = found.filter(({ districts }) => district !== '' && districts.includes(district));
    if (inDistrict.length > 0) found = inDistrict;
    const typed = found.filter(({ ward }) => ward.type === wanted.type);
    if (typed.length > 0) found = typed;
    const successors = new Set(found.flatMap((named) => named.successors));
    if (successors.size > 1) return 'dataset.wardAmbiguous';
    const [only] = successors;
    return only === undefined ? 'dataset.wardUnknown' : wards[only];
  };
}
