/**
 * Rule for the number of elements of an array, as docs/DATASET.md prints it: a sum of terms.
 *
 * Shape: a term is a number, a count or the length of an array by name (`features`), `end of` an array for its last element
 * (`end of pathOffset`), a multiple (`2 x pois`) or a quotient rounded down (`rotation / 16`). `free` allows every length.
 */
export type LengthRule = string;

/** The rule that allows every length. */
export const FREE = 'free';

const TERM = /^(?:(\d+) x )?(end of )?(\w+)(?: \/ (\d+))?$/;

/**
 * Returns the length that a rule asks for.
 *
 * Shape: `lengthOf` and `lastOf` return the length and the last element of an array, or the value of a count, by name.
 * Errors: RangeError for a rule that is not of the grammar.
 */
export function lengthByRule(
  rule: LengthRule,
  lengthOf: (name: string) => number,
  lastOf: (name: string) => number,
): number {
  let total = 0;
  let sign = 1;
  for (const part of rule.split(/ ([+-]) /)) {
    if (part === '+' || part === '-') {
      sign = part === '+' ? 1 : -1;
      continue;
    }
    const match = TERM.exec(part);
    if (match === null) throw new RangeError(`"${rule}" is not a rule for the length of an array`);
    const [, times = '1', isEnd, name = '', divisor = '1'] = match;
    const value = /^\d+$/.test(name) ? Number(name) : isEnd === undefined ? lengthOf(name) : lastOf(name);
    total += sign * Math.floor((Number(times) * value) / Number(divisor));
  }
  return total;
}
