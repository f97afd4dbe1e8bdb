import { diacriticKey } from '../../../base/text/diacritics.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { BESIDE, BETWEEN } from './house-match.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';
import { metersBetween } from './street-line.ts';

/** What is known about other places that the question can mean as well. */
export type RivalClues = Pick<
  MatchClues,
  'isSpelled' | 'rivals' | 'nearestRival' | 'nearestNamesake' | 'namesakesNear' | 'namesakesInWard'
>;

/** Another result with at least this share of the score is a rival. */
const RIVAL_SHARE = 0.9;
/** A result within this distance is at the same place. Units: metres. */
const SAME_PLACE_METERS = 150;
/** Namesakes within this distance are counted. Units: metres. */
const NEAR_METERS = 2000;
/** Most namesakes that are compared. */
const MOST_NAMESAKES = 256;

/**
 * Creates the function that collects the other places that a result can be confused with.
 *
 * Shape: `parts` are the parts of the street of the result; namesakes are counted for places and interpolated houses only, because confidence in other
 * results does not depend on them.
 * Cost: at most one distance for each result and 256 for namesakes.
 */
export function createRivalClues(
  tables: PlaceTables,
  names: Names,
): (inquiry: Inquiry, result: Result, parts: readonly number[]) => RivalClues {
  const { streetCount, featureLat, featureLon, featureBaseWard } = tables;

  const addNamesakes = (clues: RivalClues, name: number, result: Result, parts: readonly number[]): void => {
    const first = names.postingStart[name];
    const end = Math.min(names.postingStart[name + 1], first + MOST_NAMESAKES);
    for (let i = first; i < end; i += 1) {
      const other = names.posting[i];
      if (other < streetCount !== result.feature < streetCount || parts.includes(other)) continue;
      const { lat, lon } = result;
      const meters = metersBetween(lat, lon, featureLat[other], featureLon[other]);
      clues.nearestNamesake = Math.min(clues.nearestNamesake ?? Infinity, meters);
      if (meters < NEAR_METERS) clues.namesakesNear += 1;
      if (featureBaseWard[other] === featureBaseWard[result.feature]) clues.namesakesInWard += 1;
    }
  };

  return (inquiry, result, parts) => {
    const { hits, question, results } = inquiry;
    const { hit, feature, kind } = result;
    const first = question.tokens[hits.start[hit]];
    const last = question.tokens[hits.end[hit] - 1];
    const written = diacriticKey(question.text.slice(first.start, last.end));
    const isSpelled = written === diacriticKey(nameOf(tables, feature));
    const clues: RivalClues = { isSpelled, rivals: 0, namesakesNear: 0, namesakesInWard: 0 };
    for (let i = 0; i < results.count; i += 1) {
      const other = results.items[i];
      if (other === result || other.score < result.score * RIVAL_SHARE) continue;
      const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
      if (meters < SAME_PLACE_METERS) continue;
      clues.rivals += 1;
      clues.nearestRival = Math.min(clues.nearestRival ?? Infinity, meters);
    }
    if (feature >= streetCount || kind === BETWEEN || kind === BESIDE)
      addNamesakes(clues, hits.name[hit], result, parts);
    return clues;
  };
}
