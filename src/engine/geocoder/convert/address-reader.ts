import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { indexExactNames } from '../../gazetteer/units/exact-names.ts';
import type { UnitHistory } from '../../gazetteer/units/unit-history.ts';
import { isInPeriod, type UnitPeriod, type UnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminMatch } from '../reader/admin-match.ts';
import type { AdminSearch, KnownNames, StatedRange, Understanding } from '../reader/admin-search.ts';
import { explainedBy } from '../reader/evidence.ts';
import { assignRoles, isUnit } from '../reader/roles.ts';
import type { AddressParts, Ambiguity } from '../../../contract/records/address-parts.ts';
import type { Stack } from '../reader/stack.ts';
import { trustOf } from '../calibration/calibrate.ts';
import { createDatedUnits, type NamedUnit } from './dated-units.ts';
import { splitLine, type SplitLine, type TextRange } from './write-line.ts';

/** Confidence in units whose names are written as on a day. */
const EXACT_CONFIDENCE = 0.999;

/** Most rivals of the first reading that are compared with it. */
const MOST_RIVALS = 12;

/** Stacks with scores closer than this to the first fit a text equally. */
const SAME_SCORE = 0.03;

/** A reading whose units are all written as on a day is preferred to one with a score higher by this at most. */
const NEARLY_SAME = 0.3;

/** Type words of units, also glued to a number: a part in front of exact units that has one is for the search to read. */
const UNIT_WORD =
  /(^|[\s,.;(])([xht](?=\.)|ph[uư][oơờ]ng|p|f|q|qu[aậ]n|huy[eệ]n|th[iị] (?:tr[aấ]n|x[aã])|x[aã]|tt|tx|t[iỉ]nh|th[aà]nh ph[oố]|tp)[\s.\d]/iu;

/** Most characters of the country at the end of an address, with signs around it. */
const LONGEST_COUNTRY = 40;

/** Country at the end of an address. */
// bounded: LONGEST_COUNTRY
const COUNTRY = /(?<![\s,;])[\s,;]+(?:vi[eệ]t\s?nam|vn)[\s.]*$/iu;

/**
 * The units that an address names.
 *
 * Shape: `units` has the first, followed by others that fit the text equally, which `ambiguity` then says; `parts` are the verdicts of the units.
 */
export interface ReadAddress extends SplitLine {
  units: readonly NamedUnit[];
  ambiguity: Ambiguity | undefined;
  confidence: number;
  parts: Pick<AddressParts, 'ward' | 'district' | 'province'>;
}

/** The reader of addresses as units of a day. */
export interface AddressReader {
  /** Returns the units of an address whose names are exact, by hash; undefined for any other. */
  readExact(text: string, from: string | undefined, to: string): ReadAddress | undefined;
  /** Returns the units of an address by the full search; undefined if it names none of the day. */
  search(
    text: string,
    from: string | undefined,
    to: string,
    stated: readonly StatedRange[] | undefined,
  ): ReadAddress | undefined;
}

/** What the reader works with. Shape: `known` are the other names of the dataset. */
export interface AddressReaderOptions {
  admin: AdminDataset;
  history: UnitHistory;
  periods: UnitPeriods;
  adminSearch: AdminSearch;
  known: KnownNames | undefined;
}

/** Creates the reader of addresses. Cost: some 200 ms for the units of Vietnam. */
export function createAddressReader({
  admin,
  history,
  periods,
  adminSearch,
  known,
}: AddressReaderOptions): AddressReader {
  const { unitOf, recordless } = createDatedUnits(admin, history, periods);
  const successorsOf = new Map(recordless.map(({ period, successors }) => [period, successors]));
  const exact = indexExactNames(history, periods, [...successorsOf.keys()]);
  return {
    readExact(text, from, to) {
      const body = withoutCountry(text);
      const found = exact.find(body, from);
      if (found === undefined) return undefined;
      const period =
        found.periods.length === 1 ? found.periods[0] : found.periods.find((each) => isInPeriod(each, to));
      if (period === undefined) return undefined;
      const front = body.slice(0, found.start);
      // Words in front of a district or province may name its ward.
      if (front.trim() !== '' && (period.unit.level !== 'ward' || UNIT_WORD.test(front))) return undefined;
      if (repeats(front, period)) return undefined;
      const { level } = period.unit;
      const { kept, tail, hasPostalCode } = splitLine(text, [{ start: found.start, end: body.length }]);
      return {
        kept,
        tail,
        hasPostalCode,
        units: [{ period, successors: successorsOf.get(period) }],
        ambiguity: undefined,
        confidence: EXACT_CONFIDENCE,
        parts: {
          ward: level === 'ward' ? 'confirmed' : 'missing',
          district: [period.unit, ...period.parents].some((each) => each.level === 'district')
            ? 'confirmed'
            : 'missing',
          province: 'confirmed',
        },
      };
    },
    search(text, from, to, columns) {
      const understanding = adminSearch.understand(text, undefined, known, columns);
      const { stacks, resolution } = understanding;
      const { best, ambiguous, tied, others } = resolution;
      const preferred = ambiguous ? others.slice(0, tied) : best === undefined ? [] : [best];
      const inOrder = [...preferred, ...stacks.filter((stack) => !preferred.includes(stack))];
      const named = inOrder.flatMap((stack) => {
        const unit = unitOf(stack, understanding, from);
        return unit === undefined ? [] : [{ stack, unit }];
      });
      const whole = wholeLine(text, named, to);
      const first = whole ?? named.find((each) => isBetterKnown(each, named[0])) ?? named[0];
      if (first === undefined) return undefined;
      // The ward that the text names is none of that day: what contains it is no answer.
      if (inOrder[0]?.ward !== undefined && first.stack.ward === undefined && !ambiguous) return undefined;
      const [match] = adminSearch.answer(understanding, 1);
      const isPreferred = preferred.includes(first.stack);
      const rivals = named
        .filter(
          ({ stack }) => stack.score >= first.stack.score - SAME_SCORE && stack.unit !== first.stack.unit,
        )
        .slice(0, MOST_RIVALS);
      const twins = whole === undefined ? named.filter((each) => isTwin(each, first)) : [];
      const stated =
        whole !== undefined
          ? undefined
          : isPreferred && !ambiguous
            ? match?.ambiguity
            : rivalry(ambiguous, match?.ambiguity);
      const ambiguity = stated ?? (twins.length > 0 ? 'several_records' : undefined);
      const { kept, tail, hasPostalCode } = splitLine(
        text,
        rangesOf(first.stack, understanding, columns ?? []),
      );
      return {
        kept,
        tail,
        hasPostalCode,
        units: [first.unit, ...(stated === undefined ? twins : rivals).map(({ unit }) => unit)],
        ambiguity,
        confidence: isWritten(whole, match)
          ? EXACT_CONFIDENCE
          : match === undefined
            ? 0
            : trustOf(match).confidence,
        parts: partsOf(match?.parts, first.stack),
      };
    },
  };
}

/** Reports whether a reading is of another ward of the same name and district that fits the text equally: the commune beside the town of its name. */
function isTwin<Named extends { stack: Stack; unit: NamedUnit }>(each: Named, first: Named): boolean {
  const [own, other] = [each.unit.period, first.unit.period];
  return (
    each.stack.score === first.stack.score &&
    own.unit !== other.unit &&
    own.parents[0] === other.parents[0] &&
    foldKey(own.unit.name) === foldKey(other.unit.name)
  );
}

/** Reports whether a reading is of a ward whose days are known, where the first one fits the text equally and has a ward of the name of before the records. */
function isBetterKnown<Named extends { stack: Stack; unit: NamedUnit }>(each: Named, first: Named): boolean {
  return (
    first.unit.successors !== undefined &&
    each.unit.successors === undefined &&
    each.stack.score >= first.stack.score - SAME_SCORE &&
    foldKey(each.unit.period.unit.name) === foldKey(first.unit.period.unit.name)
  );
}

/** Most letters of a type word in front of a name, as a key: "thanhpho". */
const LONGEST_TYPE = 8;

/** Reports whether a part in front of the units is the name of one of them, with a type word or without: "X. Thái Đào, H. Lạng Giang, Xã Thái Đào". */
function repeats(front: string, { unit, parents }: UnitPeriod): boolean {
  const keys = front.split(/[,;]/u).map((part) => foldKey(part));
  return [unit, ...parents].some(({ name }) => {
    const own = foldKey(name);
    return keys.some((key) => key.endsWith(own) && key.length - own.length <= LONGEST_TYPE);
  });
}

/**
 * Returns the only reading whose units are all written as on a day, if it fits the text nearly as well as the best one: the search knows the names of one day.
 */
function wholeLine<Named extends { stack: Stack; unit: NamedUnit }>(
  text: string,
  named: readonly Named[],
  to: string,
): Named | undefined {
  const keyOf = hasDiacritics(text) ? diacriticKey : foldKey;
  const written = keyOf(text);
  const [best] = named;
  const fitting = named.filter(
    ({ stack, unit: { period } }) =>
      stack.score >= best.stack.score - NEARLY_SAME &&
      // Without a district that is only abbreviated, the name may be that of the ward in force too.
      (best?.stack.district === undefined || period.parents.length >= best.unit.period.parents.length) &&
      period.unit.level === best?.unit.period.unit.level &&
      [period.unit, ...period.parents].every(({ fullName }) => hasName(written, keyOf(fullName))),
  );
  const finest = Math.max(...fitting.map(({ unit }) => unit.period.parents.length));
  const whole = fitting.filter(({ unit }) => unit.period.parents.length === finest);
  const units = new Set(whole.map(({ unit }) => unit.period.unit));
  if (units.size <= 1) return whole[0];
  // "Hong Sy" can be Hồng Sĩ too, but it is written as Hồng Sỹ.
  const letters = fold(text);
  const spelled = whole.filter(({ unit }) => letters.includes(fold(unit.period.unit.fullName)));
  if (new Set(spelled.map(({ unit }) => unit.period.unit)).size === 1) return spelled[0];
  const inForce = whole.filter(({ unit }) => isInPeriod(unit.period, to));
  return inForce.length === 1 ? inForce[0] : undefined;
}

/** Reports whether a key of a text contains that of a name; a digit behind it is a tone or belongs to a number. */
function hasName(written: string, name: string): boolean {
  const at = written.indexOf(name);
  return at >= 0 && !/\d/.test(written.charAt(at + name.length));
}

/** Returns an address without the country behind it. Cost: most addresses end otherwise, and need no expression. */
function withoutCountry(text: string): string {
  if (!'mnMN. \t\u00a0'.includes(text.charAt(text.length - 1))) return text;
  const from = Math.max(0, text.length - LONGEST_COUNTRY);
  const at = text.slice(from).search(COUNTRY);
  return at < 0 || from + at === 0 ? text : text.slice(0, from + at);
}

/** Reports whether all units of a reading are written as on a day, and no word of the text is against them. */
function isWritten(whole: object | undefined, match: AdminMatch | undefined): boolean {
  return whole !== undefined && match?.contradicted.length === 0;
}

function rivalry(ambiguous: boolean, ambiguity: Ambiguity | undefined): Ambiguity | undefined {
  return ambiguous ? (ambiguity ?? 'several_records') : undefined;
}

/** Returns the ranges of the text that name units: those of a stack, coarser ones that are not known, and those that columns state. */
function rangesOf(stack: Stack, understanding: Understanding, stated: readonly StatedRange[]): TextRange[] {
  const { tokens, readings, context } = understanding;
  const flags = explainedBy(stack, readings, context);
  const { roles } = assignRoles(understanding, { stack, flags, named: undefined });
  const ranges: TextRange[] = [];
  let isOpen = false;
  tokens.forEach(({ start, end }, at) => {
    const isNamed = isUnit(roles[at]) || stated.some((range) => start >= range.start && start < range.end);
    if (isNamed && isOpen) (ranges.at(-1) as TextRange).end = end;
    else if (isNamed) ranges.push({ start, end });
    isOpen = isNamed;
  });
  return ranges;
}

/** Returns the verdicts of the units alone. Shape: a unit in force has no district, so that none is missing. */
function partsOf(parts: AddressParts | undefined, { unit }: Stack): ReadAddress['parts'] {
  const { ward, district, province } = parts ?? { ward: 'missing', district: 'missing', province: 'missing' };
  const isNew = unit.kind === 'ward' || unit.kind === 'province';
  return { ward, district: isNew && district === 'completed' ? 'missing' : district, province };
}
