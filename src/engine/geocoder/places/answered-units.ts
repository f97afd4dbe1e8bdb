import type { GeomillExtension } from '../../../contract/records/osm-feature.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminMatch, WardCandidate } from '../../gazetteer/unit-search/admin-match.ts';

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
 * Leaves the ward of a position out of its former units if it is unknown and the district is known, so that the label ends at the district.
 * Without a known district the units stay as they are: the label then has the units in force.
 */
export function withoutUnknownWard(units: AdminMatch['oldUnits']): AdminMatch['oldUnits'] {
  return units.ward === undefined && units.district !== undefined ? { ...units, ward: '' } : units;
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

/** Returns the members of the response extension that say of which days the names of units are. Shape: `units` are indexes into the dataset. */
export function answeredDays(
  { wards, provinces, codes }: AdminDataset,
  units: AdminMatch['newUnits'],
): Pick<GeomillExtension, 'newest_day' | 'earlier'> {
  if (codes === undefined) return {};
  const ward = units.ward === undefined ? undefined : wards[units.ward];
  const earlier = codes.earlierNames(provinces[units.province]?.code ?? '', ward?.code);
  return {
    newest_day: codes.newestDay,
    ...(earlier.length === 0
      ? {}
      : { earlier: earlier.map((names) => ({ ...names, ward: names.ward ?? null })) }),
  };
}

/** Returns the postal code of the ward of a match; empty if it has no ward. Shape: `units` are indexes into the dataset. */
export function answeredPostalCode({ wards, codes }: AdminDataset, units: AdminMatch['newUnits']): string {
  const ward = units.ward === undefined ? undefined : wards[units.ward];
  return (ward && codes?.postalCodeOf(ward.code)) ?? '';
}

/** Returns the candidate wards of a match as a member of the response extension; an empty object without candidates. */
export function answeredCandidates(
  { wards }: AdminDataset,
  candidates: readonly WardCandidate[] | undefined,
): Pick<GeomillExtension, 'ward_candidates'> {
  if (candidates === undefined) return {};
  return {
    ward_candidates: candidates.map(({ ward, share, areaOnly }) => ({
      ward: wards[ward]?.fullName ?? '',
      ward_code: wards[ward]?.code ?? '',
      share: roundShare(share),
      ...(areaOnly ? { reason: 'area only' } : {}),
    })),
  };
}

/** Rounds a share to three digits. */
export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}
