import type { GeomillExtension } from '../contract/records/osm-feature.ts';
import type { AdminDataset } from './admin/units.ts';
import type { LocalPlace } from './local-place.ts';
import { placeId } from './place-id.ts';
import type { AdminMatch } from './search/admin-match.ts';
import type { AdminSearch } from './search/admin-search.ts';

/** Says which administrative units labels name. */
export type AdminUnits = 'old' | 'new';

/** Turns matches of the administrative search into answers, with labels in the units asked for and both kinds told beside. */
export function createAdminPlaces(dataset: AdminDataset, search: AdminSearch) {
  return (match: AdminMatch, units: AdminUnits, distanceMeters: number | null = null): LocalPlace => {
    const { label, ...parts } = search.labelOf(match, units);
    return {
      id: placeId(match.unitId),
      name: parts.ward || parts.district || parts.province,
      level: match.level,
      position: match.position,
      parts,
      label,
      distanceMeters,
      extension: extensionOf(dataset, match),
    };
  };
}

function extensionOf(dataset: AdminDataset, match: AdminMatch): GeomillExtension {
  const ward = match.newUnits.ward === undefined ? undefined : dataset.wards[match.newUnits.ward];
  const province = dataset.provinces[match.newUnits.province];
  const { oldUnits } = match;
  return {
    level: match.level,
    accuracy_radius_meters: Math.round(match.accuracyRadiusMeters),
    score: round(match.score),
    margin: round(match.margin),
    old: {
      ward: oldUnits.ward ?? null,
      ward_code: oldUnits.wardCode ?? null,
      district: oldUnits.district ?? null,
      province: oldUnits.province ?? null,
      province_code: null,
    },
    new: {
      ward: ward?.fullName ?? null,
      ward_code: ward?.code ?? null,
      district: null,
      province: province?.fullName ?? null,
      province_code: province?.code ?? null,
    },
  };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
