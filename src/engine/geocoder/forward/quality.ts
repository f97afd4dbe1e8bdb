import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';
import type { Understanding } from '../reader/admin-search.ts';
import { isNumber, isRoadCode, SITE } from '../reader/context.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import { placeWordAt } from '../../../base/text/place-words.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { MISSPELT, SPELLED } from './hits.ts';
import { ALIKE, EXACT, NOWHERE } from './house-finder.ts';
import { houseOf, type Inquiry, type Result, WHOLE } from './inquiry.ts';
import { isHardGap, type Marks, OPEN, type Question } from './question.ts';
import { ALLEY_WORD, HOUSE_WORD, STREET_WORD, WORD } from '../reader/word-classes.ts';
import { metersBetween, type UnitPosition } from './street-line.ts';
import { keepLast } from '../../gazetteer/store/keep-last.ts';
import { nameOf } from '../../gazetteer/store/access.ts';

/** Quality of a match by its kind (EXACT to WHOLE). */
const KIND_QUALITY = [1, 0.97, 0.92, 0.9, 0.86, 0.82, 1];
/** Quality of a named alley with an unknown house. */
const ALLEY_QUALITY = 0.89;
/** Quality of a point of interest: a house of an address is preferred. */
const POI_QUALITY = 0.97;
/** Factor of a name without a type word and house number: it is rather the unit with that name. */
const UNANNOUNCED = 0.9;
/** Factor of a street or point of interest whose name is only that of a unit in the question: it is rather the unit ("Lĩnh Nam" in "98 Sen Ngoại, Lĩnh Nam, Hoàng Mai"). */
const CALLED_LIKE_UNIT = 0.5;
/** Factor of a point of interest behind a house number that the question calls by its type or by many words: "12 Khách sạn Rex". */
const NUMBERED_POI = 0.8;
/** As NUMBERED_POI, for any other name: "12 Kha Vạn Cân" is a house in that street, known or not, and not the stop or school with that name. */
const NUMBERED_NAME = 0.5;
/** Most words of a street name. */
const LONGEST_STREET = 4;
/** Factor of each unexplained word right beside a name: it is rather a different, longer name. */
const LOOSE_WORD = 0.88;
const MOST_LOOSE = 3;
/** Factor of a name with the same letters and other diacritics: "Hoà" for "Hoa". */
const DIACRITICS_DIFFER = 0.97;
/** Factor of a misspelt name by the edits between it, with its diacritics, and the name of the place. */
const EDITS = [1, 1, 0.97, 0.88, 0.8, 0.75];
const IMPORTANCE_BONUS = 0.01;
const TYPE_BONUS = 0.01;
const FOCUS_BONUS = 0.06;
/** Powers of ten of the distance over which the focus bonus falls to 0: ten times nearer adds a fifth of it. */
const FOCUS_MAGNITUDES = 5;

/** Share of a unit's weight that counts if the place is only near the unit. */
export const NEAR_SHARE = 0.85;

/** Returns the quality of a match by its kind; the street's own name contains `taken` steps of the house path. */
export function qualityOf(tables: PlaceTables, feature: number, kind: number, taken: number): number {
  if (feature >= tables.streetCount) return POI_QUALITY;
  return kind === NOWHERE && taken > 0 ? ALLEY_QUALITY : KIND_QUALITY[kind];
}

/** Returns the bonus that orders equal matches: the nearer to the focus, then the more important. */
export function preferenceOf(tables: PlaceTables, feature: number, focus: UnitPosition | undefined): number {
  const importance = (tables.featureImportance[feature] / 255) * IMPORTANCE_BONUS;
  if (focus === undefined) return importance;
  const lat = tables.featureLat[feature];
  const lon = tables.featureLon[feature];
  const magnitude = Math.log10(1 + metersBetween(lat, lon, focus.lat, focus.lon) / 100);
  return importance + FOCUS_BONUS * Math.max(0, 1 - magnitude / FOCUS_MAGNITUDES);
}

/** Returns the bonus of a street whose name includes the type word of the question: "Phố Trần Phú" is not "Đường Trần Phú", even if that is more important. */
export function typedBonus({ question, hits }: Inquiry, { hit }: Result): number {
  const start = hits.start[hit];
  return question.role[start] === STREET_WORD && hits.end[hit] - start > 1 ? TYPE_BONUS : 0;
}

/** Returns the factor of a name by its context in the question: type words, house number and neighbouring words. */
export function fitOf(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  return LOOSE_WORD ** looseWords(tables, inquiry, result, marks) * announced(tables, inquiry, result);
}

/** Returns the number of unexplained words right in front of and behind a name. */
function looseWords(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  const { question, hits } = inquiry;
  const { hit } = result;
  const { role, count } = question;
  const isLoose = (at: number): boolean => marks[at] === OPEN && role[at] === WORD;
  let loose = 0;
  let at = hits.start[hit] - 1;
  while (at >= 0 && (role[at] === STREET_WORD || role[at] === HOUSE_WORD) && !isHardGap(question, at + 1))
    at -= 1;
  if (isBehindSite(tables, inquiry, result)) loose += isNameOfSite(inquiry, result) ? 1 : 0;
  else for (; at >= 0 && isLoose(at) && !isHardGap(question, at + 1); at -= 1) loose += 1;
  for (at = hits.end[hit]; at < count && isLoose(at) && !isHardGap(question, at); at += 1) loose += 1;
  return Math.min(MOST_LOOSE, loose);
}

/** Returns the factor of a name by the evidence that it is no unit ("Ba Đình" alone is the district): a type word, a house number, or several words. */
function announced(tables: PlaceTables, inquiry: Inquiry, { hit, kind, feature }: Result): number {
  const { question, hits, understanding } = inquiry;
  const house = houseOf(hits, hit);
  const start = hits.start[hit];
  if (feature >= tables.streetCount) {
    const end = hits.end[hit];
    if (house.steps.count > 0 && house.end === house.streetStart) {
      const isCalledPlace = understanding.context.head[start] === SITE || end - start > LONGEST_STREET;
      return isCalledPlace ? NUMBERED_POI : NUMBERED_NAME;
    }
    if (start > 0 && isNameOfUnit(understanding, start, end)) return CALLED_LIKE_UNIT;
    return end - start > 2 ? 1 : UNANNOUNCED;
  }
  if (start > 0 && isNameOfUnit(understanding, start, hits.end[hit]) && !isCalledStreet(inquiry, hit))
    return CALLED_LIKE_UNIT;
  if (kind !== WHOLE || house.streetStart < start || hits.taken[hit] !== 0) return 1;
  const first = question.role[start];
  return first === STREET_WORD || first === ALLEY_WORD ? 1 : UNANNOUNCED;
}

/** Reports whether a name, or a repetition of it, is behind a house number, with at most one letter or word between ("103 P. Ngọc Lâm"), or a word for streets. */
function isCalledStreet({ question, hits }: Inquiry, hit: number): boolean {
  for (let other = 0; other < hits.count; other += 1) {
    if (hits.name[other] !== hits.name[hit]) continue;
    const { steps, end, streetStart } = houseOf(hits, other);
    const isNumbered = steps.count > 0 && end <= streetStart && streetStart <= end + 1;
    // "156 QL13, Bến Cát": the house has its street already.
    if (isNumbered && isHardGap(question, end) && isStreetCode(question, end - 1)) continue;
    if (isNumbered || streetStart < hits.start[other]) return true;
  }
  return false;
}

/** Reports whether the last token of a house number is the code of a street: "QL13", or any behind another number, as in "18 TC4". */
function isStreetCode({ tokens }: Question, last: number): boolean {
  const { text, gap } = tokens[last];
  if (isRoadCode(text)) return true;
  return last > 0 && gap !== 2 && /^[a-z]+\d/.test(text) && isNumber(tokens[last - 1].text);
}

/** Reports whether some tokens are the name of a unit that the question can mean. */
function isNameOfUnit({ stacks, readings }: Understanding, from: number, to: number): boolean {
  const [best] = stacks;
  return (
    best !== undefined &&
    readings.some(
      ({ start, end, distance, unit }) =>
        start <= from && end >= to && distance === 0 && overlap(unit.ranges, best.unit.ranges),
    )
  );
}

/** Returns the words of a hit as written, with their diacritics. */
function writtenName({ question: { tokens, text }, hits }: Inquiry, hit: number): string {
  const first = tokens[hits.start[hit]];
  const last = tokens[hits.end[hit] - 1];
  return text.slice(first.start, last.end);
}

/** Reports whether a result is a place whose name is written as it is shown. */
export function isShownName(tables: PlaceTables, inquiry: Inquiry, { hit, feature }: Result): boolean {
  if (feature < tables.streetCount || inquiry.hits.how[hit] !== SPELLED) return false;
  return diacriticKey(writtenName(inquiry, hit)) === shownKey(tables, feature);
}

/**
 * Returns the factor of the spelling of a name, if the question has diacritics: a misspelt name must also be similar with diacritics.
 *
 * Cost: a few microseconds, so it is used only for results near the best score.
 */
export function spellingOf(tables: PlaceTables, inquiry: Inquiry, { hit, feature, kind }: Result): number {
  const { hits } = inquiry;
  const how = hits.how[hit];
  if (how > MISSPELT || hits.taken[hit] !== 0) return 1;
  const raw = writtenName(inquiry, hit);
  if (!hasDiacritics(raw)) return 1;
  const written = diacriticKey(raw);
  const shown = shownKey(tables, feature);
  if (shown.endsWith(written) || written.endsWith(shown)) return 1;
  if (how === SPELLED) return kind === EXACT || kind === ALIKE || kind === WHOLE ? DIACRITICS_DIFFER : 1;
  return EDITS[editDistance(written, shown.slice(-written.length - 1), 4)];
}

/** Number of names that are kept: some 100 kB. */
const KEPT_KEYS = 1024;

/** Returns the spelling key of the name of a street or place as it is shown. Cost: about a microsecond to decode a name, for the first of the questions that compare it. */
export const shownKey = keepLast(KEPT_KEYS, (tables: PlaceTables, feature) =>
  diacriticKey(nameOf(tables, feature)),
);

/** Share of the weight that the words of a building or estate keep in front of its street. */
const SITE_KEPT = 0.35;

/** Reports whether a result is a street at the end of a part that begins with a building or estate: "KĐT Vinhomes Gardenia Hàm Nghi", "Tòa nhà N05 Hoàng Đạo Thúy". */
function isBehindSite(
  tables: PlaceTables,
  { question, understanding, hits }: Inquiry,
  { feature, hit }: Result,
): boolean {
  if (!question.hasSite || feature >= tables.streetCount || hits.how[hit] !== SPELLED) return false;
  const start = hits.start[hit];
  const end = hits.end[hit];
  if (end - start < 2 || question.partEnd[start] !== end) return false;
  for (let i = question.partStart[start]; i < start; i += 1)
    if (understanding.context.head[i] === SITE) return true;
  return false;
}

/** Reports whether a name directly follows the word for a building or estate ("Công viên Quang Trung"): it is then the name of that, and only perhaps of a street. */
function isNameOfSite({ question, understanding, hits }: Inquiry, { hit }: Result): boolean {
  const start = hits.start[hit];
  for (let i = question.partStart[start]; i < start; i += 1) {
    const word = understanding.context.head[i] === SITE ? placeWordAt(question.tokens, i) : undefined;
    if (word !== undefined && i + word.length === start) return true;
  }
  return false;
}

/** Returns the weight that is subtracted from a question for a street behind a building or estate, because many of these are not in the dataset. */
export function siteWeight(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  if (!isBehindSite(tables, inquiry, result)) return 0;
  const { question, hits } = inquiry;
  const start = hits.start[result.hit];
  let weight = 0;
  for (let i = question.partStart[start]; i < start; i += 1)
    if (marks[i] === OPEN) weight += question.weight[i];
  return weight * (1 - SITE_KEPT);
}
