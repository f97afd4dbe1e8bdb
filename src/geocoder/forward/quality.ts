import { diacriticKey, hasDiacritics } from '../../text/diacritics.ts';
import { editDistance } from '../../text/edit-distance.ts';
import type { Token } from '../../text/tokens.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { MISSPELT, SPELLED } from './hits.ts';
import { ALIKE, EXACT, NOWHERE } from './house-match.ts';
import { houseOf, type Inquiry } from './inquiry.ts';
import { OPEN, type Marks } from './marks.ts';
import { isHardGap } from './question.ts';
import { ALLEY_WORD, HOUSE_WORD, STREET_WORD, WORD } from './token-roles.ts';
import { isBehindSite, isNameOfSite } from './site-lead.ts';
import { WHOLE, type Result } from './results.ts';
import { metersBetween, type UnitPosition } from './street-line.ts';

/** What a find is worth, by its kind (EXACT to WHOLE): how much of the truth it can be. */
const KIND_QUALITY = [1, 0.97, 0.92, 0.9, 0.86, 0.82, 1];
/** What the name of an alley is worth when the house in it is not known. */
const ALLEY_QUALITY = 0.89;
/** What a point of interest is worth beside the house of an address. */
const POI_QUALITY = 0.97;
/** A street or place without any word that says so, and without a house: rather the unit of that name. */
const UNANNOUNCED = 0.9;
/** A point of interest that is called like a unit of the question, and nothing else: rather the unit. */
const CALLED_LIKE_UNIT = 0.7;
/** A point of interest right behind a house number: "12 Kha Vạn Cân" is a house in that street, not the stop of that name. */
const NUMBERED_POI = 0.8;
/** A word right beside a name that is not part of it: the name is then rather another one. */
const LOOSE_WORD = 0.88;
const MOST_LOOSE = 3;
/** The same letters with other marks: "Hoà" for "Hoa". */
const DIACRITICS_DIFFER = 0.97;
/** What a misspelt name is worth by the edits between its letters and marks and those of the thing. */
const EDITS = [1, 1, 0.97, 0.88, 0.8, 0.75];
const IMPORTANCE_BONUS = 0.01;
const TYPE_BONUS = 0.01;
const FOCUS_BONUS = 0.06;
/** Distances count by their size alone: a tenth of it is worth a fifth of the bonus. */
const FOCUS_MAGNITUDES = 5;

/** Share of its weight that a unit explains although the place is only near it. */
export const NEAR_SHARE = 0.85;

/** Rates how well a find answers what was asked of its thing; `taken` steps of the house path are in the thing's own name. */
export function qualityOf(tables: PlaceTables, thing: number, kind: number, taken: number): number {
  if (thing >= tables.streetCount) return POI_QUALITY;
  return kind === NOWHERE && taken > 0 ? ALLEY_QUALITY : (KIND_QUALITY[kind] as number);
}

/** Orders things that are equally good: the nearer to the focus, then the more important. */
export function preferenceOf(tables: PlaceTables, thing: number, focus: UnitPosition | undefined): number {
  const importance = ((tables.thingImportance[thing] as number) / 255) * IMPORTANCE_BONUS;
  if (focus === undefined) return importance;
  const lat = tables.thingLat[thing] as number;
  const lon = tables.thingLon[thing] as number;
  const magnitude = Math.log10(1 + metersBetween(lat, lon, focus.lat, focus.lon) / 100);
  return importance + FOCUS_BONUS * Math.max(0, 1 - magnitude / FOCUS_MAGNITUDES);
}

/** Prefers a street whose own name has the type word of the question: "Phố Trần Phú" is not "Đường Trần Phú", be that the more important one. */
export function typedBonus({ question, hits }: Inquiry, { hit }: Result): number {
  const start = hits.start[hit] as number;
  return question.role[start] === STREET_WORD && (hits.end[hit] as number) - start > 1 ? TYPE_BONUS : 0;
}

/** Rates how a name stands in the question: with its words, house number and neighbours. */
export function fitOf(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  return LOOSE_WORD ** looseWords(tables, inquiry, result, marks) * announced(tables, inquiry, result);
}

/** Counts words right before and behind a name that nothing explains. */
function looseWords(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  const { question, hits } = inquiry;
  const { hit } = result;
  const { role, count } = question;
  const isLoose = (at: number): boolean => marks[at] === OPEN && role[at] === WORD;
  let loose = 0;
  let at = (hits.start[hit] as number) - 1;
  while (at >= 0 && (role[at] === STREET_WORD || role[at] === HOUSE_WORD) && !isHardGap(question, at + 1))
    at -= 1;
  if (isBehindSite(tables, inquiry, result)) loose += isNameOfSite(inquiry, result) ? 1 : 0;
  else for (; at >= 0 && isLoose(at) && !isHardGap(question, at + 1); at -= 1) loose += 1;
  for (at = hits.end[hit] as number; at < count && isLoose(at) && !isHardGap(question, at); at += 1)
    loose += 1;
  return Math.min(MOST_LOOSE, loose);
}

/** "Ba Đình" alone is the district: a name needs a word in front, a house number, or a place of more words. */
function announced(tables: PlaceTables, inquiry: Inquiry, { hit, kind, thing }: Result): number {
  const { question, hits, understanding } = inquiry;
  const house = houseOf(hits, hit);
  const start = hits.start[hit] as number;
  if (thing >= tables.streetCount) {
    if (house.steps.count > 0 && house.end === start) return NUMBERED_POI;
    const end = hits.end[hit] as number;
    const stack = understanding.stacks[0];
    const isUnit = [stack?.ward, stack?.district, stack?.province].some(
      (reading) => reading !== undefined && reading.start <= start && reading.end >= end,
    );
    if (isUnit && start > 0) return CALLED_LIKE_UNIT;
    return end - start > 2 ? 1 : UNANNOUNCED;
  }
  if (kind !== WHOLE || house.streetStart < start || hits.taken[hit] !== 0) return 1;
  const first = question.role[start];
  return first === STREET_WORD || first === ALLEY_WORD ? 1 : UNANNOUNCED;
}

/**
 * Rates the letters and marks of a name, where the question has marks, against those of the thing: a misspelt name must be near by them too.
 *
 * Cost: a few microseconds, so only for results that may be the answer.
 */
export function spellingOf(
  tables: PlaceTables,
  { question, hits }: Inquiry,
  { hit, thing, kind }: Result,
): number {
  const how = hits.how[hit] as number;
  if (how > MISSPELT || hits.taken[hit] !== 0) return 1;
  const { tokens, text } = question;
  const first = tokens[hits.start[hit] as number] as Token;
  const last = tokens[(hits.end[hit] as number) - 1] as Token;
  const raw = text.slice(first.start, last.end);
  if (!hasDiacritics(raw)) return 1;
  const written = diacriticKey(raw);
  const shown = diacriticKey(nameOf(tables, thing));
  if (shown.endsWith(written) || written.endsWith(shown)) return 1;
  if (how === SPELLED) return kind === EXACT || kind === ALIKE || kind === WHOLE ? DIACRITICS_DIFFER : 1;
  return EDITS[editDistance(written, shown.slice(-written.length - 1), 4)] as number;
}
