import type { AdminDataset, Province, Ward } from '../units/units.ts';
import type { AdminMatch } from './admin-match.ts';
import { centreOf, wardsOf, type Place } from './places.ts';
import { intersect, members } from './ranges.ts';
import type { Stack } from './stack.ts';
import type { Unit, UnitTable } from './units.ts';

/** The part of a match that the units decide. */
export type Answer = Pick<
  AdminMatch,
  'unitId' | 'level' | 'position' | 'accuracyRadiusMeters' | 'newUnits' | 'oldUnits' | 'candidates'
>;

/** Creates the function that turns the units of a stack into an answer in old and new units. */
export function createAnswers(
  dataset: AdminDataset,
  table: UnitTable,
  placeOf: (unit: Unit) => Place,
): (stack: Pick<Stack, 'unit'> & Partial<Stack>) => Answer {
  return (stack) => {
    const { unit } = stack;
    let pieces = unit.ranges;
    for (const reading of [stack.district, stack.province]) {
      if (reading === undefined) continue;
      const narrowed = intersect(pieces, reading.unit.ranges);
      if (narrowed.length > 0) pieces = narrowed;
    }
    const wards = wardsOf(table, pieces);
    const chosen = chooseWard(dataset, unit, wards);
    const province = provinceOfWards(dataset, wards);
    const place = placeAnswer(dataset, unit, wards, chosen, placeOf);
    return {
      unitId: unit.id,
      level: levelOf(unit),
      position: place.position,
      accuracyRadiusMeters: place.radiusMeters,
      newUnits: chosen === undefined ? { province } : { province, ward: chosen },
      oldUnits: oldUnitsOf(dataset, table, unit, pieces),
      ...(unit.kind === 'former-ward' && wards.length > 1 ? { candidates: wards } : {}),
    };
  };
}

function levelOf(unit: Unit): AdminMatch['level'] {
  if (unit.kind === 'ward' || unit.kind === 'former-ward') return 'ward';
  return unit.kind === 'district' ? 'district' : 'province';
}

/** Chooses the ward in force; of a split former ward the part that kept its name, which is the one around its centre. */
function chooseWard(dataset: AdminDataset, unit: Unit, wards: readonly number[]): number | undefined {
  if (unit.kind === 'province' || unit.kind === 'former-province') return undefined;
  if (wards.length === 1) return wards[0];
  if (unit.kind !== 'former-ward') return undefined;
  return wards.find((ward) => (dataset.wards[ward] as Ward).name.normalize('NFC') === unit.name);
}

function placeAnswer(
  dataset: AdminDataset,
  unit: Unit,
  wards: readonly number[],
  chosen: number | undefined,
  placeOf: (unit: Unit) => Place,
): Place {
  if (unit.kind !== 'former-ward') return placeOf(unit);
  if (chosen === undefined) return centreOf(dataset, new Map(wards.map((ward) => [ward, 1])));
  const { position, radiusMeters } = dataset.wards[chosen] as Ward;
  return { position, radiusMeters };
}

/** Returns the province that holds most of some wards. */
function provinceOfWards(dataset: AdminDataset, wards: readonly number[]): number {
  const counts = new Map<number, number>();
  let most = -1;
  for (const ward of wards) {
    const { province } = dataset.wards[ward] as Ward;
    const count = (counts.get(province) ?? 0) + 1;
    counts.set(province, count);
    if (most < 0 || count > (counts.get(most) ?? 0)) most = province;
  }
  return most;
}

/** Names the former units: those asked for, or those that all pieces share. */
function oldUnitsOf(
  dataset: AdminDataset,
  table: UnitTable,
  unit: Unit,
  pieces: Unit['ranges'],
): AdminMatch['oldUnits'] {
  if (unit.kind !== 'ward' && unit.kind !== 'province') return unit.former;
  const formers = new Set<number>();
  for (const piece of members(pieces)) formers.add(table.formerOf[piece] as number);
  if (formers.has(-1)) return {};
  const names = [...formers].map(
    (former) => dataset.formerWards[former] as AdminDataset['formerWards'][number],
  );
  const first = names[0];
  if (first === undefined || names.some(({ province }) => province !== first.province)) return {};
  const { province, district, fullName, code } = first;
  if (unit.kind === 'province') return { province };
  if (names.some((name) => name.district !== district)) return { province };
  if (names.length > 1) return { province, district };
  return { province, district, ward: fullName, ...(code === '' ? {} : { wardCode: code }) };
}

/** Returns the provinces of a dataset as units by their index. */
export function provinceUnits(table: UnitTable, provinces: readonly Province[]): Unit[] {
  const byIndex = new Array<Unit>(provinces.length);
  for (const unit of table.units) if (unit.kind === 'province') byIndex[unit.index] = unit;
  return byIndex;
}
