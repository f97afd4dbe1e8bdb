import type { Position } from '../../../base/geo/position.ts';
import type { ConversionAmbiguity, ConversionBasis } from '../../../contract/records/conversion.ts';
import type { DatedUnit, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import type { UnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { StatedRange } from '../reader/admin-search.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { LocalPlace } from '../places/local-place.ts';
import type { ReadAddress } from './address-reader.ts';
import type { NamedUnit } from './dated-units.ts';
import type { UnitColumns } from './unit-columns.ts';
import { createUnitTargets, type UnitTarget, type UnitTargets } from './unit-targets.ts';
import type { UnitStyle } from './write-line.ts';

/** Confidence in a unit that has all of the population of a divided one. */
const BY_LAW = 0.99;
/** Confidence in a successor that no decree or list names, but two lists of units suggest: see `certainty` of the edges. */
const BY_LISTS = 0.9;
/** Confidence in a unit chosen by the position of the row: the border of the map is exact to some metres. */
const BY_POSITION = 0.98;
/** Confidence in a former unit by the nearest place of which it is known. */
const BY_NEAREST = 0.9;
/** How far from a position the nearest place with a known former ward may be. Units: metres. */
const NEAR_METERS = 300;
/** How many of the nearest places are asked for their former ward. */
const NEAREST = 10;
/** Confidence in a former unit by a street that lies in it; streets cross borders. */
const BY_STREET = 0.75;
/** Least confidence in a street or place that completes a missing ward. */
const LEAST_COMPLETED = 0.5;
/** A request for a conversion. Shape: `columns` are units beside the address; `from` and `to` are days, the newest one for `to` if left out. */
export interface ConvertRequest extends UnitStyle {
  text: string;
  columns?: UnitColumns | undefined;
  /** The ranges of the text that columns of units gave. */
  stated?: readonly StatedRange[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  position?: Position | undefined;
  /** Code of the unit that a person chose. */
  choice?: string | undefined;
  language: 'en' | 'vi';
}

/** A choice among the units that a unit can mean. Shape: `shares` in the order of `targets`. */
export interface Choice {
  /** Undefined where the text names no ward, and none can be completed; and for a merged unit on an earlier day, where nothing tells which of several it was. */
  target: UnitTarget | undefined;
  targets: readonly UnitTarget[];
  basis: ConversionBasis;
  confidence: number;
  ambiguity: ConversionAmbiguity | undefined;
}

/** What a choice is made with. */
export interface TargetChoiceOptions {
  admin: AdminDataset;
  history: UnitHistory;
  periods: UnitPeriods;
  /** Returns the best match of a text. */
  forward: (text: string) => LocalPlace | undefined;
  /** Returns the places nearest to a position. Units: metres. */
  reverse: (position: Position, radiusMeters: number, size: number) => readonly LocalPlace[];
}

/** Creates the function that chooses what a unit of an address is on another day; it returns undefined where the dataset does not know. */
export function createTargetChoice({ admin, history, periods, forward, reverse }: TargetChoiceOptions) {
  const targetsOf = createUnitTargets(admin, history);
  // Rival readings of a text, and the days of a row, ask for the same place.
  let last: { text: string; place: LocalPlace | undefined } | undefined;
  const placeOf = (text: string): LocalPlace | undefined => {
    if (last?.text !== text) last = { text, place: forward(text) };
    return last.place;
  };
  const { lastDistricts } = periods;
  /** The former wards of each former district, by its code. */
  const wardsOf = new Map<string, DatedUnit[]>();
  for (const unit of history.units) {
    if (unit.level !== 'ward') continue;
    const wards = wardsOf.get(unit.parent);
    if (wards === undefined) wardsOf.set(unit.parent, [unit]);
    else wards.push(unit);
  }

  /** Chooses a target by the position of the row, or by street, house or place of the text. */
  const chooseBy = (
    { targets, isBack }: UnitTargets,
    text: string | undefined,
    position: Position | undefined,
    day: string,
  ): { target: UnitTarget; basis: ConversionBasis; confidence: number } | undefined => {
    const isFormer = day < lastDistricts;
    /** Returns the only target that a place with a ward of today, or of the last day before the districts ended, can be in. */
    const targetOf = (code: string | null | undefined): UnitTarget | undefined => {
      const fitting = targets.filter(({ unit, edges }) =>
        isFormer
          ? unit.code === code || edges.some(({ from }) => from.code === code && from.to === lastDistricts)
          : history.successors(unit, history.newestDay).some((later) => later.unit.code === code),
      );
      return fitting.length === 1 ? fitting[0] : undefined;
    };
    if (position !== undefined && !isFormer) {
      const target = targetOf(admin.wards[admin.wardAt(position)]?.code);
      if (target !== undefined) return { target, basis: 'position', confidence: BY_POSITION };
    }
    if (position !== undefined && isFormer) {
      for (const place of reverse(position, NEAR_METERS, NEAREST)) {
        const target = targetOf(place.extension.old.ward_code);
        if (target !== undefined) return { target, basis: 'position', confidence: BY_NEAREST };
      }
    }
    if (text === undefined) return undefined;
    const place = placeOf(text);
    if (place === undefined || isUnit(place)) return undefined;
    const { old, new: current, ambiguity, confidence = 0, level } = place.extension;
    if (!isBack && ambiguity === 'divided_ward') return undefined;
    const target = targetOf(isFormer ? old.ward_code : current.ward_code);
    if (target === undefined) return undefined;
    const least = isBack && level === 'street' ? BY_STREET : 1;
    return { target, basis: 'address', confidence: Math.min(confidence, least) };
  };

  /** Returns the choice of a person; undefined where they made none, or one that is not among the targets. */
  const chosenBy = (targets: readonly UnitTarget[], code: string | undefined): Choice | undefined => {
    const target = targets.find(({ unit }) => unit.code === code);
    return target && { target, targets, basis: 'person', confidence: 1, ambiguity: undefined };
  };

  /** Chooses the ward of an address of which only the former district is known. */
  const completeWard = (
    address: ReadAddress,
    { text, position, choice }: ConvertRequest,
    to: string,
  ): Choice => {
    const { unit } = address.units[0].period;
    const shares = new Map<DatedUnit, UnitTarget>();
    const isLast = ({ from, to: end }: DatedUnit): boolean => from < unit.to && end >= unit.to;
    for (const ward of (wardsOf.get(unit.code) ?? []).filter(isLast)) {
      for (const { unit: target, edges, share } of history.successors(ward, to))
        if (share !== 0 && !shares.has(target))
          shares.set(target, { unit: target, edges, share: 0, isAreaOnly: false });
    }
    const targets = [...shares.values()].map((target) => ({ ...target, share: 1 / shares.size }));
    const ofPerson = chosenBy(targets, choice);
    if (ofPerson) return ofPerson;
    const chosen = chooseBy({ targets, isBack: false }, address.kept === '' ? undefined : text, position, to);
    if (chosen !== undefined && chosen.confidence >= LEAST_COMPLETED)
      return {
        ...chosen,
        confidence: Math.min(chosen.confidence, address.confidence),
        targets,
        ambiguity: undefined,
      };
    return {
      ...{ target: undefined, targets, basis: 'estimate', ambiguity: 'no_ward' },
      confidence: targets.length === 0 ? 0 : 1 / targets.length,
    };
  };

  return (address: ReadAddress, request: ConvertRequest, to: string): Choice | undefined => {
    const [named] = address.units as readonly [NamedUnit];
    const { confidence } = address;
    const all = targetsOf(named, to);
    const { targets, isBack } = all;
    const ofPerson = chosenBy(targets, request.choice);
    if (ofPerson) return ofPerson;
    const populated = targets.filter(({ isAreaOnly }) => !isAreaOnly);
    const [first, second] = populated;
    if (first === undefined)
      return named.period.unit.level === 'district' && !isBack
        ? completeWard(address, request, to)
        : undefined;
    if (second === undefined) {
      const isByLaw = targets.length > 1 && !isBack;
      const isUnsure = first.edges.some(({ extent }) => extent === 'unknown');
      return {
        target: first,
        targets,
        basis: isUnsure ? 'estimate' : isByLaw ? 'law' : 'only',
        confidence: Math.min(confidence, isUnsure ? BY_LISTS : isByLaw ? BY_LAW : 1),
        ambiguity: undefined,
      };
    }
    const chosen = chooseBy(all, address.kept === '' ? undefined : request.text, request.position, to);
    if (chosen !== undefined)
      return {
        ...chosen,
        confidence: Math.min(confidence, chosen.confidence),
        targets,
        ambiguity: undefined,
      };
    // Which of the units that were merged it was nobody can tell: none of them is a fact.
    return {
      target: isBack ? undefined : first,
      targets,
      basis: 'estimate',
      confidence: Math.min(confidence, first.share),
      ambiguity: isBack ? 'merged_unit' : 'divided_ward',
    };
  };
}

function isUnit({ level }: LocalPlace): boolean {
  return level === 'ward' || level === 'district' || level === 'province';
}
