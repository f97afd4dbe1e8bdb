import { pick, type Random } from '../../../bench/random.ts';
import { isNumbered, type Unit } from '../unit-rows.ts';

/** A unit as a text writes it. Shape: `stated` is what a reader learns from it; without a type word its `type` is empty. */
export interface WrittenUnit {
  text: string;
  stated: Unit;
}

/** Writes a unit with its type word (`Phường Bến Nghé`). */
export function typed(unit: Unit): WrittenUnit {
  return { text: `${unit.type} ${unit.name}`, stated: unit };
}

/** Writes a unit without its type word (`Bến Nghé`), a number with it (`Quận 3`). */
export function bare(unit: Unit): WrittenUnit {
  return isNumbered(unit) ? typed(unit) : { text: unit.name, stated: { ...unit, type: '' } };
}

/** Abbreviations of type words. Shape: those of numbered units (`P3`, `P.3`) have no space. */
const ABBREVIATIONS: Readonly<Record<string, { named: readonly string[]; numbered: readonly string[] }>> = {
  Phường: { named: ['P. ', 'P.'], numbered: ['P', 'P.', 'F'] },
  Xã: { named: ['X. ', 'X.'], numbered: ['X.'] },
  'Thị trấn': { named: ['TT. ', 'TT ', 'TT.'], numbered: ['TT.'] },
  Quận: { named: ['Q. ', 'Q.'], numbered: ['Q', 'Q.'] },
  Huyện: { named: ['H. ', 'H.'], numbered: ['H.'] },
  'Thị xã': { named: ['TX. ', 'TX '], numbered: ['TX.'] },
  'Thành phố': { named: ['TP. ', 'TP ', 'Tp.'], numbered: ['TP.'] },
  Tỉnh: { named: ['T. '], numbered: ['T. '] },
};

/** Names that are abbreviated as a whole. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'Thành phố Hồ Chí Minh': ['TPHCM', 'TP.HCM', 'TP. HCM', 'HCM'],
  'Thành phố Hà Nội': ['HN', 'TP. HN'],
};

/** Writes a unit with its type word abbreviated (`P. Bến Nghé`, `Q3`, `TP.HCM`). */
export function abbreviated(unit: Unit, random: Random): WrittenUnit {
  const short = SHORT_NAMES[`${unit.type} ${unit.name}`];
  if (short !== undefined && random() < 0.5) return { text: pick(random, short), stated: unit };
  const words = ABBREVIATIONS[unit.type];
  if (words === undefined) return typed(unit);
  const word = pick(random, isNumbered(unit) ? words.numbered : words.named);
  return { text: `${word}${unit.name}`, stated: unit };
}

/** Writes a unit in one of the three styles. */
export function inAnyStyle(unit: Unit, random: Random): WrittenUnit {
  const style = random();
  if (style < 0.4) return typed(unit);
  return style < 0.7 ? bare(unit) : abbreviated(unit, random);
}

/** Writes a province: a city of that rank mostly with, any other mostly without its type word. */
export function asProvince(unit: Unit, random: Random): WrittenUnit {
  return random() < (unit.type === 'Tỉnh' ? 0.3 : 0.6) ? typed(unit) : bare(unit);
}
