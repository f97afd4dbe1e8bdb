import { isMisspelt } from '../../gazetteer/unit-search/stack.ts';
import { HOUSE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { houseOf, type Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';
import { metersBetween } from './street-line.ts';

/** What is known about the units and the number of the question, and about the houses of the street. */
export type QuestionClues = Pick<
  MatchClues,
  | 'number'
  | 'knownHouses'
  | 'isComputed'
  | 'isProvinceNamed'
  | 'isUnitMisspelt'
  | 'hasSite'
  | 'unitMargin'
  | 'streetMeters'
  | 'middleMeters'
>;

/** Returns what the question names beside the name of a result; `parts` are the parts of its street. */
export function readQuestionClues(
  tables: PlaceTables,
  { question, hits, understanding }: Inquiry,
  { hit, feature, row, lat, lon }: Result,
  parts: readonly number[],
): QuestionClues {
  const { streetCount, streetHouseStart, houseFlags, featureLat, featureLon, featureRadius } = tables;
  const { steps } = houseOf(hits, hit);
  const taken = hits.taken[hit];
  const stack = understanding.stacks[0];
  let [knownHouses, streetMeters] = [0, 0];
  for (const part of feature < streetCount ? parts : []) {
    knownHouses += streetHouseStart[part + 1] - streetHouseStart[part];
    streetMeters += featureRadius[part];
  }
  return {
    number: steps.count > taken ? steps.number[taken] : 0,
    knownHouses,
    isComputed: row >= 0 && (houseFlags[row] & HOUSE_FLAGS.interpolated) !== 0,
    isProvinceNamed: stack?.province !== undefined,
    isUnitMisspelt: stack !== undefined && isMisspelt(stack),
    hasSite: question.hasSite,
    unitMargin: understanding.resolution.margin,
    streetMeters,
    middleMeters: metersBetween(lat, lon, featureLat[feature], featureLon[feature]),
  };
}
