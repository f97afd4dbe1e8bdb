import type { GeomillExtension } from '../../contract/records/osm-feature.ts';
import type { AdminDataset, FormerWard, Ward } from '../../gazetteer/units/units.ts';
import { joinLine, type AddressParts, type AdminUnits } from './local-place.ts';
import { labelMatch } from '../../gazetteer/unit-search/label.ts';
import type { AdminMatch } from '../../gazetteer/unit-search/admin-match.ts';
import type { UnitTable } from '../../gazetteer/unit-search/units.ts';
import { answeredNewUnits, answeredOldUnits } from './answered-units.ts';

/** Names the units of one base ward: parts and address line in old or new units, and both as our extension tells them. */
export interface PieceUnits {
  parts: Readonly<Record<AdminUnits, Readonly<AddressParts>>>;
  line: Readonly<Record<AdminUnits, string>>;
  old: GeomillExtension['old'];
  new: GeomillExtension['new'];
}

type OldUnits = AdminMatch['oldUnits'];

const NOWHERE: PieceUnits = freezeUnits({
  parts: {
    old: { ward: '', district: '', province: '' },
    new: { ward: '', district: '', province: '' },
  },
  line: { old: '', new: '' },
  old: { ward: null, ward_code: null, district: null, province: null, province_code: null },
  new: { ward: null, ward_code: null, district: null, province: null, province_code: null },
});

/**
 * Creates the function that names the units of a base ward.
 *
 * Shape: the former ward is named where the source knew it (`formerKnown`) or every base ward of the ward in force came from that one; otherwise the
 * district and province that all of them share. A number past the last base ward stands for a place outside of all of them, which is in no unit.
 * Guarantee: one object for each base ward, shared between answers, frozen; nothing else is kept.
 */
export function createPieceUnits(
  dataset: AdminDataset,
  table: UnitTable,
): (piece: number, formerKnown: boolean) => PieceUnits {
  const shared = sharedFormers(dataset, table);
  const known: (PieceUnits | undefined)[][] = [[], []];
  return (piece, formerKnown) => {
    const ward = table.wardOf[piece];
    if (ward === undefined) return NOWHERE;
    // Where nothing is known of a place, all base wards of its ward say the same, and share one answer.
    const [list, index] = formerKnown ? [known[0], piece] : [known[1], ward];
    const before = list?.[index];
    if (before !== undefined) return before;
    const formerIndex = table.formerOf[piece] as number;
    const former = formerKnown && formerIndex >= 0 ? dataset.formerWards[formerIndex] : undefined;
    const units = unitsOf(dataset, ward, former ? formerNames(former) : (shared[ward] as OldUnits));
    (list as PieceUnits[])[index] = units;
    return units;
  };
}

function unitsOf(dataset: AdminDataset, wardIndex: number, oldUnits: OldUnits): PieceUnits {
  const ward = dataset.wards[wardIndex] as Ward;
  const match = {
    level: 'ward',
    newUnits: { province: ward.province, ward: wardIndex },
    oldUnits: namedUnits(oldUnits),
  } as const;
  const { label: oldLine, ...oldParts } = labelMatch(dataset, match, 'old');
  const { label: newLine, ...newParts } = labelMatch(dataset, match, 'new');
  return freezeUnits({
    parts: { old: oldParts, new: newParts },
    line: { old: oldLine, new: newLine },
    old: answeredOldUnits(oldUnits),
    new: answeredNewUnits(dataset, match.newUnits),
  });
}

/**
 * A ward in force beside a former district would pass for a former ward, which it is not, so the line goes without. Where not even the district is
 * known, it stands there, so that the line still says which place was meant.
 */
function namedUnits(oldUnits: OldUnits): OldUnits {
  return oldUnits.ward === undefined && oldUnits.district !== undefined
    ? { ...oldUnits, ward: '' }
    : oldUnits;
}

function formerNames({ province, district, fullName, code }: FormerWard): OldUnits {
  return { province, district, ward: fullName, ...(code === '' ? {} : { wardCode: code }) };
}

/** Finds, for each ward in force, the former units that all of its base wards share. */
function sharedFormers(dataset: AdminDataset, table: UnitTable): OldUnits[] {
  const shared: (OldUnits | undefined)[] = new Array<undefined>(dataset.wards.length).fill(undefined);
  table.wardOf.forEach((ward, piece) => {
    const former = dataset.formerWards[table.formerOf[piece] as number];
    const names = former ? formerNames(former) : {};
    const before = shared[ward];
    shared[ward] = before === undefined ? names : commonUnits(before, names);
  });
  return shared.map((units) => units ?? {});
}

function commonUnits(a: OldUnits, b: OldUnits): OldUnits {
  if (a.province === undefined || a.province !== b.province) return {};
  const { province } = a;
  if (a.district === undefined || a.district !== b.district) return { province };
  const { district } = a;
  return a.ward !== undefined && a.ward === b.ward && a.wardCode === b.wardCode ? a : { province, district };
}

/** The objects are shared between answers, so that nobody may change them. */
function freezeUnits(units: PieceUnits): PieceUnits {
  for (const part of [units.parts.old, units.parts.new, units.parts, units.line, units.old, units.new]) {
    Object.freeze(part);
  }
  return Object.freeze(units);
}

/** Joins what stands in front of an address line, each once: the name, the street line. */
export function labelOf(name: string, streetLine: string, line: string): string {
  return name === streetLine ? joinLine(streetLine, line) : joinLine(name, streetLine, line);
}
