import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { foldKey } from '../../../base/text/fold.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import { indexExactNames } from '../../gazetteer/units/exact-names.ts';
import type { DatedUnit, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import { isInPeriod, type UnitPeriod, type UnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminSearch, KnownNames, Understanding } from '../../gazetteer/unit-search/admin-search.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import type { AddressParts, Ambiguity } from '../../gazetteer/unit-search/part-verdicts.ts';
import type { Stack } from '../../gazetteer/unit-search/stack.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';
import { trustOf } from '../calibration/calibrate.ts';
import { splitLine, type SplitLine, type TextRange } from './split-line.ts';

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
  /(^|[\s,.;(])(ph[uư][oơờ]ng|p|f|q|qu[aậ]n|huy[eệ]n|th[iị] (?:tr[aấ]n|x[aã])|x[aã]|tt|tx|t[iỉ]nh|th[aà]nh ph[oố]|tp)[\s.\d]/iu;

/** A whole type word of a ward right in front of its name. */
const TYPE_WORD = /(?:^|[,;(]\s*)((?:phường|xã|thị trấn|đặc khu)\s+)$/iu;

/** Country at the end of an address. */
const COUNTRY = /[\s,;]+(?:vi[eệ]t\s?nam|vn)[\s.]*$/iu;

/** A unit that an address names. Shape: `successors` are codes of wards, for a ward of before the records: it has no code and no changes of its own. */
export interface NamedUnit {
  period: UnitPeriod;
  successors?: readonly string[];
}

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
  isExact: boolean;
}

/** The reader of addresses as units of a day. */
export interface AddressReader {
  /** Returns the units of an address whose names are exact, by hash; undefined for any other. */
  readExact(text: string, from: string | undefined, to: string): ReadAddress | undefined;
  /** Returns the units of an address by the full search; undefined if it names none of the day. */
  search(text: string, from: string | undefined, to: string): ReadAddress | undefined;
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
export function createAddressReader(options: AddressReaderOptions): AddressReader {
  const { history, periods, adminSearch, known } = options;
  const exact = indexExactNames(history, periods);
  const unitOf = createDatedUnits(options);
  return {
    readExact(text, from, to) {
      const country = COUNTRY.exec(text);
      const body = country === null || country.index === 0 ? text : text.slice(0, country.index);
      const found = exact.find(body, from);
      if (found === undefined) return undefined;
      const period =
        found.periods.length === 1 ? found.periods[0] : found.periods.find((each) => isInPeriod(each, to));
      if (period === undefined) return undefined;
      const front = body.slice(0, found.start);
      // Words in front of a district or province may name its ward.
      if (front.trim() !== '' && (period.unit.level !== 'ward' || UNIT_WORD.test(front))) return undefined;
      const { level } = period.unit;
      return {
        ...splitLine(text, [{ start: found.start, end: body.length }]),
        units: [{ period }],
        ambiguity: undefined,
        confidence: EXACT_CONFIDENCE,
        parts: {
          ward: level === 'ward' ? 'confirmed' : 'missing',
          district: [period.unit, ...period.parents].some((each) => each.level === 'district')
            ? 'confirmed'
            : 'missing',
          province: 'confirmed',
        },
        isExact: true,
      };
    },
    search(text, from, to) {
      const understanding = adminSearch.understand(text, undefined, known);
      const { stacks, resolution } = understanding;
      const { best, ambiguous, tied, others } = resolution;
      const preferred = ambiguous ? others.slice(0, tied) : best === undefined ? [] : [best];
      const inOrder = [...preferred, ...stacks.filter((stack) => !preferred.includes(stack))];
      const named = inOrder.flatMap((stack) => {
        const unit = unitOf(stack, understanding, from);
        return unit === undefined ? [] : [{ stack, unit }];
      });
      const whole = wholeLine(text, named, to);
      const first = whole ?? named[0];
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
      const ambiguity =
        whole !== undefined
          ? undefined
          : isPreferred && !ambiguous
            ? match?.ambiguity
            : rivalry(ambiguous, match?.ambiguity);
      return {
        ...splitLine(text, rangesOf(first.stack, understanding)),
        units: [first.unit, ...(ambiguity === undefined ? [] : rivals.map(({ unit }) => unit))],
        ambiguity,
        confidence: match === undefined ? 0 : trustOf(match).confidence,
        parts: partsOf(match?.parts, first.stack),
        isExact: false,
      };
    },
  };
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
      period.unit.level === best?.unit.period.unit.level &&
      [period.unit, ...period.parents].every(({ fullName }) => hasName(written, keyOf(fullName))),
  );
  const finest = Math.max(...fitting.map(({ unit }) => unit.period.parents.length));
  const whole = fitting.filter(({ unit }) => unit.period.parents.length === finest);
  const units = new Set(whole.map(({ unit }) => unit.period.unit));
  if (units.size <= 1) return whole[0];
  const inForce = whole.filter(({ unit }) => isInPeriod(unit.period, to));
  return inForce.length === 1 ? inForce[0] : undefined;
}

/** Reports whether a key of a text contains that of a name; a digit behind it is a tone or belongs to a number. */
function hasName(written: string, name: string): boolean {
  const at = written.indexOf(name);
  return at >= 0 && !/\d/.test(written.charAt(at + name.length));
}

function rivalry(ambiguous: boolean, ambiguity: Ambiguity | undefined): Ambiguity | undefined {
  return ambiguous ? (ambiguity ?? 'several_records') : undefined;
}

/** Returns the ranges of the text that name the units of a stack. */
function rangesOf(stack: Stack, { text, tokens, readings }: Understanding): TextRange[] {
  const explained = explainedBy(stack, readings, tokens.length);
  if (stack.elsewhere !== undefined) explained.fill(1, stack.elsewhere.start, stack.elsewhere.end);
  const ranges: TextRange[] = [];
  tokens.forEach(({ start, end }, at) => {
    if (explained[at] !== 1) return;
    const last = ranges.at(-1);
    if (last !== undefined && explained[at - 1] === 1) last.end = end;
    else ranges.push({ start, end });
  });
  // "Xã Lộ 25" is read without its type word, because "lộ" may be a street.
  for (const range of ranges) {
    const word = TYPE_WORD.exec(text.slice(0, range.start));
    if (word !== null) range.start -= word[1].length;
  }
  return ranges;
}

/** Returns the verdicts of the units alone. Shape: a unit in force has no district, so that none is missing. */
function partsOf(parts: AddressParts | undefined, { unit }: Stack): ReadAddress['parts'] {
  const { ward, district, province } = parts ?? { ward: 'missing', district: 'missing', province: 'missing' };
  const isNew = unit.kind === 'ward' || unit.kind === 'province';
  return { ward, district: isNew && district === 'completed' ? 'missing' : district, province };
}

/** Creates the function that returns the unit of a stack as it is called on a day, or on the day that the text fits; undefined for none. */
function createDatedUnits({ admin, history, periods }: AddressReaderOptions) {
  const { edition } = admin;
  const byCode = new Map<string, DatedUnit[]>();
  const byLine = new Map<string, DatedUnit>();
  const lineKey = (...names: readonly string[]): string => names.map(foldKey).join('|');
  for (const unit of history.units) {
    const key = `${unit.level} ${unit.code}`;
    byCode.set(key, [...(byCode.get(key) ?? []), unit]);
    if (unit.from !== '') continue;
    const [parent] = periods.of(unit)[0]?.parents ?? [];
    if (unit.level === 'province') byLine.set(lineKey(unit.fullName), unit);
    if (unit.level === 'district') byLine.set(lineKey(unit.fullName, parent?.fullName ?? ''), unit);
  }
  const successorsOf = new Map<string, readonly string[]>();
  for (const { code, fullName, district, province, wards } of admin.formerWards) {
    const codes = wards.map((ward) => admin.wards[ward]?.code ?? '');
    if (code === '') successorsOf.set(lineKey(fullName, district, province), codes);
  }

  const datedUnits = ({ id, kind, former }: Unit): DatedUnit[] => {
    const isOld = ({ from }: DatedUnit): boolean => from < edition;
    const code = id.slice(id.indexOf(':') + 1);
    if (kind === 'ward' || kind === 'province')
      return (byCode.get(`${kind} ${code}`) ?? []).filter(
        (unit) => !isOld(unit) || unit.to === '' || unit.to > edition,
      );
    if (kind === 'former-ward') return (byCode.get(`ward ${former.wardCode ?? ''}`) ?? []).filter(isOld);
    const { district, province = '' } = former;
    const unit = byLine.get(kind === 'district' ? lineKey(district ?? '', province) : lineKey(province));
    return unit === undefined ? [] : [unit];
  };

  /** A ward that was merged away before the records begin, in its district. */
  const recordless = ({
    former: { ward = '', district = '', province = '' },
  }: Unit): NamedUnit | undefined => {
    const successors = successorsOf.get(lineKey(ward, district, province));
    const parents = [byLine.get(lineKey(district, province)), byLine.get(lineKey(province))];
    const [above, top] = parents;
    if (successors === undefined || above === undefined || top === undefined) return undefined;
    const { type, name } = splitFullName(ward);
    const days = { from: '', to: edition, fromDecree: '', toDecree: '' };
    const unit = {
      level: 'ward',
      code: '',
      name,
      type,
      fullName: ward,
      parent: above.code,
      ...days,
      postalCode: '',
    } as const;
    return { period: { unit, parents: [above, top], from: '', to: edition }, successors };
  };

  return (stack: Stack, { text }: Understanding, from: string | undefined): NamedUnit | undefined => {
    const { unit } = stack;
    if (unit.kind === 'former-ward' && unit.former.wardCode === undefined)
      return from === undefined || from < edition ? recordless(unit) : undefined;
    const all = datedUnits(unit).flatMap((dated) => periods.of(dated));
    const onDay = from === undefined ? all : all.filter((period) => isInPeriod(period, from));
    const written = foldKey(text);
    // The day whose names are all in the text, else most of them, the later day first.
    const fit = ({ unit: own, parents }: UnitPeriod): number =>
      [own, ...parents].filter(({ fullName }) => written.includes(foldKey(fullName))).length;
    const period = onDay.reduce<UnitPeriod | undefined>(
      (chosen, each) => (chosen === undefined || fit(each) >= fit(chosen) ? each : chosen),
      undefined,
    );
    return period && { period };
  };
}
