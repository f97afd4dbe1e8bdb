import { fold } from '../../../base/text/fold.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { DISTRICT, PROVINCE } from '../../../base/text/unit-words.ts';
import type { NameIndex } from '../../gazetteer/unit-table/names.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { Context } from './context.ts';
import type { Reading } from './find-names.ts';

/** Factor of initials: beside a name that is written, they only decide between places of that name. */
const INITIALS = 0.8;
const LETTERS = /^[a-z]{2,4}$/;
const VOWEL = /[aeiouy]/;

/** The provinces, old and new, by their initials. */
export type ProvinceInitials = ReadonlyMap<string, readonly Unit[]>;

/** Indexes provinces by their initials: `bg` for Bắc Giang, `brvt` for Bà Rịa - Vũng Tàu. */
export function indexProvinceInitials(units: readonly Unit[]): ProvinceInitials {
  const byInitials = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.kind !== 'province' && unit.kind !== 'former-province') continue;
    const words = fold(unit.name).split(/[\s-]+/);
    const key = words.map((word) => word.charAt(0)).join('');
    const same = byInitials.get(key);
    if (words.length < 2) continue;
    if (same === undefined) byInitials.set(key, [unit]);
    else same.push(unit);
  }
  return byInitials;
}

/**
 * Adds the readings of initials behind a ward: of the province at the end of a text, and of the district right in front of a province, if only one district of that
 * province has them ("P. Tân Hiệp - BH - ĐN", "P4 MT, Tiền Giang").
 *
 * Shape: initials are capitals, set apart by a hyphen or comma, or without a vowel.
 */
export function readInitials(
  text: string,
  tokens: readonly Token[],
  { head }: Context,
  readings: Reading[],
  provinces: ProvinceInitials,
  names: NameIndex,
  units: readonly Unit[],
): void {
  const last = tokens.length - 1;
  if (last < 1) return;
  const isInitials = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined || !LETTERS.test(token.text) || head[at] !== 0) return false;
    const raw = text.slice(token.start, token.end);
    return raw === raw.toUpperCase() && (token.gap > 0 || !VOWEL.test(token.text));
  };
  const known = readings.length;
  const add = (at: number, unit: Unit, layer: number): void => {
    const weight = INITIALS * 0.85 * (layer === PROVINCE ? 1.5 : 1.2);
    const names = { marked: false, streetLike: false, distance: 0 };
    readings.push({ start: at, end: at + 1, unit, layer, weight, factor: INITIALS, ...names });
  };
  if (isInitials(last))
    for (const unit of provinces.get(tokens[last].text) ?? [])
      if (!readings.some((reading) => reading.start === last && reading.unit === unit))
        add(last, unit, PROVINCE);
  const above = readings.filter(
    ({ layer, start }) => layer === PROVINCE && start > 0 && isInitials(start - 1),
  );
  for (const at of new Set(above.map(({ start }) => start - 1))) {
    if (readings.slice(0, known).some(({ start, end }) => start <= at && at < end)) continue;
    const inside = (names.get(tokens[at].text)?.units ?? []).filter((number) => {
      const { kind, ranges } = units[number];
      const isIn = ({ start, unit }: Reading): boolean => start === at + 1 && overlap(unit.ranges, ranges);
      return kind === 'district' && above.some(isIn);
    });
    if (inside.length === 1) add(at, units[inside[0]], DISTRICT);
  }
}
