import { englishText, message, type Message } from '../../../base/messages/message.ts';
import {
  type Conversion,
  CONVERSION_REASON,
  type ConversionAmbiguity,
  type ConversionSide,
  type ConversionStep,
  type UnitChange,
  type UnitDays,
} from '../../../contract/records/conversion.ts';
import type { DatedUnit, UnitEdge, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import { firstAddress } from '../../../base/text/address-part.ts';
import { isInPeriod, type UnitPeriod } from '../../gazetteer/units/unit-periods.ts';
import type { AddressReader, ReadAddress } from './address-reader.ts';
import {
  type Choice,
  type ConvertRequest,
  createTargetChoice,
  type TargetChoiceOptions,
} from './choose-target.ts';
import type { NamedUnit } from './dated-units.ts';
import { textIn } from '../../../base/messages/catalogues.ts';
import { explainChange } from './explain-change.ts';
import { readUnitColumns } from './unit-columns.ts';
import { joinColumns } from '../reader/columns.ts';
import { joinLine, type UnitStyle, writeUnit } from './write-line.ts';
import { stepOf, unitLine } from './unit-line.ts';
import type { UnitTarget } from './unit-targets.ts';

/** Kinds of changes, the one that changes most first. */
const STRONGEST: readonly UnitChange[] = ['divided', 'merged', 'moved', 'renamed', 'retyped', 'unchanged'];
/** Conversions of exact units that are kept, so that rows of one ward share them. */
const MOST_KEPT = 20_000;

/** Converts addresses to the units of another day. */
export interface Converter {
  convert(request: ConvertRequest): Conversion;
  /** As `convert`, without the look-up of exact names: what it is compared with. */
  convertBySearch(request: ConvertRequest): Conversion;
  /** Returns the line of the unit of a conversion through all days; undefined where no unit with a code was found. */
  lineOf(conversion: Conversion): UnitDays[] | undefined;
}

/** The levels of units, the lowest first. */
const LEVELS = ['ward', 'district', 'province'] as const;

/** What the converter works with. */
export interface ConverterOptions extends TargetChoiceOptions {
  reader: AddressReader;
}

/** Creates the converter. */
export function createConverter(options: ConverterOptions): Converter {
  const { history, periods, reader } = options;
  const choose = createTargetChoice(options);
  const kept = new Map<UnitPeriod, Map<string, Conversion>>();
  let keptCount = 0;

  const respond = (address: ReadAddress, request: ConvertRequest): Conversion => {
    const to = request.to ?? history.newestDay;
    const readings = preferUnits(address, to) as [NamedUnit, ...NamedUnit[]];
    const chosenBy = (unit: NamedUnit) => choose({ ...address, units: [unit] }, request, to);
    const isOfPerson = (unit: NamedUnit) => chosenBy(unit)?.basis === 'person';
    const meant = request.choice === undefined ? undefined : readings.find(isOfPerson);
    const [named, ...rivals] = meant ? ([meant] as const) : readings;
    const choice = chosenBy(named);
    const { period } = named;
    if (choice === undefined) {
      return notFound(whyUnknown(history, period.unit, to), address.kept);
    }
    const others = rivals.map((rival) => chosenBy(rival)?.target);
    const isRivalled = others.some((target) => target !== undefined && target.unit !== choice.target?.unit);
    const { target } = choice;
    const fromDay = request.from ?? periods.dayOf(period);
    const isMerged = target === undefined && choice.ambiguity === 'merged_unit';
    const toPeriod =
      target !== undefined
        ? periods.on(target.unit, to)
        : isMerged
          ? commonOf(choice.targets, to)
          : provinceOf(period, to);
    const edges =
      target?.edges ?? (isMerged ? [...new Set(choice.targets.flatMap((each) => each.edges))] : []);
    const above = toPeriod === undefined ? [] : provinceEdges(period, toPeriod, edges);
    const steps = stepsOf(named, target, [...edges, ...above]);
    const main = STRONGEST.flatMap((change) => steps.filter((step) => step.change === change))[0];
    const candidates = candidatesOf(choice, isRivalled ? others : [], to);
    const tied = isRivalled ? [] : tiedUnits(named, rivals);
    const fromPeriod =
      tied.length === 0
        ? period
        : (commonOf(
            tied.map((each) => ({ unit: each.unit })),
            fromDay,
          ) ?? period);
    return {
      status: 'OK',
      reason: null,
      ambiguity: isRivalled ? rivalKind(address) : (choice.ambiguity ?? null),
      kept: address.kept,
      from: sideOf(address, fromPeriod, fromDay, request),
      to: toPeriod === undefined ? sideWithoutUnits(address, to) : sideOf(address, toPeriod, to, request),
      level: (toPeriod ?? period).unit.level,
      change: main?.change ?? 'unchanged',
      decree: main?.decree || null,
      item: main === undefined || main.item === '' ? null : main.item,
      effective: main?.effective || null,
      steps,
      basis: isRivalled ? 'estimate' : choice.basis,
      confidence: round(
        isRivalled ? Math.min(choice.confidence, 1 / (1 + others.length)) : choice.confidence,
      ),
      candidates: candidates.length > 1 ? candidates : [],
      ...(tied.length > 0 && {
        from_candidates: tied.map(({ unit, parents }) => ({
          units: [unit, ...parents].map(({ fullName }) => fullName).join(', '),
          code: unit.code,
        })),
      }),
      // What a person decided is not judged by the text.
      parts: choice.basis === 'person' ? null : address.parts,
      explanation: isMerged
        ? textIn(explainOrigins(period, choice.targets), request.language)
        : explain(period, toPeriod ?? period, steps, choice, tied, request.language),
    };
  };

  /** Returns the changes of a unit; a district, and a ward of before the records, have none of their own in the tables. */
  const stepsOf = (
    { period: { unit }, successors }: NamedUnit,
    target: UnitTarget | undefined,
    edges: readonly UnitEdge[],
  ): ConversionStep[] => {
    if (unit.level !== 'district' && successors === undefined) return edges.map(stepOf);
    if (edges[0]?.from === unit) return edges.map(stepOf);
    const { fullName: from, toDecree: decree } = unit;
    const step = { from, to: target?.unit.fullName ?? '', decree, item: '', note: '' };
    return successors === undefined
      ? [{ ...step, change: 'divided', extent: 'part', effective: unit.to }]
      : [{ ...step, change: 'merged', extent: 'whole', effective: '' }];
  };

  const provinceOf = ({ parents }: UnitPeriod, day: string): UnitPeriod => {
    const top = parents.at(-1) as DatedUnit;
    const [link] = history.successors(top, day);
    return periods.on(link?.unit ?? top, day);
  };

  /** Returns the lowest unit that contains all of some units on a day; undefined if they are in several provinces. */
  const commonOf = (targets: readonly Pick<UnitTarget, 'unit'>[], day: string): UnitPeriod | undefined => {
    const [first = [], ...others] = targets.map(({ unit }) => periods.on(unit, day).parents);
    const common = first.find((unit) => others.every((parents) => parents.includes(unit)));
    return common && periods.on(common, day);
  };

  /** Returns the changes of the provinces beside those of the unit itself. */
  const provinceEdges = (from: UnitPeriod, to: UnitPeriod, edges: readonly UnitEdge[]): UnitEdge[] => {
    const [a, b] = [topOf(from), topOf(to)];
    if (a === b || (edges.length > 0 && a.code !== b.code)) return [];
    const [earlier, later] = a.from <= b.from ? [a, b] : [b, a];
    const days = new Set(edges.map(({ effective }) => effective));
    const links = history.successors(earlier, later.from);
    const link = links.find(({ unit }) => unit === later);
    return (link?.edges ?? []).filter(({ effective }) => !days.has(effective));
  };

  const sideOf = (
    address: ReadAddress,
    { unit, parents }: UnitPeriod,
    day: string,
    style: UnitStyle,
  ): ConversionSide => {
    const line = [unit, ...parents];
    const units = line.map((each) => writeUnit(each, style)).join(', ');
    const at = (level: string): DatedUnit | undefined => line.find((each) => each.level === level);
    const name = (each: DatedUnit | undefined): string | null => (each ? writeUnit(each, style) : null);
    const [ward, district, province] = ['ward', 'district', 'province'].map(at);
    return {
      day,
      line: joinLine(address, units, unit.postalCode),
      units,
      ward: name(ward),
      ward_code: ward?.code || null,
      district: name(district),
      district_code: district?.code ?? null,
      province: name(province),
      province_code: province?.code ?? null,
      postal_code: unit.postalCode || null,
    };
  };

  const candidatesOf = (
    { targets, target, confidence, basis }: Choice,
    others: readonly (UnitTarget | undefined)[],
    to: string,
  ): Conversion['candidates'] => {
    const seen = new Set<DatedUnit>();
    const isFirst = ({ unit }: UnitTarget): boolean => !seen.has(unit) && seen.add(unit).size > 0;
    const rivals = [target, ...others].flatMap((each) => (each === undefined ? [] : [each]));
    const rest = targets.filter((each) => each !== target);
    const restShare = rest.reduce((sum, { share }) => sum + share, 0);
    const isSure = rest.every(({ isAreaOnly }) => isAreaOnly);
    const scaled = rest.map((each) => ({
      ...each,
      share:
        target === undefined || restShare === 0 || basis === 'estimate'
          ? each.share
          : (each.share / restShare) * (1 - Math.min(confidence, 1)),
    }));
    const listed =
      others.length > 0
        ? rivals.map((each) => ({ ...each, isAreaOnly: false, share: 1 / rivals.length }))
        : [
            ...rivals.map((each) => ({
              ...each,
              share: isSure ? 1 : basis === 'estimate' ? each.share : confidence,
            })),
            ...scaled,
          ];
    return listed.filter(isFirst).map(({ unit, share, isAreaOnly }) => ({
      units: [unit, ...periods.on(unit, to).parents].map(({ fullName }) => fullName).join(', '),
      code: unit.code,
      share: round(share),
      ...(isAreaOnly ? { reason: 'area only' } : {}),
    }));
  };

  const explain = (
    from: UnitPeriod,
    to: UnitPeriod,
    steps: readonly ConversionStep[],
    { target, targets }: Choice,
    tied: readonly UnitPeriod[],
    language: 'en' | 'vi',
  ): string => {
    const isBack = target?.edges.at(-1)?.to === from.unit;
    const [earlier, later] = isBack ? [to, from] : [from, to];
    const top = topOf(later);
    const { unit, parents } = earlier;
    const above = parents.at(0);
    const sentence = explainChange({
      subject: above === undefined ? unit.fullName : `${unit.fullName}, ${above.fullName}`,
      unit: unit.fullName,
      steps,
      newProvince:
        steps.length > 0 && topOf(earlier).fullName !== top.fullName && unit.level !== 'province'
          ? top.fullName
          : undefined,
      areaOnly: targets
        .filter((each) => each.isAreaOnly && !isBack)
        .map((each) => ({ unit: each.unit.fullName, item: each.edges[0]?.item ?? '' })),
      others: isBack
        ? []
        : targets
            .filter((each) => each !== target && !each.isAreaOnly && target !== undefined)
            .map((each) => each.unit.fullName),
      tied: tied.map((each) => each.unit.fullName),
    });
    return textIn(sentence, language);
  };

  const notFound = (reason: Message, text: string): Conversion => ({
    status: 'ZERO_RESULTS',
    reason: englishText(reason),
    [CONVERSION_REASON]: reason,
    ambiguity: null,
    kept: text,
    ...{ from: null, to: null, level: null, change: null, decree: null, item: null, effective: null },
    steps: [],
    ...{ basis: null, confidence: null, candidates: [], parts: null, explanation: null },
  });

  /** Returns a request whose units in columns are part of its text, or the conversion of units that are given by code. */
  const withColumns = (request: ConvertRequest): { request: ConvertRequest } | { conversion: Conversion } => {
    const { columns, text, from } = request;
    if (columns === undefined) return { request };
    const read = readUnitColumns(history, periods, columns, from);
    if ('fault' in read) return { conversion: notFound(read.fault, text) };
    if ('parts' in read) {
      return { request: { ...request, columns: undefined, ...joinColumns(text, read.parts) } };
    }
    const { units } = read;
    const [{ period }] = units as [NamedUnit];
    const line = [period.unit, ...period.parents].map(({ fullName }) => fullName);
    const address: ReadAddress = {
      ...{ kept: text, tail: '', hasPostalCode: false, units, confidence: 1, isExact: true },
      ambiguity: units.length > 1 ? 'old_or_new' : undefined,
      parts: { ward: 'missing', district: 'missing', province: 'missing' },
    };
    for (const each of [period.unit, ...period.parents]) address.parts[each.level] = 'confirmed';
    return { conversion: respond(address, { ...request, text: joinParts(text, ...line) }) };
  };

  const convertBySearch = (given: ConvertRequest): Conversion => {
    const ready = withColumns(given);
    if ('conversion' in ready) return ready.conversion;
    const { request } = ready;
    const { text, from, to = history.newestDay, stated } = request;
    const address = reader.search(text, from, to, stated);
    if (address !== undefined) return respond(address, request);
    const other = from === undefined ? undefined : reader.search(text, undefined, to, stated);
    const named = other?.units[0]?.period.unit.fullName;
    return notFound(
      named === undefined
        ? message('convert.namesNoUnit')
        : message('convert.noUnitOfDay', { unit: named, day: from ?? '' }),
      text,
    );
  };

  /** Converts the first of several addresses in one cell; the others stay as they are, and the row is for a person. */
  const convertFirst = (request: ConvertRequest, first: string): Conversion => {
    const { text } = request;
    const conversion = convert({ ...request, text: first });
    const rest = text.slice(text.indexOf(first) + first.length);
    const withRest = (side: Conversion['to']): Conversion['to'] =>
      side && { ...side, line: `${side.line}${rest}` };
    const { from, to } = conversion;
    const isDecided = conversion.basis === 'person';
    return {
      ...conversion,
      ambiguity: isDecided ? null : 'several_records',
      from: withRest(from),
      to: withRest(to),
    };
  };

  return {
    convertBySearch,
    convert,
    lineOf({ from }) {
      const level = LEVELS.find((each) => from?.[`${each}_code`]);
      if (!from || !level) return undefined;
      const unit = history.unitOf(level, from[`${level}_code`] ?? '', from.day);
      return unit && unitLine(history, periods, unit);
    },
  };

  function convert(given: ConvertRequest): Conversion {
    const first = given.columns === undefined ? firstAddress(given.text) : undefined;
    if (first !== undefined) return convertFirst(given, first);
    const ready = withColumns(given);
    if ('conversion' in ready) return ready.conversion;
    const { request } = ready;
    const { text, from, to = history.newestDay, position } = request;
    const address = reader.readExact(text, from, to);
    if (address === undefined) return convertBySearch(request);
    if (request.choice !== undefined) return respond(address, request);
    // Rows of one ward share a conversion that neither street nor position can change.
    const { kept: front, units } = address;
    const { period } = units[0];
    const { language, diacritics, order } = request;
    const key = `${from} ${to} ${language} ${diacritics} ${order}`;
    const isOpen = front !== '' || position !== undefined;
    let shared = kept.get(period)?.get(key);
    if (shared === undefined) {
      shared = respond(
        { ...address, kept: '', tail: '', hasPostalCode: false },
        { ...request, position: undefined },
      );
      if (keptCount >= MOST_KEPT) {
        kept.clear();
        keptCount = 0;
      }
      keptCount += 1;
      const conversions = kept.get(period);
      if (conversions === undefined) kept.set(period, new Map([[key, shared]]));
      else conversions.set(key, shared);
    }
    if (isOpen && shared.basis === 'estimate') return respond(address, request);
    const { from: old, to: current } = shared;
    if (!old || !current) return { ...shared, kept: front };
    return {
      ...shared,
      kept: front,
      from: { ...old, line: joinLine(address, old.units, old.postal_code ?? '') },
      to: { ...current, line: joinLine(address, current.units, current.postal_code ?? '') },
    };
  }
}

/** Returns the wards of one district and name that a text fits equally, a commune and its town; none where it means one. */
function tiedUnits({ period }: NamedUnit, rivals: readonly NamedUnit[]): UnitPeriod[] {
  const isBeside = ({ unit, parents }: UnitPeriod): boolean =>
    unit !== period.unit && unit.name === period.unit.name && parents[0] === period.parents[0];
  const beside = rivals.map((rival) => rival.period).filter(isBeside);
  const isTie = period.unit.level === 'ward' && beside.length > 0 && beside.length === rivals.length;
  return isTie ? [period, ...beside] : [];
}

function topOf({ unit, parents }: UnitPeriod): DatedUnit {
  return parents.at(-1) ?? unit;
}

/** Returns the units of an address, those that are not in force on a day first: whoever converts has a reason. */
function preferUnits({ units, ambiguity }: ReadAddress, day: string): readonly NamedUnit[] {
  if (ambiguity !== 'old_or_new') return units;
  const isCurrent = ({ period }: NamedUnit): boolean => isInPeriod(period, day);
  return [...units.filter((unit) => !isCurrent(unit)), ...units.filter(isCurrent)];
}

/** Returns a side of which no unit is known. */
function sideWithoutUnits(address: ReadAddress, day: string): ConversionSide {
  return {
    ...{ day, line: joinLine(address, '', ''), units: '', ward: null, ward_code: null, district: null },
    ...{ district_code: null, province: null, province_code: null, postal_code: null },
  };
}

/** Returns the sentence on a unit that was made of several, where nothing tells which of them is meant. */
function explainOrigins({ unit, parents }: UnitPeriod, targets: readonly UnitTarget[]): Message {
  return message('change.madeOf', {
    subject: parents[0] === undefined ? unit.fullName : `${unit.fullName}, ${parents[0].fullName}`,
    n: targets.length,
    units: targets.map((target) => target.unit.fullName),
  });
}

function rivalKind({ ambiguity }: ReadAddress): ConversionAmbiguity {
  return ambiguity ?? 'several_records';
}

/** Returns where the tables lose a unit on the way to a day: it was made of nobody knows what, or ended without a successor. */
function whyUnknown(history: UnitHistory, unit: DatedUnit, day: string): Message {
  let known = unit;
  const isBack = day < unit.from;
  for (let next: DatedUnit | undefined = unit; next !== undefined;) {
    known = next;
    next = isBack ? history.edgesTo(known)[0]?.from : history.edgesFrom(known)[0]?.to;
  }
  const { fullName, from, to } = known;
  if (isBack && from > day) return message('convert.madeOfUnknown', { unit: fullName, day: from });
  if (!isBack && to !== '' && to <= day && known.level === 'ward')
    return message('convert.endedInUnknown', { unit: fullName, day: to });
  return message('convert.unknownOnDay', { unit: unit.fullName, day });
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
