import type { AdminDataset } from '../units/units.ts';
import type { AdminLabel, AdminMatch } from './admin-match.ts';

/**
 * Returns the parts of a match in old or new units, and joins them to an address line.
 *
 * Shape: `Phường Ba Đình, Thành phố Hà Nội`, or old: `Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội`. A ward whose former ward is unknown has its
 * units in force in both, so that the label identifies it and never puts a ward of today into a former district. An empty former ward is left out.
 */
export function labelMatch(
  dataset: AdminDataset,
  match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
  admin: 'old' | 'new',
): AdminLabel {
  const { level, oldUnits } = match;
  const isInForce = admin === 'new' || (level === 'ward' && oldUnits.ward === undefined);
  const parts = isInForce ? partsInForce(dataset, match) : formerParts(dataset, match);
  const { ward, district, province } = parts;
  return {
    ward,
    district,
    province,
    label: [ward, district, province].filter((part) => part !== '').join(', '),
  };
}

type Parts = Omit<AdminLabel, 'label'>;

function partsInForce(dataset: AdminDataset, { newUnits }: Pick<AdminMatch, 'newUnits'>): Parts {
  const ward = newUnits.ward === undefined ? '' : dataset.wards[newUnits.ward].fullName;
  return { ward, district: '', province: dataset.provinces[newUnits.province].fullName };
}

function formerParts(
  dataset: AdminDataset,
  { level, newUnits, oldUnits }: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
): Parts {
  return {
    ward: level === 'ward' ? (oldUnits.ward ?? '') : '',
    district: oldUnits.district ?? '',
    province: oldUnits.province ?? dataset.provinces[newUnits.province].fullName,
  };
}
