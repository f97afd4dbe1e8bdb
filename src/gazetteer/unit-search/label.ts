import type { AdminDataset, Province, Ward } from '../units/units.ts';
import type { AdminLabel, AdminMatch } from './admin-match.ts';

/**
 * Returns the parts of a match in old or new units, and joins them to an address line.
 *
 * Shape: `Phường Ba Đình, Thành phố Hà Nội`, or old: `Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội`. An unknown former ward or province is replaced
 * by the unit in force, so that the line still identifies the place.
 */
export function labelMatch(
  dataset: AdminDataset,
  match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
  admin: 'old' | 'new',
): AdminLabel {
  const { newUnits, oldUnits } = match;
  const newWard = newUnits.ward === undefined ? '' : (dataset.wards[newUnits.ward] as Ward).fullName;
  const newProvince = (dataset.provinces[newUnits.province] as Province).fullName;
  const isWard = match.level === 'ward';
  const old = admin === 'old';
  const ward = old && isWard ? (oldUnits.ward ?? newWard) : newWard;
  const district = old ? (oldUnits.district ?? '') : '';
  const province = old ? (oldUnits.province ?? newProvince) : newProvince;
  const parts = old && !isWard ? [district, province] : [ward, district, province];
  return {
    ward: old && !isWard ? '' : ward,
    district,
    province,
    label: parts.filter((part) => part !== '').join(', '),
  };
}
