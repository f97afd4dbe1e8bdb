import type { AdminMatch } from '../../gazetteer/unit-search/admin-match.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Explainer } from './explain.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';

/** Score of a unit that contains several places with equal matches. */
const AMBIGUOUS = 0.6;

/**
 * Creates the function that returns the unit that contains several equally good results.
 *
 * Shape: the lowest unit of the question that contains all of them, else their province in force; undefined if there is none.
 */
export function createUnitAbove(
  tables: PlaceTables,
  adminSearch: AdminSearch,
  explainer: Explainer,
): (inquiry: Inquiry, tied: readonly Result[]) => AdminMatch | undefined {
  const { table, facts } = adminSearch;
  const provinceOfWard = new Map<number, Unit>();
  for (const unit of table.units)
    if (unit.kind === 'ward') provinceOfWard.set(unit.index, facts.provinceOf(unit));
  const provinceOf = ({ feature }: Result): Unit | undefined =>
    provinceOfWard.get(table.wardOf[tables.featureBaseWard[feature]] ?? -1);
  return ({ understanding, named: certain }, tied) => {
    const stack = understanding.stacks[0];
    // Results far from a certainly named ward were dropped before, so this ward needs no test.
    const isWardCertain = certain[0] !== undefined && certain[0].reading === stack?.ward;
    const named = [
      isWardCertain ? stack?.ward?.unit : undefined,
      stack?.ward?.unit,
      stack?.district?.unit,
      stack?.province?.unit,
    ].find(
      (unit, at) =>
        unit !== undefined && (at === 0 || tied.every(({ feature }) => explainer.isIn(feature, unit))),
    );
    const [first, ...others] = tied.map(provinceOf);
    const unit = named ?? (others.every((other) => other === first) ? first : undefined);
    const match = unit && adminSearch.lookupUnit(unit.id);
    return match && { ...match, score: AMBIGUOUS, margin: 0, ambiguity: 'several_records' };
  };
}
