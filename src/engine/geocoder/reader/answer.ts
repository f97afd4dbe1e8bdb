import { wasInForceLast } from '../../gazetteer/units/unit-codes.ts';
import type { AdminDataset, FormerWard } from '../../gazetteer/units/units.ts';
import { createAddressCounts, type CountedTables } from './ward-candidates.ts';
import { type AdminMatch, type UnitsOfMatch, type WardCandidate } from './admin-match.ts';
import { NO_OLD_UNITS, type OldUnits } from '../../gazetteer/unit-table/units.ts';
import { reachOfWards, wardsOf, type UnitCentre } from '../../gazetteer/unit-table/centres.ts';
import { contains, intersect, members } from '../../gazetteer/unit-table/ranges.ts';
import type { Reading } from './find-names.ts';
import type { Stack } from './stack.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';

/** Share of the addresses of a divided ward that lie in the successor at its centre. Source: 4,243 addresses in divided wards. */
export const SHARE_AT_CENTRE = 0.79;

/** The base wards of the units of a stack, and their wards in force, the likeliest first; those of a divided former ward with their shares. */
interface StackWards {
  baseWards: Unit['ranges'];
  wards: readonly number[];
  candidates: WardCandidate[] | undefined;
}

/** Corrects the shares of the successors of a former ward, given its base wards. */
type Correct = ReturnType<typeof createAddressCounts>;

/** Returns the base wards and the wards in force of the units of a stack. */
function wardsOfStack(
  dataset: AdminDataset,
  table: UnitTable,
  unit: Unit,
  district: Unit | undefined,
  province: Unit | undefined,
  correct: Correct | undefined,
): StackWards {
  const baseWards = within(within(unit.ranges, district), province);
  const wards = likeliestFirst(dataset, table, baseWards, wardsOf(table, baseWards));
  if (!isDividedInto(unit, wards)) return { baseWards, wards, candidates: undefined };
  const former = dataset.formerWards[table.formerOf[baseWards[0]]];
  const shares = sharesOf(former, wards);
  const isOpen = correct !== undefined && statedShares(former, wards) === undefined;
  const candidates = isOpen ? correct(members(baseWards), shares) : shares;
  return { baseWards, wards: candidates.map(({ ward }) => ward), candidates };
}

/** Returns the part of some base wards that is in a unit, or all of them if none is. */
function within(baseWards: Unit['ranges'], above: Unit | undefined): Unit['ranges'] {
  if (above === undefined) return baseWards;
  const narrowed = intersect(baseWards, above.ranges);
  return narrowed.length > 0 ? narrowed : baseWards;
}

/** Returns the unit of a reading if it does not contain all of another unit, which then means a part of that. */
function narrowingUnit(unit: Unit, reading: Reading | undefined): Unit | undefined {
  return reading === undefined || contains(reading.unit.ranges, unit.ranges) ? undefined : reading.unit;
}

/** The wards and the match of the units of a stack. */
export interface Answers {
  /** Returns the match of a stack in old and new units. The same object for the same units: it must not be changed. */
  answerOf: (stack: Stack) => UnitsOfMatch;
  /** Returns the wards in force that a stack with a ward can mean: the successors of a former ward, the likeliest first, or the only one. */
  wardsOf: (stack: Stack) => readonly number[];
}

/** What the units of a stack are converted to. Shape: `district` and `province` are the last ones that contain a part of the unit only. */
interface Converted {
  district: Unit | undefined;
  province: Unit | undefined;
  stackWards: StackWards;
  answer: UnitsOfMatch | undefined;
}

/**
 * Creates the conversion of the units of a stack to old and new units.
 *
 * Shape: the shares of the successors of a divided ward are corrected by the addresses of `places`, if there are any.
 * Cost: keeps one answer for each unit that was asked, since many rows of a file name the same units.
 */
export function createAnswers(
  dataset: AdminDataset,
  table: UnitTable,
  centreOf: (unit: Unit) => UnitCentre,
  places?: CountedTables,
): Answers {
  const correct = places && createAddressCounts(places, table);
  const kept = new Map<Unit, Converted>();
  const convert = (stack: Stack): Converted => {
    const { unit } = stack;
    const district = narrowingUnit(unit, stack.district);
    const province = narrowingUnit(unit, stack.province);
    let converted = kept.get(unit);
    if (converted === undefined || converted.district !== district || converted.province !== province) {
      converted = {
        district,
        province,
        stackWards: wardsOfStack(dataset, table, unit, district, province, correct),
        answer: undefined,
      };
      kept.set(unit, converted);
    }
    return converted;
  };
  return {
    answerOf(stack) {
      const converted = convert(stack);
      return (converted.answer ??= answerOfUnit(dataset, table, centreOf, stack.unit, converted.stackWards));
    },
    wardsOf(stack) {
      const { wards } = convert(stack).stackWards;
      return wards.length === 1 || isDividedInto(stack.unit, wards) ? wards : [];
    },
  };
}

function answerOfUnit(
  dataset: AdminDataset,
  table: UnitTable,
  centreOf: (unit: Unit) => UnitCentre,
  unit: Unit,
  { baseWards, wards, candidates }: StackWards,
): UnitsOfMatch {
  const chosen = candidates !== undefined || wards.length === 1 ? wards[0] : undefined;
  const ward = isProvince(unit) ? undefined : chosen;
  const province = provinceOfWards(dataset, wards);
  const place = unit.kind === 'former-ward' ? dataset.wards[chosen as number] : centreOf(unit);
  return {
    unitId: unit.id,
    level: levelOf(unit),
    position: place.position,
    accuracyRadiusMeters: place.radiusMeters,
    reachMeters: reachOf(
      dataset,
      { position: place.position, accuracyRadiusMeters: place.radiusMeters },
      candidates,
    ),
    newUnits: { province, ward },
    oldUnits: oldUnitsOf(dataset, table, unit, baseWards),
    candidates,
    formers: undefined,
  };
}

/** Returns the distance from the position of a match to the farthest point of its unit and of the wards that it can mean. */
export function reachOf(
  dataset: AdminDataset,
  { position, accuracyRadiusMeters }: Pick<UnitsOfMatch, 'position' | 'accuracyRadiusMeters'>,
  candidates: readonly WardCandidate[] = [],
): number {
  return Math.max(accuracyRadiusMeters, reachOfWards(dataset, position, candidates));
}

/** Sorts the successors of one former ward in the order of the dataset: the likeliest first. */
function likeliestFirst(
  dataset: AdminDataset,
  table: UnitTable,
  baseWards: Unit['ranges'],
  wards: number[],
): number[] {
  if (wards.length < 2) return wards;
  const former = dataset.formerWards[table.formerOf[baseWards[0]]];
  return former === undefined
    ? wards
    : wards.sort((a, b) => former.wards.indexOf(a) - former.wards.indexOf(b));
}

/**
 * Returns the successors of a divided ward with their shares of its addresses.
 *
 * Shape: a successor that got area only has none by law, nor has any beside one that got all of the population; so the only other one has all of them. Several
 * others are estimated, the one at the centre most.
 */
export function sharesOf(
  former: Pick<FormerWard, 'wards' | 'extents'> | undefined,
  wards: readonly number[],
): WardCandidate[] {
  const stated = statedShares(former, wards);
  if (stated !== undefined) return stated;
  const extents = former?.extents ?? [];
  const all = extents.indexOf('population');
  const isAreaOnly = (ward: number): boolean => {
    const at = former?.wards.indexOf(ward) ?? -1;
    if (all >= 0) return at >= 0 && extents[at] !== 'population';
    return extents[at] === 'area' && !extents.every((each) => each === 'area');
  };
  const populated = wards.filter((ward) => !isAreaOnly(ward));
  return [...populated, ...wards.filter(isAreaOnly)].map((ward, rank) => {
    if (rank >= populated.length) return { ward, share: 0, areaOnly: true };
    if (populated.length === 1) return { ward, share: 1, areaOnly: false };
    const share = rank === 0 ? SHARE_AT_CENTRE : (1 - SHARE_AT_CENTRE) / (populated.length - 1);
    return { ward, share, areaOnly: false };
  });
}

/** Returns the shares that a decree of the owner states of all successors of a former ward; undefined where it does not. */
function statedShares(
  former: Pick<FormerWard, 'wards' | 'extents'> | undefined,
  wards: readonly number[],
): WardCandidate[] | undefined {
  const { extents = [], wards: all = [] } = former ?? {};
  const stated = wards.map((ward) => ({ ward, share: Number(extents[all.indexOf(ward)]), areaOnly: false }));
  if (!stated.every(({ share }) => share > 0)) return undefined;
  return stated.sort((a, b) => b.share - a.share);
}

/** Reports whether candidates are decided by law: all of the population is in the first. */
export function isDecided(candidates: readonly WardCandidate[] | undefined): boolean {
  return candidates?.[0]?.share === 1;
}

function isDividedInto({ kind }: Unit, wards: readonly number[]): boolean {
  return kind === 'former-ward' && wards.length > 1;
}

function isProvince({ kind }: Unit): boolean {
  return kind === 'province' || kind === 'former-province';
}

function levelOf(unit: Unit): AdminMatch['level'] {
  if (unit.kind === 'ward' || unit.kind === 'former-ward') return 'ward';
  return unit.kind === 'district' ? 'district' : 'province';
}

/** Returns the province that contains most of some wards. */
function provinceOfWards(dataset: AdminDataset, wards: readonly number[]): number {
  const counts = new Map<number, number>();
  let most = -1;
  for (const ward of wards) {
    const { province } = dataset.wards[ward];
    const count = (counts.get(province) ?? 0) + 1;
    counts.set(province, count);
    if (most < 0 || count > (counts.get(most) ?? 0)) most = province;
  }
  return most;
}

/** Returns the former units of a match: those of the unit itself, or those that all its base wards share. */
function oldUnitsOf(
  dataset: AdminDataset,
  table: UnitTable,
  unit: Unit,
  baseWards: Unit['ranges'],
): OldUnits {
  if (unit.kind !== 'ward' && unit.kind !== 'province') return unit.former;
  const formers = new Set<number>();
  for (const baseWard of members(baseWards)) formers.add(table.formerOf[baseWard]);
  if (formers.has(-1)) return NO_OLD_UNITS;
  const names = [...formers]
    .map((former) => dataset.formerWards[former])
    .filter((former) => unit.kind === 'province' || wasInForceLast(dataset, former));
  const first = names[0];
  if (first === undefined || names.some(({ province }) => province !== first.province)) return NO_OLD_UNITS;
  const { province, district, fullName, code } = first;
  if (unit.kind === 'province' || names.some((name) => name.district !== district))
    return { province, district: undefined, ward: undefined, wardCode: undefined };
  if (names.length > 1) return { province, district, ward: undefined, wardCode: undefined };
  return { province, district, ward: fullName, wardCode: code === '' ? undefined : code };
}
