import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { hasDiacritics } from '../../../src/base/text/diacritics.ts';
import { splitFullName } from '../../../src/base/text/unit-words.ts';

/** A unit by its type word and its name (`Phường`, `Ba Đình`). */
export interface Unit {
  type: string;
  name: string;
}

/**
 * A ward of one epoch with the units above it.
 *
 * Shape: `epoch` is `new` (in force), `former` (until 30 June 2025) or `earlier` (merged or renamed before that); `wards` are the codes of
 * the wards in force that it is or became, several where it was divided. `otherAbove` are the units above it in the other epoch: the new provinces of
 * a former ward, the former districts and provinces of a new one.
 */
export interface UnitRow {
  epoch: 'new' | 'former' | 'earlier';
  ward: Unit;
  district: Unit | undefined;
  province: Unit;
  wards: readonly string[];
  otherAbove: readonly Unit[];
  /** Former wards that a ward in force was made of; empty for the other epochs. */
  madeOf: readonly UnitRow[];
}

/** The tables that units are stated from. */
export type UnitTables = Pick<AdminDataset, 'provinces' | 'wards' | 'formerWards'>;

/** Returns the wards that a former ward became. By law no address is in one that got area only, where another one got people. */
function successorsOf({ wards, extents }: UnitTables['formerWards'][number]): readonly number[] {
  const populated = wards.filter((_, at) => extents?.[at] !== 'area');
  return populated.length > 0 ? populated : wards;
}

/**
 * Lists the wards of all epochs.
 *
 * Shape: wards in force, then former ones. Island districts without wards are left out.
 */
export function listUnitRows({ provinces, wards, formerWards }: UnitTables): UnitRow[] {
  const newProvinces = provinces.map(({ fullName }) => splitFullName(fullName));
  const provinceOf = (ward: number): Unit => newProvinces[wards[ward]?.province ?? -1] as Unit;
  const former = formerWards
    .filter(({ fullName }) => fullName !== '')
    .map((row): UnitRow => ({
      epoch: row.code === '' ? 'earlier' : 'former',
      ward: splitFullName(row.fullName),
      district: splitFullName(row.district),
      province: splitFullName(row.province),
      wards: successorsOf(row).map((ward) => wards[ward]?.code as string),
      otherAbove: unique(row.wards.map(provinceOf)),
      madeOf: [],
    }));
  const partsOf = new Map<string, UnitRow[]>();
  for (const row of former) {
    for (const code of row.wards) partsOf.set(code, [...(partsOf.get(code) ?? []), row]);
  }
  const inForce = wards.map(({ code, fullName }, at): UnitRow => {
    const madeOf = partsOf.get(code) ?? [];
    return {
      epoch: 'new',
      ward: splitFullName(fullName),
      district: undefined,
      province: provinceOf(at),
      wards: [code],
      otherAbove: unique(madeOf.flatMap(({ district, province }) => [district as Unit, province])),
      madeOf,
    };
  });
  return [...inForce, ...former];
}

/** Reports whether a name is a number (`Phường 3`), which is written with its type word always. */
export function isNumbered({ name }: Unit): boolean {
  return /^\d+$/.test(name);
}

/** Reports whether the spelling of a row is certain: lists of earlier names come without diacritics, and some could not be restored. */
export function isSpelled({ epoch, ward }: UnitRow): boolean {
  return epoch !== 'earlier' || isNumbered(ward) || hasDiacritics(ward.name);
}

function unique(units: readonly Unit[]): Unit[] {
  return [...new Map(units.map((unit) => [`${unit.type} ${unit.name}`, unit])).values()];
}
