import type { AdminDataset, FormerWard } from '../../gazetteer/units/units.ts';
import { once } from '../../gazetteer/once.ts';
import { joinLine, type AddressParts, type AdminUnits } from './local-place.ts';
import { labelMatch } from '../reader/admin-match.ts';
import { wasInForceLast } from '../../gazetteer/units/unit-codes.ts';
import { NO_OLD_UNITS, type OldUnits } from '../../gazetteer/unit-table/units.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';
import {
  answeredEarlier,
  answeredNewUnits,
  answeredOldUnits,
  answeredPostalCode,
  withoutUnknownWard,
  type AnsweredUnits,
} from './answered-units.ts';

/** The units of one base ward: address parts and line in old and new units, and the members of the response extension. */
export interface BaseWardUnits extends AnsweredUnits {
  parts: Readonly<Record<AdminUnits, Readonly<AddressParts>>>;
  line: Readonly<Record<AdminUnits, string>>;
  postalCode: string;
}

const NO_UNITS = {
  ...{ ward: null, ward_code: null, district: null, district_code: null },
  ...{ province: null, province_code: null },
};

const NOWHERE: BaseWardUnits = freezeUnits({
  parts: {
    old: { ward: '', district: '', province: '' },
    new: { ward: '', district: '', province: '' },
  },
  line: { old: '', new: '' },
  old: NO_UNITS,
  new: NO_UNITS,
  newest_day: undefined,
  earlier: undefined,
  postalCode: '',
});

/**
 * Creates the function that returns the units of a base ward.
 *
 * Shape: includes the former ward if the source has it (`formerKnown`) or if all base wards of the ward in force came from it; otherwise the former
 * district and province that these share. A ward that had ended before 1 July 2025, as in tags of years before, is no former ward in this sense. A number after the last base ward means a place outside of all base wards, which is in no unit.
 * Guarantee: returns one frozen object for each base ward, shared between results; nothing else is cached.
 */
export function createBaseWardUnits(
  dataset: AdminDataset,
  table: UnitTable,
): (baseWard: number, formerKnown: boolean) => BaseWardUnits {
  const shared = once(() => sharedFormers(dataset, table));
  const known: (BaseWardUnits | undefined)[][] = [[], []];
  return (baseWard, formerKnown) => {
    const ward = table.wardOf[baseWard];
    if (ward === undefined) return NOWHERE;
    // With an unknown former ward, all base wards of a ward in force have the same units, so they share one object.
    const [list, index] = formerKnown ? [known[0], baseWard] : [known[1], ward];
    const before = list?.[index];
    if (before !== undefined) return before;
    const formerIndex = table.formerOf[baseWard];
    const former = formerKnown && formerIndex >= 0 ? dataset.formerWards[formerIndex] : undefined;
    const isNamed = former !== undefined && wasInForceLast(dataset, former);
    const units = unitsOf(dataset, ward, isNamed ? formerNames(former) : shared()[ward]);
    (list as BaseWardUnits[])[index] = units;
    return units;
  };
}

function unitsOf(dataset: AdminDataset, wardIndex: number, oldUnits: OldUnits): BaseWardUnits {
  const ward = dataset.wards[wardIndex];
  const match = {
    level: 'ward',
    newUnits: { province: ward.province, ward: wardIndex },
    oldUnits: withoutUnknownWard(oldUnits),
  } as const;
  const { label: oldLine, ...oldParts } = labelMatch(dataset, match, 'old');
  const { label: newLine, ...newParts } = labelMatch(dataset, match, 'new');
  return freezeUnits({
    parts: { old: oldParts, new: newParts },
    line: { old: oldLine, new: newLine },
    old: answeredOldUnits(dataset, oldUnits),
    new: answeredNewUnits(dataset, match.newUnits),
    newest_day: dataset.codes?.newestDay,
    earlier: answeredEarlier(dataset, match.newUnits),
    postalCode: answeredPostalCode(dataset, match.newUnits),
  });
}

function formerNames({ province, district, fullName, code }: FormerWard): OldUnits {
  return { province, district, ward: fullName, wardCode: code === '' ? undefined : code };
}

/** Returns, for each ward in force, the former units that all its base wards share. */
function sharedFormers(dataset: AdminDataset, table: UnitTable): OldUnits[] {
  const shared: (OldUnits | undefined)[] = new Array<undefined>(dataset.wards.length).fill(undefined);
  table.wardOf.forEach((ward, baseWard) => {
    const former = dataset.formerWards[table.formerOf[baseWard]];
    if (former !== undefined && !wasInForceLast(dataset, former)) return;
    const names = former ? formerNames(former) : NO_OLD_UNITS;
    const before = shared[ward];
    shared[ward] = before === undefined ? names : commonUnits(before, names);
  });
  return shared.map((units) => units ?? NO_OLD_UNITS);
}

function commonUnits(a: OldUnits, b: OldUnits): OldUnits {
  if (a.province === undefined || a.province !== b.province) return NO_OLD_UNITS;
  const { province } = a;
  if (a.district === undefined || a.district !== b.district)
    return { province, district: undefined, ward: undefined, wardCode: undefined };
  const { district } = a;
  return a.ward !== undefined && a.ward === b.ward && a.wardCode === b.wardCode
    ? a
    : { province, district, ward: undefined, wardCode: undefined };
}

/** Freezes the units of a base ward, because results share the object. */
function freezeUnits(units: BaseWardUnits): BaseWardUnits {
  for (const part of [
    units.parts.old,
    units.parts.new,
    units.parts,
    units.line,
    units.old,
    units.new,
    units.earlier,
  ]) {
    Object.freeze(part);
  }
  return Object.freeze(units);
}

/** Joins name, street line and address line; a name that equals the street line is not repeated. */
export function labelOf(name: string, streetLine: string, line: string): string {
  return name === streetLine ? joinLine(streetLine, line) : joinLine(name, streetLine, line);
}
