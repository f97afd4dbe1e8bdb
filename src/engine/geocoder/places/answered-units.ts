import type { GeomillExtension } from '../../../contract/records/osm-feature.ts';
import { wasInForceLast } from '../../gazetteer/units/unit-codes.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminMatch, WardCandidate } from '../reader/admin-match.ts';
import type { LocalPlace } from './local-place.ts';
import type { Match } from './place-match.ts';

/** Converts former units to the `old` member of the response extension. */
export function answeredOldUnits(
  { codes }: AdminDataset,
  units: AdminMatch['oldUnits'],
): GeomillExtension['old'] {
  const found = units.province === undefined ? undefined : codes?.formerCodes(units.province, units.district);
  return {
    // Island districts had no wards: the ward name is empty.
    ward: units.ward || null,
    ward_code: units.wardCode ?? null,
    district: units.district ?? null,
    district_code: found?.districtCode ?? null,
    province: units.province ?? null,
    province_code: found?.provinceCode ?? null,
  };
}

/**
 * Leaves a ward out of former units that had ended before 1 July 2025: the units of that day have no ward of the name. Other units stay as they are,
 * the same object.
 */
export function withoutEndedWard(
  dataset: AdminDataset,
  units: AdminMatch['oldUnits'],
): AdminMatch['oldUnits'] {
  const { province, district, ward, wardCode } = units;
  if (!ward || wasInForceLast(dataset, { code: wardCode ?? '', fullName: ward })) return units;
  return { province, district, ward: '', wardCode };
}

/**
 * Leaves the ward of a position out of its former units if it is unknown and the district is known, so that the label ends at the district.
 * Without a known district the units stay as they are: the label then has the units in force.
 */
export function withoutUnknownWard(units: AdminMatch['oldUnits']): AdminMatch['oldUnits'] {
  const { province, district, ward, wardCode } = units;
  return ward === undefined && district !== undefined ? { province, district, ward: '', wardCode } : units;
}

/** Converts units in force to the `new` member of the response extension. Shape: `units` are indexes into the dataset. */
export function answeredNewUnits(
  { wards, provinces }: AdminDataset,
  units: AdminMatch['newUnits'],
): GeomillExtension['new'] {
  const ward = units.ward === undefined ? undefined : wards[units.ward];
  const province = provinces[units.province];
  return {
    ward: ward?.fullName ?? null,
    ward_code: ward?.code ?? null,
    district: null,
    district_code: null,
    province: province?.fullName ?? null,
    province_code: province?.code ?? null,
  };
}

/** Returns the former wards that a text fits equally as they are in the response extension. */
function answeredFormers(match: Match): GeomillExtension['former_candidates'] {
  const formers = 'formers' in match ? match.formers : undefined;
  return formers?.map(({ ward, wardCode }) => ({ ward: ward ?? '', ward_code: wardCode ?? null }));
}

/** The members of the response extension that say what units are called. */
export type AnsweredUnits = Pick<GeomillExtension, 'old' | 'new' | 'newest_day' | 'earlier'>;

/** Returns the names before the newest ones that units have had since 1 July 2025; undefined for none. Shape: `units` are indexes into the dataset. */
export function answeredEarlier(
  { wards, provinces, codes }: AdminDataset,
  units: AdminMatch['newUnits'],
): GeomillExtension['earlier'] {
  const ward = units.ward === undefined ? undefined : wards[units.ward];
  const earlier = codes?.earlierNames(provinces[units.province]?.code ?? '', ward?.code) ?? [];
  if (earlier.length === 0) return undefined;
  return earlier.map(({ until, ward, province }) => ({ until, ward: ward ?? null, province }));
}

/** Returns the postal code of the ward of a match; empty if it has no ward. Shape: `units` are indexes into the dataset. */
export function answeredPostalCode({ wards, codes }: AdminDataset, units: AdminMatch['newUnits']): string {
  const ward = units.ward === undefined ? undefined : wards[units.ward];
  return (ward && codes?.postalCodeOf(ward.code)) ?? '';
}

/** Returns the candidate wards of a match as they are in the response extension; undefined without candidates. */
function answeredCandidates(
  { wards }: AdminDataset,
  candidates: readonly WardCandidate[] | undefined,
): GeomillExtension['ward_candidates'] {
  return candidates?.map(({ ward, share, areaOnly }) => ({
    ward: wards[ward]?.fullName ?? '',
    ward_code: wards[ward]?.code ?? '',
    share: roundShare(share),
    reason: areaOnly ? 'area only' : undefined,
  }));
}

/**
 * Returns the response extension of a match.
 *
 * Shape: with all members, those that are known later or never as undefined, in the order of the response: an object with one more member would have another
 * shape, which V8 compiles for again. `label` are the units of a label that should have former ones, undefined for others.
 */
export function extensionOf(
  dataset: AdminDataset,
  match: Match,
  units: AnsweredUnits,
  openingHours: string | undefined,
  label: Pick<LocalPlace['parts'], 'ward' | 'district'> | undefined,
): GeomillExtension {
  return {
    level: match.level,
    accuracy_radius_meters: Math.round(match.accuracyRadiusMeters),
    score: roundShare(match.score),
    margin: roundShare(match.margin),
    old: units.old,
    new: units.new,
    newest_day: units.newest_day,
    // Former wards are in districts.
    label_units: label?.district === '' && label.ward !== '' ? 'new' : undefined,
    earlier: units.earlier,
    ward_candidates: answeredCandidates(dataset, match.candidates),
    former_candidates: answeredFormers(match),
    confidence: undefined,
    parts: undefined,
    ambiguity: undefined,
    opening_hours: openingHours,
  };
}

/** Rounds a share to three digits. */
export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}
