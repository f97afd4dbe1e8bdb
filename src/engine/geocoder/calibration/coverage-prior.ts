import { LEAST_STREETS, streetsOfWards } from '../../gazetteer/province-counts.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { isPlaceMatch, type Match, type PlaceMatch } from '../places/place-match.ts';

/** Least share of the texts without a unit that are of a place that the dataset covers. Source: the development addresses without their units, of which the starter covers 42 %. */
const LEAST_PRIOR = 0.42;

/**
 * Returns the probability that a street that is named without any unit is in the area that a dataset covers.
 *
 * Shape: grows with the share of urban wards with streets, 1 if all have some; more than that share, because covered cities are what is asked for most.
 */
export function coveragePrior(
  { wards }: AdminDataset,
  tables: Pick<PlaceTables, 'baseWardStreetStart'>,
  table: Pick<UnitTable, 'wardOf'>,
): number {
  const streets = streetsOfWards(wards.length, tables, table);
  const urban = wards.flatMap(({ type }, ward) => (type === 'Phường' ? [ward] : []));
  const covered = urban.filter((ward) => streets[ward] >= LEAST_STREETS);
  return urban.length === 0 ? 1 : Math.max(LEAST_PRIOR, Math.sqrt(covered.length / urban.length));
}

/** Greatest share of the urban wards of a former province with streets where a street of the dataset is most likely another than the one that is meant. */
const THIN_SHARE = 0.1;

/**
 * Returns for each base ward whether a dataset has streets in hardly any town of the former province that it is in: then a text that names that province alone has
 * likely a street of its name elsewhere.
 */
export function thinlyCovered(
  { wards, formerWards }: AdminDataset,
  tables: Pick<PlaceTables, 'baseWardStreetStart'>,
  { wardOf, formerOf }: Pick<UnitTable, 'wardOf' | 'formerOf'>,
): boolean[] {
  const streets = streetsOfWards(wards.length, tables, { wardOf });
  const areaOf = (baseWard: number): string =>
    formerWards[formerOf[baseWard]]?.province ?? String(wards[wardOf[baseWard]].province);
  const areas = new Map<string, { urban: number; covered: number }>();
  wardOf.forEach((ward, baseWard) => {
    if (wards[ward].type !== 'Phường') return;
    const area = areas.get(areaOf(baseWard)) ?? { urban: 0, covered: 0 };
    area.urban += 1;
    if (streets[ward] >= LEAST_STREETS) area.covered += 1;
    areas.set(areaOf(baseWard), area);
  });
  return Array.from(wardOf, (_, baseWard) => {
    const { urban, covered } = areas.get(areaOf(baseWard)) ?? { urban: 0, covered: 0 };
    return covered < urban * THIN_SHARE;
  });
}

/** Reports whether a match is a street, without a house of the number, of a text that names a province, and no unit of it. */
export function isOfProvinceAlone(match: Match): match is PlaceMatch {
  return (
    isPlaceMatch(match) &&
    match.level !== 'poi' &&
    match.level !== 'house' &&
    match.clues?.named === 'province'
  );
}

/** Reports whether a match is a street or house of a text that names no unit: other provinces may have a street of that name too. */
export function isUnplaced(match: Match): boolean {
  if (!isPlaceMatch(match) || match.level === 'poi' || match.clues === undefined) return false;
  return match.clues.named === 'none' && !match.clues.isProvinceNamed;
}
