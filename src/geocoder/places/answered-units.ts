import type { GeomillExtension } from '../../contract/records/osm-feature.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminMatch, WardCandidate } from '../../gazetteer/unit-search/admin-match.ts';

/** Writes former units as answers tell them. */
export function answeredOldUnits(units: AdminMatch['oldUnits']): GeomillExtension['old'] {
  return {
    // Island districts had no wards: their name is empty.
    ward: units.ward || null,
    ward_code: units.wardCode ?? null,
    district: units.district ?? null,
    province: units.province ?? null,
    province_code: null,
  };
}

/** Writes units in force as answers tell them. Shape: takes their places in the dataset. */
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
    province: province?.fullName ?? null,
    province_code: province?.code ?? null,
  };
}

/** Writes the wards that a divided former ward became as a member of the extension; nothing where it was not divided. */
export function answeredCandidates(
  { wards }: AdminDataset,
  candidates: readonly WardCandidate[] | undefined,
): Pick<GeomillExtension, 'ward_candidates'> {
  if (candidates === undefined) return {};
  return {
    ward_candidates: candidates.map(({ ward, share }) => ({
      ward: wards[ward]?.fullName ?? '',
      ward_code: wards[ward]?.code ?? '',
      share: roundShare(share),
    })),
  };
}

/** Rounds a share to three digits. */
export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}
