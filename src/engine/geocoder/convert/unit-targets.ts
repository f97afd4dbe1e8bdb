import type { DatedUnit, UnitEdge, UnitHistory, UnitLink } from '../../gazetteer/units/unit-history.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { SHARE_AT_CENTRE } from '../reader/answer.ts';
import type { NamedUnit } from './dated-units.ts';

/**
 * A unit of the other day that a unit can mean.
 *
 * Units: `share` of the addresses of the unit, estimated, 0 to 1; 1 and 0 are by law.
 */
export interface UnitTarget {
  unit: DatedUnit;
  edges: readonly UnitEdge[];
  share: number;
  isAreaOnly: boolean;
}

/** The units of a day that a unit can mean. Shape: the likeliest first; `isBack` is true if the day is before the unit. */
export interface UnitTargets {
  targets: readonly UnitTarget[];
  isBack: boolean;
}

/** Weight of a former unit of which a part is in a unit, beside one that is in it whole. */
const PART = 0.5;

/** Creates the function that returns the units of a day that a unit can mean. */
export function createUnitTargets(admin: AdminDataset, history: UnitHistory) {
  const order = new Map<string, readonly string[]>();
  for (const { code, wards } of admin.formerWards)
    if (code !== '')
      order.set(
        code,
        wards.map((ward) => admin.wards[ward]?.code ?? ''),
      );

  return ({ period: { unit }, successors }: NamedUnit, day: string): UnitTargets => {
    if (successors !== undefined)
      return { targets: recordless(history, admin.edition, successors, day), isBack: false };
    const isBack = day < unit.from;
    const links = isBack ? history.origins(unit, day) : history.successors(unit, day);
    const isPopulated = links.map(({ share }) => share !== 0);
    // The table may say of all successors that they got area only: then none of them is.
    const all = !isPopulated.includes(true);
    const populated = links.filter((_, at) => all || isPopulated[at]);
    const weights = isBack ? originWeights(populated) : successorShares(populated, order.get(unit.code));
    const targets = populated.map((link, at) => targetOf(link, weights[at], false));
    targets.sort((a, b) => b.share - a.share);
    const areaOnly = links
      .filter((_, at) => !all && isPopulated[at] === false)
      .map((link) => targetOf(link, 0, true));
    return { targets: [...targets, ...areaOnly], isBack };
  };
}

function targetOf({ unit, edges }: UnitLink, share: number, isAreaOnly: boolean): UnitTarget {
  return { unit, edges, share, isAreaOnly };
}

/** Returns the share of each successor: the only one has all, of several that at the centre most. */
function successorShares(links: readonly UnitLink[], order: readonly string[] = []): number[] {
  if (links.length === 1) return [1];
  const rankOf = ({ edges, unit }: UnitLink): number => {
    const rank = order.indexOf(edges[0]?.to.code ?? unit.code);
    return rank < 0 ? order.length : rank;
  };
  const ranks = links.map(rankOf);
  const first = ranks.indexOf(Math.min(...ranks));
  return links.map((_, at) => (at === first ? SHARE_AT_CENTRE : (1 - SHARE_AT_CENTRE) / (links.length - 1)));
}

/** Returns the share of each former unit of which a unit was made: equal ones, half of it for a part. */
function originWeights(links: readonly UnitLink[]): number[] {
  const weights = links.map(({ share }) => (share === undefined ? PART : 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Returns the successors of a ward of before the records; none on a day before them. */
function recordless(
  history: UnitHistory,
  edition: string,
  codes: readonly string[],
  day: string,
): UnitTarget[] {
  if (day < edition) return [];
  const links = codes.flatMap((code) => {
    const unit = history.unitOf('ward', code, edition);
    return unit === undefined ? [] : history.successors(unit, day).slice(0, 1);
  });
  const shares = successorShares(links, codes);
  return links.map((link, at) => targetOf(link, shares[at], false));
}
