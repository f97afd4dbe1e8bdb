import type { MatchDescription, MatchUnits } from '../../contract/match.ts';
import { fold, foldKey } from '../../base/text/fold.ts';

const TYPE_WORDS = /^(?:thi tran|thanh pho|thi xa|dac khu|phuong|xa|quan|huyen|tinh)\s+/;

/** The fields of a constraint, from the smallest unit to the largest. */
export const CONSTRAINT_FIELDS = ['ward', 'district', 'province'] as const;

/** The units that the matches of a row must be in, as the row names them; old or new ones. */
export type UnitConstraint = Partial<Record<(typeof CONSTRAINT_FIELDS)[number], string>>;

/** Returns the text of the units of a constraint, the smallest first; empty without any. */
export function constraintText(constraint: UnitConstraint): string {
  return CONSTRAINT_FIELDS.flatMap((field) => constraint[field] ?? []).join(', ');
}

/** Returns a text with the units of a constraint at its end that are no part of it between commas. */
export function withConstraint(text: string, constraint: UnitConstraint): string {
  // Most rows have no constraint: their parts are not folded.
  if (CONSTRAINT_FIELDS.every((field) => constraint[field] === undefined)) return text;
  const units = CONSTRAINT_FIELDS.flatMap((field) => constraint[field] ?? []);
  const parts = new Set(text.split(',').map(nameKey));
  return [text, ...units.filter((unit) => !parts.has(nameKey(unit)))].join(', ');
}

/** Reports whether a match names every unit of a constraint, among its old or its new units. */
export function isNamedInside(match: MatchDescription, constraint: UnitConstraint): boolean {
  return CONSTRAINT_FIELDS.every((field) => {
    const wanted = constraint[field];
    return wanted === undefined || [match.old, match.new].some((units) => isSameName(units?.[field], wanted));
  });
}

/**
 * Reports whether a match is in a unit that the service itself gave for the constraint, so that abbreviations and units of the other generation count.
 *
 * Shape: a former ward that was divided is every ward that it became.
 */
export function isInsideUnit(match: MatchDescription, unit: MatchDescription): boolean {
  if (unit.level === 'ward') {
    const code = match.new?.ward_code;
    if (typeof code === 'string' && unit.wardCandidates?.some((candidate) => candidate.ward_code === code))
      return true;
    return isSame(match, unit, ['ward', 'district', 'province'], 'ward');
  }
  if (unit.level === 'district') return isSame(match, unit, ['district', 'province'], 'district');
  return unit.level === 'province' && isSame(match, unit, ['province'], 'province');
}

/** Reports whether two matches are in the same unit, in a generation in which both name it. */
function isSame(
  match: MatchDescription,
  unit: MatchDescription,
  fields: readonly (keyof UnitConstraint)[],
  finest: keyof UnitConstraint,
): boolean {
  const agree = (a: MatchUnits | undefined, b: MatchUnits | undefined): boolean =>
    isName(a?.[finest]) &&
    isName(b?.[finest]) &&
    fields.every((field) => (a?.[field] ?? '') === (b?.[field] ?? ''));
  return agree(match.old, unit.old) || agree(match.new, unit.new);
}

/** Reports whether two names of units are the same without their type words and diacritics. */
export function isSameName(name: string | null | undefined, wanted: string): boolean {
  return isName(name) && nameKey(name) === nameKey(wanted);
}

function isName(name: string | null | undefined): name is string {
  return typeof name === 'string';
}

function nameKey(name: string): string {
  return foldKey(fold(name).trim().replace(TYPE_WORDS, ''));
}
