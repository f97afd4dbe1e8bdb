import { hashBytes, LONGEST_TEXT, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { Ranges } from '../../gazetteer/unit-search/ranges.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-search/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { OPEN, type Marks } from './marks.ts';
import { isHardGap, type Question } from './question.ts';
import { NUMBER, WORD } from './token-roles.ts';
import { holds } from './unit-groups.ts';

/** Fewest and most words in front of the number of a street. */
const FEWEST_WORDS = 2;
const MOST_WORDS = 4;
/** Highest number that is tried. */
const MOST_NUMBERS = 30;

/** The ward of the streets with one name and different numbers, and the tokens of the name with its number. */
export interface Sisters {
  unit: Unit;
  start: number;
  end: number;
}

/**
 * Creates the function that returns the ward of the streets with the name of an unknown street and a different number ("Vân Hồ 3" for "Vân Hồ 2").
 *
 * Shape: undefined if no such street is known inside the units of the question, or if such streets are in several wards.
 */
export function createSisterWards(
  tables: PlaceTables,
  names: Names,
  { units, wardOf }: UnitTable,
): (question: Question, marks: Marks, within?: Ranges) => Sisters | undefined {
  const key = new Uint8Array(LONGEST_TEXT);

  /** Returns the ward of all streets with a name and any number; -1 for none or several wards. */
  const wardOfNumbered = ({ tokens }: Question, start: number, end: number, within?: Ranges): number => {
    let length = 0;
    for (let i = start; i < end; i += 1) length = writeWord(tokens[i].text, key, length);
    let ward = -1;
    for (let number = 1; number <= MOST_NUMBERS; number += 1) {
      const to = writeWord(String(number), key, length);
      const name = names.find(hashBytes(key, 0, to), key, 0, to);
      if (name < 0) continue;
      const last = names.postingStart[name + 1];
      for (let i = names.postingStart[name]; i < last; i += 1) {
        const feature = names.posting[i];
        const baseWard = tables.featureBaseWard[feature];
        if (feature >= tables.streetCount || (within !== undefined && !holds(within, baseWard))) continue;
        const other = wardOf[baseWard] ?? -1;
        if (ward >= 0 && other !== ward) return -1;
        ward = other;
      }
    }
    return ward;
  };

  return (question, marks, within) => {
    const { count, role } = question;
    for (let end = FEWEST_WORDS; end < count; end += 1) {
      if (role[end] !== NUMBER || marks[end] !== OPEN || isHardGap(question, end)) continue;
      let start = end;
      while (start > 0 && end - start < MOST_WORDS && role[start - 1] === WORD && marks[start - 1] === OPEN) {
        start -= 1;
        if (isHardGap(question, start)) break;
      }
      for (; start <= end - FEWEST_WORDS; start += 1) {
        const ward = wardOfNumbered(question, start, end, within);
        const unit =
          ward < 0 ? undefined : units.find(({ kind, index }) => kind === 'ward' && index === ward);
        if (unit !== undefined) return { unit, start, end: end + 1 };
      }
    }
    return undefined;
  };
}
