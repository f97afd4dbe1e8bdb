import { diacriticKey } from '../../../base/text/diacritics.ts';
import { foldKey } from '../../../base/text/fold.ts';
import { DISTRICT, PROVINCE, splitFullName, WARD } from '../../../base/text/unit-words.ts';
import type { AdminDataset, FormerWard } from '../units/units.ts';
import { once } from '../once.ts';
import { rangesOf, type Ranges } from './ranges.ts';

/** Full names of former units. */
export interface OldUnits {
  province: string | undefined;
  district: string | undefined;
  ward: string | undefined;
  wardCode: string | undefined;
}

/** No former units. */
export const NO_OLD_UNITS: Readonly<OldUnits> = {
  province: undefined,
  district: undefined,
  ward: undefined,
  wardCode: undefined,
};

/** Kind of a unit, old or new; `district` and the former kinds were abolished on 1 July 2025. */
export type UnitKind = 'province' | 'former-province' | 'district' | 'ward' | 'former-ward';

/**
 * An administrative unit, old or new, in the form used by the search.
 *
 * Shape: `layers` are bits of text/unit-words; `type` is the folded type word without spaces; `spelling` as of diacriticKey; `ranges`
 * are its base wards; `index` is its row in the dataset (provinces, wards) or -1; `former` are its full former names; `earlierType` is the type that a
 * province in force had since July 2025 ("Tỉnh Đồng Nai"), empty if it had no other; `isEnded` is true for districts and wards that ended before June 2025.
 */
export interface Unit {
  id: string;
  kind: UnitKind;
  layers: number;
  name: string;
  fullName: string;
  type: string;
  earlierType: string;
  spelling: string;
  ranges: Ranges;
  index: number;
  former: OldUnits;
  isEnded: boolean;
  /** Other names that it, or a ward that it took in, had since July 2025; absent for none, and in units that were not built here. */
  earlierNames?: readonly string[];
}

/**
 * The units of a dataset over its base wards.
 *
 * Shape: a base ward is the intersection of a former ward and a ward in force; base wards are ordered by new province, former province, district, new
 * ward and former ward, so that every unit is a few ranges; `wardOf` and `formerOf` are the two wards of a base ward by index, `formerOf` -1 for none;
 * `districtOf` is the unit number of the district, or -1.
 */
export interface UnitTable {
  units: Unit[];
  wardOf: Int32Array;
  formerOf: Int32Array;
  districtOf: Int32Array;
}

/** A unit of which its base wards are not known yet. */
type Draft = Omit<Unit, 'ranges' | 'isEnded'>;

interface BaseWard {
  ward: number;
  former: number;
  province: number;
  districtKey: string;
  provinceKey: string;
}

/**
 * Builds the units of a dataset, old and new, over its base wards.
 *
 * Shape: with `order`, its pairs of a ward and a former ward, -1 for none, are the base wards: those of places that were numbered before wards were merged.
 */
export function buildUnits(
  dataset: AdminDataset,
  order?: readonly (readonly [ward: number, former: number])[],
): UnitTable {
  const baseWards =
    order?.map(([ward, former]) => baseWardOf(dataset, ward, former)) ?? sortedBaseWards(dataset);
  const earlierNames = earlierNamesOf(dataset);
  const isEnded = createIsEnded(dataset);
  const members = new Map<string, number[]>();
  const drafts = new Map<string, Draft>();
  const add = (key: string, baseWard: number, draft: () => Draft): void => {
    const list = members.get(key);
    if (list !== undefined) list.push(baseWard);
    else {
      members.set(key, [baseWard]);
      drafts.set(key, draft());
    }
  };
  baseWards.forEach((baseWard, number) => {
    add(`province ${String(baseWard.province)}`, number, () => provinceUnit(dataset, baseWard.province));
    add(`ward ${String(baseWard.ward)}`, number, () => wardUnit(dataset, baseWard.ward, earlierNames));
    if (baseWard.former < 0) return;
    const former = dataset.formerWards[baseWard.former];
    add(`former ${baseWard.provinceKey}`, number, () => formerProvinceUnit(former));
    add(`district ${baseWard.provinceKey} ${baseWard.districtKey}`, number, () => districtUnit(former));
    // One former ward may have two codes in the dataset; its full name identifies it.
    add(`${baseWard.provinceKey} ${baseWard.districtKey} ${diacriticKey(former.fullName)}`, number, () =>
      formerWardUnit(former),
    );
  });
  const units: Unit[] = [];
  const districtOf = new Int32Array(baseWards.length).fill(-1);
  const ids = new Set<string>();
  for (const [key, draft] of drafts) {
    const list = members.get(key) as number[];
    const id = ids.has(draft.id) ? `${draft.id}.${foldKey(draft.former.district ?? '')}` : draft.id;
    ids.add(id);
    if (draft.kind === 'district') for (const baseWard of list) districtOf[baseWard] = units.length;
    const former = dataset.formerWards[baseWards[list[0]].former];
    units.push({ ...draft, id, ranges: rangesOf(list), isEnded: isEnded(draft.kind, former) });
  }
  return {
    units,
    wardOf: Int32Array.from(baseWards, (baseWard) => baseWard.ward),
    formerOf: Int32Array.from(baseWards, (baseWard) => baseWard.former),
    districtOf,
  };
}

function sortedBaseWards(dataset: AdminDataset): BaseWard[] {
  const baseWards: BaseWard[] = [];
  const hasFormer = new Uint8Array(dataset.wards.length);
  dataset.formerWards.forEach((former, index) => {
    for (const ward of former.wards) {
      hasFormer[ward] = 1;
      baseWards.push(baseWardOf(dataset, ward, index));
    }
  });
  dataset.wards.forEach((_, index) => {
    if (hasFormer[index] === 0) baseWards.push(baseWardOf(dataset, index, -1));
  });
  return baseWards.sort(
    (a, b) =>
      a.province - b.province ||
      compare(a.provinceKey, b.provinceKey) ||
      compare(a.districtKey, b.districtKey) ||
      a.ward - b.ward ||
      a.former - b.former,
  );
}

function baseWardOf({ wards, formerWards }: AdminDataset, ward: number, former: number): BaseWard {
  const { province = '', district = '' } = formerWards[former] ?? {};
  const keys = { provinceKey: foldKey(province), districtKey: foldKey(district) };
  return { ward, former, province: wards[ward]?.province ?? -1, ...keys };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function describe(fullName: string): Pick<Unit, 'name' | 'fullName' | 'type' | 'earlierType' | 'spelling'> {
  const { type, name } = splitFullName(fullName);
  return { name, fullName, type: foldKey(type), earlierType: '', spelling: diacriticKey(name) };
}

function provinceUnit(dataset: AdminDataset, index: number): Draft {
  const province = dataset.provinces[index];
  return {
    id: `province:${province.code}`,
    kind: 'province',
    layers: PROVINCE,
    index,
    former: NO_OLD_UNITS,
    ...describe(province.fullName),
    earlierType: earlierTypeOf(dataset, index),
  };
}

/** Returns the folded type that a province in force had before, since July 2025; empty if it had no other. */
export function earlierTypeOf({ provinces, codes }: AdminDataset, index: number): string {
  const [earlier] = codes?.earlierNames(provinces[index]?.code ?? '', undefined) ?? [];
  return earlier === undefined ? '' : foldKey(splitFullName(earlier.province).type);
}

/** Returns the other names of each ward in force, by its code: those that it had, and those of wards that it took in, since the districts ended. */
function earlierNamesOf({ history }: AdminDataset): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  if (history === undefined) return names;
  const lastDistricts = history.units.reduce(
    (last, { level, to }) => (level === 'district' && to > last ? to : last),
    '',
  );
  for (const unit of history.units) {
    if (unit.level !== 'ward' || unit.to === '' || unit.from < lastDistricts) continue;
    for (const { unit: later } of history.successors(unit, history.newestDay))
      if (foldKey(later.name) !== foldKey(unit.name))
        names.set(later.code, [...(names.get(later.code) ?? []), unit.name]);
  }
  return names;
}

function wardUnit(
  dataset: AdminDataset,
  index: number,
  earlierNames: ReadonlyMap<string, readonly string[]>,
): Draft {
  const ward = dataset.wards[index];
  const described = describe(ward.fullName);
  // A special zone replaced an island district, and people still write it as a district.
  const layers = described.type === 'dackhu' ? WARD | DISTRICT : WARD;
  const names = earlierNames.get(ward.code);
  return {
    ...{ id: `ward:${ward.code}`, kind: 'ward', layers, index, former: NO_OLD_UNITS, ...described },
    ...(names && { earlierNames: names }),
  };
}

/** Creates the function that tells whether a unit of a kind had ended on the last day of the districts, given one of its former wards: those of that day have codes. */
export function createIsEnded(
  dataset: Pick<AdminDataset, 'formerWards'>,
): (kind: UnitKind, former: FormerWard | undefined) => boolean {
  const keyOf = ({ province, district }: FormerWard): string => `${province}|${district}`;
  // Island districts had no wards.
  const isLast = ({ code, fullName }: FormerWard): boolean => code !== '' || fullName === '';
  const lasting = once(() => new Set(dataset.formerWards.filter(isLast).map(keyOf)));
  return (kind, former) => {
    if ((kind !== 'former-ward' && kind !== 'district') || former === undefined || isLast(former))
      return false;
    return lasting().size > 0 && (kind === 'former-ward' || !lasting().has(keyOf(former)));
  };
}

/** Returns the former names of a unit of a kind, from one of its former wards. */
export function formerNames(
  kind: UnitKind,
  { province, district, fullName, code }: FormerWard,
): Unit['former'] {
  if (kind === 'former-province')
    return { province, district: undefined, ward: undefined, wardCode: undefined };
  if (kind === 'district') return { province, district, ward: undefined, wardCode: undefined };
  return { province, district, ward: fullName, wardCode: code === '' ? undefined : code };
}

function formerProvinceUnit(former: FormerWard): Draft {
  const id = `former-province:${foldKey(former.province)}`;
  const kind = 'former-province';
  const names = formerNames(kind, former);
  return { id, kind, layers: PROVINCE, index: -1, former: names, ...describe(former.province) };
}

function districtUnit(former: FormerWard): Draft {
  const { province, district } = former;
  const id = `district:${foldKey(province)}.${foldKey(district)}`;
  const kind = 'district';
  return { id, kind, layers: DISTRICT, index: -1, former: formerNames(kind, former), ...describe(district) };
}

function formerWardUnit(former: FormerWard): Draft {
  const { province, district, fullName, code } = former;
  const id = `former-ward:${code === '' ? foldKey(province + district + fullName) : code}`;
  const kind = 'former-ward';
  return { id, kind, layers: WARD, index: -1, former: formerNames(kind, former), ...describe(fullName) };
}
