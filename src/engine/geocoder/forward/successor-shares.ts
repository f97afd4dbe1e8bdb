import type { AdminSearch, Understanding } from '../reader/admin-search.ts';
import type { WardCandidate } from '../reader/admin-match.ts';
import { isDecided, SHARE_AT_CENTRE } from '../reader/answer.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { BESIDE, BETWEEN, NOWHERE } from './house-finder.ts';
import { type Inquiry, moveToFront, type Result, WHOLE } from './inquiry.ts';
import { metersBetween } from './street-line.ts';
import { WARD } from '../../../base/text/unit-words.ts';
import { toDegrees } from '../../gazetteer/store/access.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { MatchClues } from '../places/match-clues.ts';
import type { Explainer } from './explain.ts';

/**
 * How much the length of a street counts beside its known houses, as so many houses, and the least share of a street in a ward that holds none of it, since
 * maps are incomplete. Set by hand, with the tables of both halves of the calibration's former wards in view.
 */
const LENGTH_AS_HOUSES = 4;
const LEAST_SHARE = 0.03;
/** Shares of right wards if the question names a divided ward and the position is that of the house itself, or computed from its neighbours. Set as above. */
const SHARE_AT_HOUSE = 0.98;
const SHARE_AT_COMPUTED = 0.9;

/** Results with scores closer than this differ by their importance only. */
const EQUAL_SCORE = 0.011;

/** The wards in force that a divided ward in a question can mean, as a street or house of the question decides between them. */
export interface Successors {
  /** Returns the candidates for the ward of a match, the answered one first with its share; undefined if the question means one ward. */
  candidatesFor(inquiry: Inquiry, result: Result, ward: number): WardCandidate[] | undefined;
  /** Moves the part of a street whose ward is the likeliest to the front, if the number of the house does not decide. */
  preferPart(inquiry: Inquiry): void;
}

/**
 * Creates the choice between the successors of a divided ward.
 *
 * Shape: a share is proportional to that of the ward by the units alone, times the share of the street in it: by its known houses, then by its length.
 */
export function createSuccessors(tables: PlaceTables, adminSearch: AdminSearch): Successors {
  const { streetCount, streetHouseStart, featureRadius, featureBaseWard } = tables;
  const { wardOf } = adminSearch.table;

  // Every match of a question asks for the same candidates.
  let last: { of: Understanding; candidates: WardCandidate[] | undefined } | undefined;

  /** Returns the wards that a question can mean by its units alone, and the answered one if that is another. */
  const meant = ({ understanding }: Inquiry, answered?: number): WardCandidate[] | undefined => {
    if (last?.of !== understanding)
      last = { of: understanding, candidates: adminSearch.candidatesOf(understanding) };
    const { candidates } = last;
    if (candidates === undefined || answered === undefined) return candidates;
    if (candidates.some(({ ward }) => ward === answered)) return candidates;
    return [...candidates, { ward: answered, share: 1 - SHARE_AT_CENTRE, areaOnly: false }];
  };

  /** Multiplies the shares of wards by those of a street in them. */
  const weigh = (candidates: readonly WardCandidate[], parts: readonly number[]): WardCandidate[] => {
    const held = candidates.map(() => 0);
    let [houses, length] = [0, 0];
    const each = (visit: (at: number, known: number, meters: number) => void): void => {
      for (const part of parts) {
        if (part >= streetCount) continue;
        const at = candidates.findIndex(({ ward }) => ward === wardOf[featureBaseWard[part]]);
        if (at >= 0) visit(at, streetHouseStart[part + 1] - streetHouseStart[part], featureRadius[part]);
      }
    };
    each((_, known, meters) => {
      houses += known;
      length += meters;
    });
    if (houses + length === 0) return [...candidates];
    const ofLength = length === 0 ? 0 : LENGTH_AS_HOUSES;
    each((at, known, meters) => {
      held[at] += (known + (length === 0 ? 0 : (ofLength * meters) / length)) / (houses + ofLength);
    });
    const weights = candidates.map(({ share }, at) => share * Math.max(LEAST_SHARE, held[at]));
    const sum = weights.reduce((a, b) => a + b, 0);
    return candidates.map(({ ward, areaOnly }, at) => ({ ward, share: weights[at] / sum, areaOnly }));
  };

  return {
    candidatesFor(inquiry, result, ward) {
      const candidates = meant(inquiry, ward);
      if (candidates === undefined) return undefined;
      const weighed = isDecided(candidates)
        ? candidates
        : weigh(candidates, partsOf(tables, inquiry, result));
      return answeredFirst(weighed, ward, shareAt(result));
    },
    preferPart(inquiry) {
      const { results, hits } = inquiry;
      const first = results.items[0];
      if (results.count < 2 || !isStreetOnly(first) || first.feature >= streetCount) return;
      if (results.items[1].score < first.score - EQUAL_SCORE) return;
      const candidates = meant(inquiry);
      if (candidates === undefined || isDecided(candidates)) return;
      const weighed = weigh(candidates, partsOf(tables, inquiry, first));
      const shareOf = ({ feature }: Result): number =>
        weighed.find(({ ward }) => ward === wardOf[featureBaseWard[feature]])?.share ?? 0;
      let best = 0;
      for (let i = 1; i < results.count; i += 1) {
        const other = results.items[i];
        if (other.score < first.score - EQUAL_SCORE) break;
        if (other.feature >= streetCount || hits.name[other.hit] !== hits.name[first.hit]) continue;
        if (isStreetOnly(other) && shareOf(other) > shareOf(results.items[best])) best = i;
      }
      if (best === 0) return;
      const { score } = first;
      moveToFront(results, best);
      results.items[0].score = score;
    },
  };
}

function isStreetOnly({ kind }: Result): boolean {
  return kind === NOWHERE || kind === WHOLE;
}

/** Returns the share of the answered ward by the position of the house; undefined if only the street is known. */
function shareAt({ kind }: Result): number | undefined {
  if (kind === BETWEEN || kind === BESIDE) return SHARE_AT_COMPUTED;
  return isStreetOnly({ kind } as Result) ? undefined : SHARE_AT_HOUSE;
}

/** Puts the answered ward in front, with its own share if there is one; the others keep their proportions. */
function answeredFirst(
  candidates: readonly WardCandidate[],
  ward: number,
  share: number | undefined,
): WardCandidate[] {
  const own = candidates.find((candidate) => candidate.ward === ward) ?? { ward, share: 0, areaOnly: false };
  const others = candidates.filter((candidate) => candidate.ward !== ward);
  if (share === undefined || own.areaOnly) return [own, ...others];
  const rest = others.reduce((sum, other) => sum + other.share, 0);
  return [
    { ward, share: rest === 0 ? 1 : share, areaOnly: false },
    ...others.map((other) => ({
      ward: other.ward,
      share: rest === 0 ? 0 : ((1 - share) * other.share) / rest,
      areaOnly: other.areaOnly,
    })),
  ];
}

/** What is known about the ward of a result. */
type WardClues = Pick<MatchClues, 'named' | 'wards' | 'wardShare' | 'isInWard'>;

/**
 * Creates the function that collects how certain the ward of a result is.
 *
 * Shape: `parts` are the parts of the street of the result, its own first; `across` is the base ward of the answer if it is not that of the result;
 * `isBorder` is true if the question names it and the result is just outside of it.
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

  return (inquiry, { feature, lat, lon }, parts, across, isBorder) => {
    const ward = across === undefined ? wardOfFeature(feature) : wardOf[across];
    const isInWard = wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) }) === ward;
    const named = isBorder ? 'border' : namedUnit(inquiry, feature);
    if (named === 'ward' || named === 'border') return { named, wards: 1, wardShare: 1, isInWard };
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
    return { named, wards: wards.size, wardShare, isInWard };
  };
}

/** Results with one name within this distance, beyond their radii, are parts of one street, which the dataset cuts at ward borders. Units: metres. */
const ONE_STREET_METERS = 2500;

/** Returns the street of a result and its other parts among the results, as features; the feature alone for a place. */
export function partsOf(tables: PlaceTables, { hits, results }: Inquiry, result: Result): number[] {
  const parts = [result.feature];
  if (result.feature >= tables.streetCount) return parts;
  for (let i = 0; i < results.count; i += 1) {
    const other = results.items[i];
    if (other === result || other.feature >= tables.streetCount) continue;
    if (hits.name[other.hit] !== hits.name[result.hit]) continue;
    const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
    if (meters <= ONE_STREET_METERS + result.radiusMeters + other.radiusMeters) parts.push(other.feature);
  }
  return parts;
}
