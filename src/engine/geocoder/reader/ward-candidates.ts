import type { WardCandidate } from './admin-match.ts';
import type { Stack } from './stack.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';

/** Stacks for the same words with a score this much below the best are not considered. */
const SAME_SCORE = 0.15;
/** Most candidates. */
const MOST_CANDIDATES = 12;

/**
 * Returns all wards in force that the ward of a question can mean, the matched one first; undefined if there is only one.
 *
 * Shape: the successors of a former ward, and the ward in force with the same name if neither a type word nor a district decides between them; undefined
 * if the question names no district or province. `wardsOf` returns the wards in force that a stack can mean. `share` is that of the matched ward; the others share the rest equally.
 */
export function wardCandidates(
  stacks: readonly Stack[],
  wardsOf: (stack: Stack) => readonly number[],
  answered: number,
  share: number,
): WardCandidate[] | undefined {
  const best = stacks[0];
  if (best?.ward === undefined || (best.district ?? best.province) === undefined) return undefined;
  const { ward } = best;
  // A ward in force with its type word is not ambiguous.
  if (ward.marked && best.unit.kind === 'ward') return undefined;
  const wards = [answered];
  for (const stack of stacks) {
    if (stack.score < best.score - SAME_SCORE || wards.length > MOST_CANDIDATES) break;
    if (stack.ward?.start !== ward.start || stack.ward.end !== ward.end) continue;
    for (const each of wardsOf(stack)) if (!wards.includes(each)) wards.push(each);
  }
  const others = wards.length - 1;
  if (others === 0) return undefined;
  return wards.map((each) => ({
    ward: each,
    share: each === answered ? share : (1 - share) / others,
    areaOnly: false,
  }));
}

/**
 * Returns the former wards that the words of the first stack fit equally, its own first: a commune and the town of its name in one district, where the text has no type word;
 * undefined where there is one.
 */
export function tiedFormers([first, ...others]: readonly Stack[]): Unit[] | undefined {
  if (first?.unit.kind !== 'former-ward' || first.unit.isEnded) return undefined;
  const { unit, score, district } = first;
  const tied = [unit];
  for (const other of others) {
    if (other.score < score) break;
    if (other.unit.kind === 'former-ward' && !other.unit.isEnded && !tied.includes(other.unit))
      if (
        other.unit.name === unit.name &&
        other.district?.unit === district?.unit &&
        isBeside(other.unit, unit)
      )
        tied.push(other.unit);
  }
  return tied.length === 1 ? undefined : tied;
}

const isBeside = ({ former: a }: Unit, { former: b }: Unit): boolean =>
  a.district === b.district && a.province === b.province;

/** The columns of the place tables that addresses are counted by. */
export type CountedTables = Pick<
  PlaceTables,
  'streetCount' | 'streetHouseStart' | 'featureBaseWard' | 'featureFlags' | 'featureRadius'
>;

/** Streets of a ward in force that a source assigned to a former ward, from which on the former wards of the ward are known. Units: share of their length. */
const LEAST_KNOWN = 0.5;
/** How much the length of streets, and the share at the centre of a former ward, count beside its known houses, as so many houses. */
const LENGTH_AS_HOUSES = 4;
const CENTRE_AS_HOUSES = 4;

/**
 * Creates the function that corrects the shares of the successors of a former ward by the known houses and the streets of the former ward in each.
 *
 * Shape: the likeliest first; the shares stay as they are where no source says in which former ward the streets of all successors lie.
 * Cost: once through all streets at the first use.
 */
export function createAddressCounts(
  { streetCount, streetHouseStart, featureBaseWard, featureFlags, featureRadius }: CountedTables,
  { wardOf }: UnitTable,
): (baseWards: Iterable<number>, candidates: readonly WardCandidate[]) => WardCandidate[] {
  let counts: { houses: Float64Array; meters: Float64Array; isKnown: (ward: number) => boolean } | undefined;
  const count = (): NonNullable<typeof counts> => {
    const houses = new Float64Array(wardOf.length);
    const meters = new Float64Array(wardOf.length);
    const known = new Map<number, number>();
    const all = new Map<number, number>();
    for (let street = 0; street < streetCount; street += 1) {
      const baseWard = featureBaseWard[street];
      const ward = wardOf[baseWard];
      if (ward === undefined) continue;
      const length = featureRadius[street];
      all.set(ward, (all.get(ward) ?? 0) + length);
      if ((featureFlags[street] & FEATURE_FLAGS.formerKnown) === 0) continue;
      known.set(ward, (known.get(ward) ?? 0) + length);
      houses[baseWard] += streetHouseStart[street + 1] - streetHouseStart[street];
      meters[baseWard] += length;
    }
    const isKnown = (ward: number): boolean => (known.get(ward) ?? 0) > LEAST_KNOWN * (all.get(ward) ?? 0);
    return { houses, meters, isKnown };
  };
  return (baseWards, candidates) => {
    const { houses, meters, isKnown } = (counts ??= count());
    const populated = candidates.filter(({ areaOnly }) => !areaOnly);
    if (populated.length < 2 || !populated.every(({ ward }) => isKnown(ward))) return [...candidates];
    const all = [...baseWards];
    const sumOf = (column: Float64Array, ward: number): number =>
      all.reduce((sum, baseWard) => sum + (wardOf[baseWard] === ward ? column[baseWard] : 0), 0);
    const length = populated.reduce((sum, { ward }) => sum + sumOf(meters, ward), 0);
    if (length === 0) return [...candidates];
    const weights = populated.map(
      ({ ward, share }) =>
        sumOf(houses, ward) + (LENGTH_AS_HOUSES * sumOf(meters, ward)) / length + CENTRE_AS_HOUSES * share,
    );
    const sum = weights.reduce((a, b) => a + b, 0);
    const corrected = populated.map(({ ward }, at) => ({ ward, share: weights[at] / sum, areaOnly: false }));
    corrected.sort((a, b) => b.share - a.share);
    return [...corrected, ...candidates.filter(({ areaOnly }) => areaOnly)];
  };
}
