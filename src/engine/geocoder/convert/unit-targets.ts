import type { DatedUnit, UnitEdge, UnitHistory, UnitLink } from '../../gazetteer/units/unit-history.ts';
import { isInPeriod } from '../../gazetteer/units/unit-periods.ts';
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

  /** Returns the shares of the units of a later day that a unit became: those of each step multiplied. */
  const sharesOn = (unit: DatedUnit, day: string): Map<DatedUnit, number> => {
    const shares = new Map<DatedUnit, number>();
    if (isInPeriod(unit, day)) return shares.set(unit, 1);
    const edges = populatedOf(history.edgesFrom(unit));
    const stated = edges.flatMap(({ share }) => share ?? []);
    const weights =
      stated.length === edges.length && edges.length > 1
        ? stated
        : successorShares(
            edges.map(({ to }) => to.code),
            order.get(unit.code),
          );
    edges.forEach(({ to }, at) => {
      for (const [target, share] of sharesOn(to, day))
        shares.set(target, (shares.get(target) ?? 0) + share * weights[at]);
    });
    return shares;
  };

  return ({ period: { unit }, successors }: NamedUnit, day: string): UnitTargets => {
    if (successors !== undefined)
      return { targets: recordless(history, admin.edition, successors, day), isBack: false };
    const isBack = day < unit.from;
    const links = isBack ? history.origins(unit, day) : history.successors(unit, day);
    const populated = populatedOf(links);
    const shares = isBack ? undefined : sharesOn(unit, day);
    const weights = originWeights(populated);
    const targets = populated.map((link, at) =>
      targetOf(link, shares === undefined ? weights[at] : (shares.get(link.unit) ?? 0), false),
    );
    targets.sort((a, b) => b.share - a.share);
    const areaOnly = links.filter((link) => !populated.includes(link)).map((link) => targetOf(link, 0, true));
    return { targets: [...targets, ...areaOnly], isBack };
  };
}

/** Returns what got population. The table may say of all successors that they got area only: then none of them is. */
function populatedOf<Link extends { share: number | undefined }>(links: readonly Link[]): Link[] {
  const populated = links.filter(({ share }) => share !== 0);
  return populated.length === 0 ? [...links] : populated;
}

function targetOf({ unit, edges }: UnitLink, share: number, isAreaOnly: boolean): UnitTarget {
  return { unit, edges, share, isAreaOnly };
}

/** Returns the share of each successor, by code: the only one has all, of several that at the centre most. */
function successorShares(codes: readonly string[], order: readonly string[] = []): number[] {
  if (codes.length === 1) return [1];
  const ranks = codes.map((code) => {
    const rank = order.indexOf(code);
    return rank < 0 ? order.length : rank;
  });
  const first = ranks.indexOf(Math.min(...ranks));
  return codes.map((_, at) => (at === first ? SHARE_AT_CENTRE : (1 - SHARE_AT_CENTRE) / (codes.length - 1)));
}

/** Returns the share of each former unit of which a unit was made: equal ones, half of it for a part. */
function originWeights(links: readonly UnitLink[]): number[] {
  const weights = links.map(({ share }) => (share === undefined ? PART : share || 1));
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
  const shares = successorShares(
    links.map(({ edges, unit }) => edges[0]?.to.code ?? unit.code),
    codes,
  );
  return links.map((link, at) => targetOf(link, shares[at], false));
}
