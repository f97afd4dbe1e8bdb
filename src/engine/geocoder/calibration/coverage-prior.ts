import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { UnitTable } from '../../gazetteer/unit-search/units.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';

/** A ward with so many streets is covered by a dataset; fewer cross its border only. */
const LEAST_STREETS = 3;
/** Least share of the texts without a unit that are of a place that the dataset covers. Source: the development addresses without their units, of which the starter covers 42 %. */
const LEAST_PRIOR = 0.42;

/**
 * Returns the probability that a street that is named without any unit is in the area that a dataset covers.
 *
 * Shape: grows with the share of urban wards with streets, 1 if all have some; more than that share, because covered cities are what is asked for most.
 */
export function coveragePrior(
  { wards }: AdminDataset,
  { baseWardStreetStart }: Pick<PlaceTables, 'baseWardStreetStart'>,
  { wardOf }: UnitTable,
): number {
  const streets = new Int32Array(wards.length);
  wardOf.forEach((ward, baseWard) => {
    streets[ward] += baseWardStreetStart[baseWard + 1] - baseWardStreetStart[baseWard];
  });
  const urban = wards.flatMap(({ type }, ward) => (type === 'Phường' ? [ward] : []));
  const covered = urban.filter((ward) => streets[ward] >= LEAST_STREETS);
  return urban.length === 0 ? 1 : Math.max(LEAST_PRIOR, Math.sqrt(covered.length / urban.length));
}

/** Reports whether a match is a street or house of a text that names no unit: other provinces may have a street of that name too. */
export function isUnplaced(match: Match): boolean {
  if (!isPlaceMatch(match) || match.level === 'poi' || match.clues === undefined) return false;
  return match.clues.named === 'none' && !match.clues.isProvinceNamed;
}
