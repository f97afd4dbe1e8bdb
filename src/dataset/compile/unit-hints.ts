import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import type { UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import type { UnitNames } from '../features.ts';
import { readUnit, type UnitKey } from '../read-unit.ts';

/**
 * Base wards of a ward in force in which an address can be.
 *
 * Shape: `isKnown` if its units leave exactly one, which is then the only one of `baseWards`; baseWards ascend.
 */
export interface BaseWardChoice {
  isKnown: boolean;
  baseWards: readonly number[];
}

interface FormerNames {
  baseWard: number;
  /** Existed until July 2025; the others were merged away before, and match only by their own name. */
  isRecent: boolean;
  /** This ward is the first successor of the former ward: of a divided one, the ward at its centre. */
  isFirst: boolean;
  ward: UnitKey;
  district: UnitKey;
}

/** Creates the choice among the base wards of a ward in force by the unit names of an address, old or new. */
export function createUnitHints(
  admin: AdminDataset,
  units: UnitTable,
): (ward: number, names: UnitNames) => BaseWardChoice {
  const baseWardsOfWard: number[][] = admin.wards.map(() => []);
  units.wardOf.forEach((ward, baseWard) => baseWardsOfWard[ward]?.push(baseWard));
  const read: { own: UnitKey; formers: FormerNames[] }[] = [];

  // Each ward on first use: most datasets cover few of them.
  function readWard(ward: number): { own: UnitKey; formers: FormerNames[] } {
    return (read[ward] ??= {
      own: readUnit(admin.wards[ward]?.fullName ?? ''),
      formers: (baseWardsOfWard[ward] ?? []).map((baseWard) => {
        const former = admin.formerWards[units.formerOf[baseWard]];
        return {
          baseWard,
          isRecent: former !== undefined && former.code !== '',
          isFirst: former?.wards[0] === ward,
          ward: readUnit(former?.fullName ?? ''),
          district: readUnit(former?.district ?? ''),
        };
      }),
    });
  }

  return (ward, names) => {
    const { own, formers: all } = readWard(ward);
    const district = readUnit(names.district ?? '');
    const inDistrict = district.name === '' ? [] : narrow(all, (former) => former.district, district);
    const among = inDistrict.length > 0 ? inDistrict : all;
    const wanted = readUnit(names.ward ?? '');
    // If a ward in force has the name of one of its former wards, only a district shows which of both is meant.
    const isOwnName = wanted.name === own.name && inDistrict.length === 0;
    const named = wanted.name === '' || isOwnName ? [] : narrow(among, (former) => former.ward, wanted);
    if (named.length > 0) return choiceOf(recentOf(named));
    const recent = among.filter(({ isRecent }) => isRecent);
    if (recent.length < 2) return choiceOf(recent.length > 0 ? recent : among);
    // Most of the ward was in former wards that it is the first successor of; of the others it has a part.
    const first = recent.filter(({ isFirst }) => isFirst);
    return { ...choiceOf(first.length > 0 ? first : recent), isKnown: false };
  };
}

function choiceOf(formers: readonly FormerNames[]): BaseWardChoice {
  return { isKnown: formers.length === 1, baseWards: formers.map(({ baseWard }) => baseWard) };
}

/** Returns the wards that existed until July 2025; all if there are none. One of the same name that had ended before went on as they. */
function recentOf(formers: readonly FormerNames[]): readonly FormerNames[] {
  const recent = formers.filter(({ isRecent }) => isRecent);
  return recent.length > 0 ? recent : formers;
}

/**
 * Selects the wards of a name, and among several those with the type word, if there are any.
 *
 * Shape: a type that only wards have which ended before 2025, as Quận Thủ Đức in older data, selects all of the name.
 */
function narrow(
  formers: readonly FormerNames[],
  keyOf: (former: FormerNames) => UnitKey,
  wanted: UnitKey,
): FormerNames[] {
  const named = formers.filter((former) => keyOf(former).name === wanted.name);
  const typed = named.filter((former) => keyOf(former).type === wanted.type);
  const isEnded = named.some(({ isRecent }) => isRecent) && !typed.some(({ isRecent }) => isRecent);
  return typed.length > 0 && !isEnded ? typed : named;
}
