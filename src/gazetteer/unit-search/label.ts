import type { AdminDataset, Province, Ward } from '../units/units.ts';
import type { AdminLabel, AdminMatch } from './admin-match.ts';

/**
 * Names the parts of an answer in old or in new units, and joins them into an address line.
 *
 * Shape: `Phường Ba Đình, Thành phố Hà Nội`, or old: `Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội`. Where the former ward or
 * province is not known, the unit in force stands in for it, so that the line still says which place was meant.
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
