import type { Ambiguity } from '../../../contract/records/address-parts.ts';
import type { Position } from '../../../base/geo/position.ts';
import { once } from '../../gazetteer/once.ts';
import type { Arrays } from '../../gazetteer/store/array-types.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import {
  type AdminLabel,
  type AdminMatch,
  createAdminMatch,
  labelMatch,
  type SearchOptions,
  type UnitsOfMatch,
  type WardCandidate,
} from './admin-match.ts';
import { type CountedTables, tiedFormers, wardCandidates } from './ward-candidates.ts';
import { createAnswers, isDecided, reachOf, SHARE_AT_CENTRE, sharesOf } from './answer.ts';
import { explainedBy, gatherEvidence, readUnitClues } from './evidence.ts';
import { createCentres, createUnitFacts, type UnitFacts } from '../../gazetteer/unit-table/centres.ts';
import { openTypos, openUnitNames } from '../../gazetteer/unit-table/names.ts';
import { readParts } from './account.ts';
import { isPartOf, rate } from './resolve.ts';
import { indexProvinceInitials } from './find-names.ts';
import { countNamesakes, createStack, isMisspelt, type Stack } from './stack.ts';
import {
  type KnownNames,
  type StatedRange,
  understand,
  type Understanding,
  type UnitIndex,
} from './understand.ts';
import { buildUnitArrays, openUnits } from '../../gazetteer/unit-table/unit-arrays.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-table/units.ts';
import { members } from '../../gazetteer/unit-table/ranges.ts';

export type { KnownNames, StatedRange, Understanding } from './understand.ts';

/** Stacks below this share of the best score are not returned. */
const WORTH_LISTING = 0.7;

/** Factor of a match that is not the best one. */
const LISTED = 0.5;

/** From this share of its addresses on, one successor of a divided ward is decided. */
const DECIDED = 0.9;

/** Highest score of a divided ward: the choice of the successor is an estimate. */
const MOST_OF_DIVIDED = 0.95;

/** The search for administrative units, old and new, in free text. */
export interface AdminSearch {
  /** Parses the units that a text can mean; `known` are the other names of the dataset. */
  understand(
    text: string,
    focus?: Position,
    known?: KnownNames,
    columns?: readonly StatedRange[],
  ): Understanding;
  /** Returns the matches of a parsed text, as `search` does. */
  answer(understanding: Understanding, size: number): AdminMatch[];
  /** Returns all wards in force that the ward of a question can mean by its units alone, the likeliest first; undefined if there is only one. */
  candidatesOf(understanding: Understanding): WardCandidate[] | undefined;
  /**
   * Returns the base ward of a place in the former ward that a question names: by law no address of it is in a successor that got area only.
   *
   * Shape: `baseWard` itself, unless it is in such a successor; then the base ward in the successor with all of the population.
   */
  baseWardByLaw(understanding: Understanding, baseWard: number): number;
  /** Units of the dataset over its base wards. */
  table: UnitTable;
  facts: UnitFacts;
  /**
   * Returns the units that a text names, best first; empty if it names none.
   *
   * Shape: at most `size` matches, the first the same for every size. If several places match equally well, returns the unit that contains them, followed by
   * the places, or only the places, with low scores, if there is none; `focus` decides such a tie if one place is clearly nearer.
   */
  search(text: string, options: SearchOptions): AdminMatch[];
  /** Returns a unit by its id; `beside` limits its former units to those of the given district and province. */
  lookupUnit(unitId: string, beside?: Pick<Stack, 'district' | 'province'>): AdminMatch | undefined;
  /** Returns the ids of all units. */
  unitIds(): string[];
  /** Returns the address parts of a match in old or new units. */
  labelOf(match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>, admin: 'old' | 'new'): AdminLabel;
}

/**
 * Creates the search over an administrative dataset and the arrays of its units, which are built if not given; the successors of a divided ward
 * are weighed by the addresses of `places`.
 *
 * Cost: about 20 ms to open, 300 ms to build; then about 50 microseconds a question. Of the questions only the last parsed text is kept.
 */
export function createAdminSearch(
  dataset: AdminDataset,
  arrays: Arrays = buildUnitArrays(buildUnits(dataset)),
  places?: CountedTables,
): AdminSearch {
  const table = openUnits(dataset, arrays);
  const names = openUnitNames(arrays);
  const typos = openTypos(names, arrays.unitTypoSlots as Int32Array);
  const centreOf = createCentres(dataset, table);
  const { answerOf, wardsOf } = createAnswers(dataset, table, centreOf, places);
  const byId = once(() => new Map(table.units.map((unit) => [unit.id, unit])));
  const facts = createUnitFacts(dataset, table, centreOf);
  const index: UnitIndex = {
    ...{ names, typos, units: table.units, facts },
    provinceInitials: indexProvinceInitials(table.units),
  };

  const answer = (understanding: Understanding, size: number): AdminMatch[] => {
    const { text, tokens, context, readings, stacks, resolution } = understanding;
    const { best, ambiguous, tied, margin } = resolution;
    const listed = best === undefined ? Math.min(LISTED, 1 / tied) : LISTED;
    const chosen = chooseStacks(understanding, size, facts);
    let ceiling = 1;
    return chosen.map((stack, rank) => {
      const first = stack === best;
      const explained = first ? understanding.explained : explainedBy(stack, readings, context);
      const evidence = gatherEvidence(stack, explained, readings, text, tokens, context);
      const own = answerOf(stack);
      const meant = first && !ambiguous ? stacks : [];
      const answered = withFormers(withCandidates(own, meant), meant);
      const rated = rate(stack, evidence, first && ambiguous, first ? margin : 0) * (first ? 1 : listed);
      ceiling = Math.min(
        ceiling,
        rated,
        answered.candidates === undefined || isDecided(answered.candidates) ? 1 : MOST_OF_DIVIDED,
      );
      const match = createAdminMatch(answered, ceiling, rank === 0 ? margin : 0);
      if (best === undefined) match.tied = tied;
      match.namesakes = countNamesakes(stack, stacks);
      match.unitClues = readUnitClues(understanding, stack, explained);
      match.parts = readParts(understanding, {
        stack,
        flags: evidence.flags,
        isStreet: false,
        known: knownUnits(answered),
      });
      match.used = { text, stack, flags: evidence.flags, named: undefined };
      if (rank === 0)
        match.ambiguity = ambiguityOf(understanding, stack, answered, own.candidates !== undefined);
      match.unexplained = evidence.unexplained;
      match.contradicted = evidence.contradicted;
      return match;
    });
  };

  const candidatesOf: AdminSearch['candidatesOf'] = ({ stacks }) => {
    const [best] = stacks;
    const likeliest = best?.ward === undefined ? undefined : wardsOf(best)[0];
    if (best === undefined || likeliest === undefined) return undefined;
    const all = wardCandidates(stacks, wardsOf, likeliest, SHARE_AT_CENTRE);
    if (all === undefined) return undefined;
    // The law says more of the successors of a former ward than that they are several.
    const own = answerOf(best).candidates;
    return own !== undefined && own.length === all.length ? own : all;
  };

  // What is said of a unit is made once.
  const ties = new WeakMap<UnitsOfMatch['newUnits'], UnitsOfMatch>();
  /** Leaves out the former ward of a match of which the text can mean several, and lists them. */
  const withFormers = (answered: UnitsOfMatch, stacks: readonly Stack[]): UnitsOfMatch => {
    const tied = answered.newUnits.ward === undefined ? undefined : tiedFormers(stacks);
    if (tied === undefined) return answered;
    const known = ties.get(answered.newUnits);
    if (known !== undefined) return known;
    const { province, district } = answered.oldUnits;
    const said = {
      ...answered,
      oldUnits: { province, district, ward: undefined, wardCode: undefined },
      formers: tied.map(({ former }) => former),
    };
    // A copy, since what is said of units is kept by this object.
    said.newUnits = { ...answered.newUnits };
    ties.set(answered.newUnits, said);
    return said;
  };

  /** Adds the other wards in force that the same words can mean. */
  const withCandidates = (answered: UnitsOfMatch, stacks: readonly Stack[]): UnitsOfMatch => {
    const { ward } = answered.newUnits;
    if (ward === undefined || answered.candidates !== undefined) return answered;
    const candidates = wardCandidates(stacks, wardsOf, ward, SHARE_AT_CENTRE);
    if (candidates === undefined) return answered;
    return {
      unitId: answered.unitId,
      level: answered.level,
      position: answered.position,
      accuracyRadiusMeters: answered.accuracyRadiusMeters,
      reachMeters: reachOf(dataset, answered, candidates),
      newUnits: answered.newUnits,
      oldUnits: answered.oldUnits,
      candidates,
      formers: undefined,
    };
  };

  const baseWardByLaw: AdminSearch['baseWardByLaw'] = ({ stacks }, baseWard) => {
    const unit = stacks[0]?.unit;
    if (unit?.kind !== 'former-ward') return baseWard;
    const former = dataset.formerWards[table.formerOf[unit.ranges[0]]];
    if (former?.extents === undefined) return baseWard;
    const shares = sharesOf(former, former.wards);
    const isAreaOnly = shares.some(({ ward, areaOnly }) => ward === table.wardOf[baseWard] && areaOnly);
    if (!isDecided(shares) || !isAreaOnly) return baseWard;
    return (
      Array.from(members(unit.ranges)).find((each) => table.wardOf[each] === shares[0]?.ward) ?? baseWard
    );
  };

  // A conversion reads the units of a text, and then searches its street in the same text.
  let last: { text: string; known: KnownNames | undefined; understanding: Understanding } | undefined;
  const understandOnce: AdminSearch['understand'] = (text, focus, known, columns) => {
    if (focus !== undefined || columns !== undefined) return understand(index, text, focus, known, columns);
    if (last?.text !== text || last.known !== known)
      last = { text, known, understanding: understand(index, text, focus, known) };
    return last.understanding;
  };

  return {
    understand: understandOnce,
    answer,
    candidatesOf,
    baseWardByLaw,
    table,
    facts,
    search: (text, { size, focus, stated }) =>
      answer(understand(index, text, focus, undefined, stated), size),
    lookupUnit: (unitId, beside) => {
      const unit = byId().get(unitId);
      if (unit === undefined) return undefined;
      const stack = createStack(unit, 1, undefined, beside?.district, beside?.province);
      return createAdminMatch(answerOf(stack), 1, 1);
    },
    unitIds: () => [...byId().keys()],
    labelOf: (match, admin) => labelMatch(dataset, match, admin),
  };
}

/** Returns which units a match has, old or new. */
export function knownUnits({ newUnits, oldUnits }: Pick<AdminMatch, 'newUnits' | 'oldUnits'>) {
  return {
    ward: newUnits.ward !== undefined || oldUnits.ward !== undefined,
    district: oldUnits.district !== undefined,
    province: true,
  };
}

/** Returns why other units fit the words of the first match equally; undefined if the text prefers it. */
function ambiguityOf(
  { stacks, resolution: { best, ambiguous, tied, others } }: Understanding,
  stack: Stack,
  { level, candidates }: UnitsOfMatch,
  isDivided: boolean,
): Ambiguity | undefined {
  if (ambiguous) {
    if (best === undefined) return 'several_provinces';
    const kinds = others.slice(0, tied).map(({ unit }) => unit.kind);
    return kinds.includes('ward') && kinds.includes('former-ward') ? 'old_or_new' : 'several_records';
  }
  const first = candidates?.[0];
  if (level !== 'ward' || first === undefined || first.share >= DECIDED) return undefined;
  if (isDivided) return 'divided_ward';
  // A district prefers the former ward, because wards in force have none; a type word the ward of that type.
  if (stack.district !== undefined) return undefined;
  const isRival = ({ unit, ward }: Stack): boolean =>
    ward?.start === stack.ward?.start &&
    unit.kind !== stack.unit.kind &&
    (stack.ward?.marked !== true || unit.type === stack.unit.type);
  return stacks.some(isRival) ? 'old_or_new' : undefined;
}

/** Returns the best stack, followed by good stacks for different places; only these if several places match equally well and no unit contains them. */
function chooseStacks({ stacks, resolution }: Understanding, size: number, facts: UnitFacts): Stack[] {
  const { best, others } = resolution;
  const chosen = best === undefined ? [] : [best];
  const first = stacks[0];
  if (chosen.length === size || first === undefined) return chosen;
  // Several units with nearly the same name, and nothing that contains them, are no match.
  if (best === undefined && isMisspelt(first)) return chosen;
  for (const stack of others) {
    if (chosen.length >= size || stack.score < first.score * WORTH_LISTING) break;
    // A match with a corrected spelling is no alternative to one that is spelled right.
    if (isMisspelt(stack) && !isMisspelt(first)) continue;
    if (chosen.some((known) => isPartOf(stack, known) || saysTheSame(known, stack, facts))) continue;
    chosen.push(stack);
  }
  return chosen;
}

/** Reports whether two stacks lead to the same place: an old and a new ward with one ward in force are one match. */
function saysTheSame(known: Stack, stack: Stack, facts: UnitFacts): boolean {
  if (known.unit === stack.unit) return true;
  return known.ward !== undefined && stack.ward !== undefined && facts.samePlace(known.unit, stack.unit);
}
