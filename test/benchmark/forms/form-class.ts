import type { Random } from '../../bench/random.ts';
import type { Statement } from './consistent-wards.ts';
import type { UnitRow } from './unit-rows.ts';
import type { WrittenUnit } from './wording/unit-styles.ts';

/** What a class writes a text from: a ward and the streets around it. */
export interface FormSource {
  row: UnitRow;
  streets: readonly string[];
  random: Random;
}

/** A text with what it states of units. */
export interface WrittenForm {
  text: string;
  statement: Statement;
}

/** A class of address forms, or of noise on a plain form. */
export interface FormClass {
  name: string;
  /** Reports whether texts of the class are written for a ward. */
  accepts(row: UnitRow): boolean;
  write(source: FormSource): WrittenForm;
}

/** Joins the parts of an address by commas. Shape: the first of `units` is the ward. */
export function joinForm(front: string, units: readonly WrittenUnit[]): WrittenForm {
  const text = [front, ...units.map((unit) => unit.text)].filter((part) => part !== '').join(', ');
  return { text, statement: stateUnits(units) };
}

/** Returns the statement of written units, the ward first. */
export function stateUnits([ward, ...above]: readonly WrittenUnit[], hasMarks = true): Statement {
  return { ward: (ward as WrittenUnit).stated, above: above.map(({ stated }) => stated), hasMarks };
}

/** Accepts wards in force and those until 30 June 2025; earlier ones have a class of their own. */
export function isCurrentOrFormer({ epoch }: UnitRow): boolean {
  return epoch !== 'earlier';
}
