import type { Position } from '../../geo/position.ts';
import { hasDiacritics } from '../../text/diacritics.ts';
import { foldKey } from '../../text/fold.ts';
import { repairTokens } from '../../text/repair.ts';
import { untelex } from '../../text/telex.ts';
import { tokenize, type Token } from '../../text/tokens.ts';
import { WARD } from '../../text/unit-words.ts';
import type { AdminDataset, Ward } from '../units/units.ts';
import { once } from '../once.ts';
import type { Arrays } from '../store/array-types.ts';
import type { AdminLabel, AdminMatch, AdminSearchOptions, WardCandidate } from './admin-match.ts';
import { createAnswers, provinceUnits, SHARE_AT_CENTRE, type Answer } from './answer.ts';
import { readContext, type Context } from './context.ts';
import { explainedBy, gatherEvidence } from './evidence.ts';
import { labelMatch } from './label.ts';
import { openUnitNames } from './names.ts';
import { createPlaces, wardsOf } from './places.ts';
import { isPartOf, resolve, type Resolution, type UnitFacts } from './resolve.ts';
import { rate } from './score.ts';
import { findHits, readHit, type Hit, type Reading } from './spans.ts';
import { stackReadings, type Stack } from './stack.ts';
import { findTypos, openTypos } from './typo.ts';
import { buildUnitArrays, openUnits } from './unit-arrays.ts';
import { buildUnits, type Unit, type UnitTable } from './units.ts';
import { wardCandidates } from './ward-candidates.ts';

/** Tokens of a question that are read: its beginning and its end, where the units stand. */
const MOST_TOKENS = 64;

/** Other answers are listed down to this share of the best one's evidence. */
const WORTH_LISTING = 0.7;

/** Score that no answer of a divided ward exceeds: which successor is right is an estimate. */
const MOST_OF_DIVIDED = 0.95;

/** Letters that occur in words typed in Telex. */
const MAY_BE_TELEX = /[fjwzsrx]|aa|ee|oo|dd/;

/** Holds what the words of a question say of administrative units, before one answer is chosen. */
export interface Understanding {
  text: string;
  tokens: readonly Token[];
  context: Context;
  readings: readonly Reading[];
  /** Stacks of readings, best first. */
  stacks: readonly Stack[];
  resolution: Resolution;
}

/** Tells what is known besides units. */
export interface KnownNames {
  /** Tells whether a folded word is part of a name. */
  isWord(word: string): boolean;
  /** Tells whether a folded word is a whole name, written without spaces. */
  isName(word: string): boolean;
  /** Counts the tokens of the longest name of a street that begins at a token; 0 where none does. */
  streetLength(tokens: readonly Token[], index: number): number;
}

/** Answers questions for administrative units, old and new, from free text. */
export interface AdminSearch {
  /** Reads what a text says of units, with what else is known. */
  understand(text: string, focus?: Position, known?: KnownNames): Understanding;
  /** Answers from what was read, as `search` does. */
  answer(understanding: Understanding, size: number): AdminMatch[];
  /** Returns all wards in force that the ward of a question can be, the answered one first with its share; undefined where there is only one. */
  candidatesOf(understanding: Understanding, ward: number, share: number): WardCandidate[] | undefined;
  /** Units of the dataset over its base wards, and where they are. */
  table: UnitTable;
  facts: UnitFacts;
  /**
   * Finds the units that a text names, best first; none where it names nothing, or several places and nothing above them.
   *
   * Shape: at most `size` answers. A name that several places share is answered by the unit above them, with `size` over 1
   * followed by the places; `focus` settles such a tie when one place is clearly nearer.
   */
  search(text: string, options: AdminSearchOptions): AdminMatch[];
  /** Returns a unit by its id; `beside` narrows its former units to those of the district and province that are named with it. */
  lookupUnit(unitId: string, beside?: Pick<Stack, 'district' | 'province'>): AdminMatch | undefined;
  /** Lists the ids of all units. */
  unitIds(): string[];
  /** Names the parts of an answer in old or new units. */
  labelOf(match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>, admin: 'old' | 'new'): AdminLabel;
}

/**
 * Creates the search over an administrative dataset and the arrays of its units, which are built where they are not given.
 *
 * Cost: some 20 milliseconds to open, a third of a second to build; then some 50 microseconds a question, no state kept between questions.
 */
export function createAdminSearch(
  dataset: AdminDataset,
  arrays: Arrays = buildUnitArrays(buildUnits(dataset)),
): AdminSearch {
  const table = openUnits(dataset, arrays);
  const names = openUnitNames(arrays);
  const typos = openTypos(names, arrays.unitTypoSlots as Int32Array);
  const placeOf = createPlaces(dataset, table);
  const answerOf = createAnswers(dataset, table, placeOf);
  const provinces = provinceUnits(table, dataset.provinces);
  const byId = once(() => new Map(table.units.map((unit) => [unit.id, unit])));
  const facts: UnitFacts = {
    placeOf,
    provinceOf: (unit) => {
      const ward = table.wardOf[unit.ranges[0] as number] as number;
      return provinces[(dataset.wards[ward] as Ward).province] as Unit;
    },
    samePlace: (a, b) => {
      if (a === b) return true;
      const [some, others] = [wardsOf(table, a.ranges), wardsOf(table, b.ranges)];
      // Neighbours may share a ward that took a part of each; then one is not inside the other.
      return others.every((ward) => some.includes(ward)) || some.every((ward) => others.includes(ward));
    },
  };
  const isName = (word: string): boolean => names.get(foldKey(word)) !== undefined;

  const readHits = (
    hits: readonly Hit[],
    text: string,
    tokens: readonly Token[],
    context: Context,
    out: Reading[],
  ): void => {
    for (const hit of hits) readHit(hit, text, tokens, context, table.units, out);
  };

  const understand: AdminSearch['understand'] = (text, focus, known) => {
    const isWord = (word: string): boolean => names.vocabulary.has(word) || known?.isWord(word) === true;
    const isAnyName = (word: string): boolean => isName(word) || known?.isName(word) === true;
    const tokens = readTokens(text, isWord, isAnyName);
    const hits = findHits(tokens, names);
    const context = readContext(
      text,
      tokens,
      longestNames(hits, tokens.length),
      known && ((index) => known.streetLength(tokens, index)),
    );
    const readings: Reading[] = [];
    readHits(hits, text, tokens, context, readings);
    let stacks = stackReadings(readings, facts);
    let resolution = resolve(stacks, facts, focus);
    if (wantsTypos(resolution.best, resolution.ambiguous)) {
      const explained =
        resolution.best === undefined
          ? new Uint8Array(tokens.length)
          : explainedBy(resolution.best, readings, tokens.length);
      const misspelt = findTypos(tokens, context, explained, names, typos);
      if (misspelt.length > 0) {
        readHits(misspelt, text, tokens, context, readings);
        stacks = stackReadings(readings, facts);
        resolution = resolve(stacks, facts, focus);
      }
    }
    return { text, tokens, context, readings, stacks, resolution };
  };

  const answer = (understanding: Understanding, size: number): AdminMatch[] => {
    const { text, tokens, context, readings, stacks, resolution } = understanding;
    const { best, ambiguous, others, margin } = resolution;
    const chosen: Stack[] = best === undefined ? [] : [best];
    if (size > 1) {
      for (const stack of others) {
        if (chosen.length >= size || stack.score < (stacks[0] as Stack).score * WORTH_LISTING) break;
        // Guesses at misspellings are not worth listing beside what is spelled right.
        if (isMisspelt(stack) && !isMisspelt(stacks[0] as Stack)) continue;
        if (chosen.some((known) => isPartOf(stack, known) || saysTheSame(known, stack, facts))) continue;
        chosen.push(stack);
      }
    }
    let ceiling = 1;
    return chosen.map((stack, rank) => {
      const evidence = gatherEvidence(stack, readings, text, tokens, context);
      const first = stack === best;
      const answered = withCandidates(answerOf(stack), first && !ambiguous ? stacks : []);
      const rated = rate(stack, evidence, first && ambiguous, first ? margin : 0) * (first ? 1 : 0.5);
      ceiling = Math.min(ceiling, rated, answered.candidates === undefined ? 1 : MOST_OF_DIVIDED);
      const { unexplained, contradicted } = evidence;
      return {
        ...answered,
        score: ceiling,
        margin: rank === 0 ? margin : 0,
        unexplained,
        contradicted,
      };
    });
  };

  const candidatesOf: AdminSearch['candidatesOf'] = ({ stacks }, ward, share) =>
    wardCandidates(stacks, answerOf, ward, share);

  /** Adds the wards in force that the same words can mean. */
  const withCandidates = (answered: Answer, stacks: readonly Stack[]): Answer => {
    const { ward } = answered.newUnits;
    if (ward === undefined || answered.candidates !== undefined) return answered;
    const candidates = wardCandidates(stacks, answerOf, ward, SHARE_AT_CENTRE);
    return candidates === undefined ? answered : { ...answered, candidates };
  };

  return {
    understand,
    answer,
    candidatesOf,
    table,
    facts,
    search: (text, { size, focus }) => answer(understand(text, focus), size),
    lookupUnit: (unitId, beside) => {
      const unit = byId().get(unitId);
      if (unit === undefined) return undefined;
      return { ...answerOf({ ...beside, unit }), score: 1, margin: 1, unexplained: [], contradicted: [] };
    },
    unitIds: () => [...byId().keys()],
    labelOf: (match, admin) => labelMatch(dataset, match, admin),
  };
}

function isMisspelt({ ward, district, province }: Stack): boolean {
  return (ward?.distance ?? 0) + (district?.distance ?? 0) + (province?.distance ?? 0) > 0;
}

/** Two wards, old and new, that lead to one ward in force are one answer. */
function saysTheSame(known: Stack, stack: Stack, facts: UnitFacts): boolean {
  if (known.unit === stack.unit) return true;
  return known.ward !== undefined && stack.ward !== undefined && facts.samePlace(known.unit, stack.unit);
}

/** Misspellings are looked for only while the ward, or what holds it, is not known. */
function wantsTypos(best: Stack | undefined, ambiguous: boolean): boolean {
  if (best === undefined || ambiguous) return true;
  const { ward, district, province } = best;
  if (ward === undefined || (district === undefined && province === undefined)) return true;
  // Words between a ward and its province are a district that was not understood.
  return (
    district === undefined &&
    province !== undefined &&
    ward.end !== province.start &&
    province.end !== ward.start
  );
}

/** Tells how many tokens the longest province or district name at each token has; 0 where none begins. */
function longestNames(hits: readonly Hit[], count: number): (index: number) => number {
  const longest = new Uint8Array(count);
  for (const { start, end, name } of hits) {
    if (name.layers !== WARD && end - start > (longest[start] as number)) longest[start] = end - start;
  }
  return (index) => longest[index] as number;
}

function readTokens(
  text: string,
  isWord: (word: string) => boolean,
  isName: (word: string) => boolean,
): Token[] {
  let tokens = repairTokens(tokenize(text), isName, text);
  if (tokens.length > MOST_TOKENS) {
    tokens = [...tokens.slice(0, MOST_TOKENS / 2), ...tokens.slice(-MOST_TOKENS / 2)];
  }
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token;
    // Telex letters, and only where the text was typed without an input method.
    if (!MAY_BE_TELEX.test(token.text) || isWord(token.text.replaceAll('y', 'i'))) continue;
    const read = untelex(token.text);
    if (read === undefined || !isWord(read.replaceAll('y', 'i'))) continue;
    if (!hasDiacritics(text.slice(token.start, token.end))) tokens[i] = { ...token, text: read };
  }
  return tokens;
}
