import { WARD } from '../../../base/text/unit-words.ts';
import { toDegrees } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { WardCandidate } from '../reader/admin-match.ts';
import { isDecided } from '../reader/answer.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { MatchClues } from '../places/match-clues.ts';
import type { Explainer } from './explain.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';

/** What is known about the ward of a result. */
export type WardClues = Pick<
  MatchClues,
  'named' | 'wards' | 'wardShare' | 'isInWard' | 'successors' | 'successorShare'
>;

/**
 * Creates the function that collects how certain the ward of a result is.
 *
 * Shape: `parts` are the parts of the street of the result, its own first; `across` is the base ward of the answer if it is not that of the result;
 * `isBorder` is true if the question names it and the result is just outside of it; `candidates` are the wards in force that the ward of the question can mean, the answered one
 * first.
 * Cost: about two microseconds, for the polygon of the position.
 */
export function createWardClues(
  tables: PlaceTables,
  { table: { wardOf } }: AdminSearch,
  explainer: Explainer,
  wardAt: AdminDataset['wardAt'],
): (
  inquiry: Inquiry,
  result: Result,
  parts: readonly number[],
  across: number | undefined,
  isBorder: boolean,
  candidates: readonly WardCandidate[] | undefined,
) => WardClues {
  const wardOfFeature = (feature: number): number => wardOf[tables.featureBaseWard[feature]] ?? -1;

  const namedUnit = ({ understanding }: Inquiry, feature: number): WardClues['named'] => {
    const { ward, district, province } = understanding.stacks[0] ?? {};
    if (ward !== undefined) {
      // The same words can mean a ward in force and a former one.
      const isInside = understanding.readings.some(
        ({ start, end, layer, unit }) =>
          layer === WARD && start < ward.end && end === ward.end && explainer.isIn(feature, unit),
      );
      return isInside ? 'ward' : 'other-ward';
    }
    if (district !== undefined && explainer.isIn(feature, district.unit)) return 'district';
    return province !== undefined && explainer.isIn(feature, province.unit) ? 'province' : 'none';
  };

  return (inquiry, { feature, lat, lon }, parts, across, isBorder, candidates) => {
    const ward = across === undefined ? wardOfFeature(feature) : wardOf[across];
    const isInWard = wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) }) === ward;
    const named = isBorder ? 'border' : namedUnit(inquiry, feature);
    const isDivided = candidates !== undefined && !isDecided(candidates);
    const successors = isDivided ? candidates.length : 1;
    const successorShare = isDivided ? candidates[0].share : 1;
    if (named === 'ward' || named === 'border')
      return { named, wards: 1, wardShare: 1, isInWard, successors, successorShare };
    const wards = new Set<number>();
    let [own, all] = [0, 0];
    for (const part of parts) {
      const partWard = wardOfFeature(part);
      const radius = tables.featureRadius[part];
      wards.add(partWard);
      all += radius;
      if (partWard === ward) own += radius;
    }
    const wardShare = all === 0 ? 1 : own / all;
    return { named, wards: wards.size, wardShare, isInWard, successors, successorShare };
  };
}
