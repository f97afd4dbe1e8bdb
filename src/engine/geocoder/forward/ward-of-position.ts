import { toDegrees } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import { overlap } from '../../gazetteer/unit-search/ranges.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { Explainer } from './explain.ts';
import { BESIDE, BETWEEN } from './house-match.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';

/**
 * Creates the function that returns a base ward of the ward in force at the position of an interpolated house, if that is not the ward of its part of the
 * street: the neighbours may be in another part, behind a ward border.
 *
 * Shape: undefined for other results, if the question names a ward, or if the ward at the position is outside of a unit of the question that
 * contains the street.
 * Cost: about two microseconds, for the polygon of the position.
 */
export function createWardOfPosition(
  tables: PlaceTables,
  { table: { wardOf, units } }: AdminSearch,
  explainer: Explainer,
  wardAt: AdminDataset['wardAt'],
): (inquiry: Inquiry, result: Result) => number | undefined {
  return ({ understanding }, { kind, feature, lat, lon }) => {
    if (kind !== BETWEEN && kind !== BESIDE) return undefined;
    const { ward, district, province } = understanding.stacks[0] ?? {};
    if (ward !== undefined) return undefined;
    const there = wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) });
    if (there < 0 || there === wardOf[tables.featureBaseWard[feature]]) return undefined;
    const unit = units.find(({ kind: is, index }) => is === 'ward' && index === there);
    if (unit === undefined) return undefined;
    const isOutside = [district, province].some(
      (reading) =>
        reading !== undefined &&
        explainer.isIn(feature, reading.unit) &&
        !overlap(reading.unit.ranges, unit.ranges),
    );
    return isOutside ? undefined : unit.ranges[0];
  };
}
