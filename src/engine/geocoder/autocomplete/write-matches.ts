import { certainMatch } from '../places/certain-match.ts';
import type { Match, PlaceMatch } from '../places/place-match.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { UNKNOWN_HOUSE, type BestList } from './best-list.ts';
import { FAR_PENALTY, MOST_POINTS } from './criteria.ts';
import type { UnitAnswers } from './unit-answers.ts';

/** Fewest points of a near candidate; far candidates have less. */
const LEAST_POINTS = MOST_POINTS - FAR_PENALTY;

/** Returns the candidates of a list as matches; `typedNumber` is the house number in front of the query. */
export function writeMatches(
  list: BestList,
  tables: PlaceTables | undefined,
  answers: UnitAnswers,
  typedNumber: string,
): Match[] {
  const matches: Match[] = [];
  const featureCount = tables?.featureCount ?? 0;
  let score = 1;
  for (let i = 0; i < list.count(); i += 1) {
    // Far candidates come after near ones, so their score must not be greater.
    score = Math.min(score, scoreOf(list, i));
    const margin = i === 0 ? score - (list.count() > 1 ? scoreOf(list, 1) : 0) : 0;
    const common = { score, margin, unexplained: [], contradicted: [] };
    const { member, house } = list.at(i);
    if (tables === undefined || member >= featureCount) {
      matches.push({ ...answers.answer(member - featureCount), ...common });
    } else matches.push({ ...describePlace(tables, member, house, typedNumber), ...common });
  }
  return matches;
}

function scoreOf(list: BestList, at: number): number {
  const { score } = list.at(at);
  const points = score < LEAST_POINTS ? score + FAR_PENALTY : score;
  return Math.min(1, Math.max(0, points / MOST_POINTS));
}

function describePlace(tables: PlaceTables, feature: number, house: number, typedNumber: string): PlaceMatch {
  const match = certainMatch(tables, house >= 0 ? tables.featureCount + house : feature);
  return house === UNKNOWN_HOUSE ? { ...match, houseNumber: typedNumber } : match;
}
