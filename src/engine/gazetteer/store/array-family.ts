import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { toManifestName, withManifestNames } from './manifest-names.ts';
import { ARRAY_TYPES, type Arrays, type ArrayType, type TypedArrays } from './array-types.ts';

/**
 * Rule for the number of elements of an array: a sum of terms.
 *
 * Shape: a term is a number, a count or the length of an array by name (`features`), `end of` an array for its last element
 * (`end of pathOffset`), a multiple (`2 x pois`) or a quotient rounded down (`rotation / 16`). `free` allows every length.
 */
type LengthRule = string;

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

/** One array of a dataset: element type, number of elements, unit and meaning of an element. */
export interface ArrayDescription {
  type: ArrayType;
  length: LengthRule;
  unit?: string;
  meaning: string;
}

/**
 * Arrays that lie in one file of a dataset and are built and read together.
 *
 * Shape: an array is named `prefix` + its member name, and in the manifest as of manifest-names; a family that is not `optional` is in every dataset with places. The
 * file of a family that `isLazy` is read by the first request that needs it.
 */
export interface ArrayFamily {
  file: string;
  meaning: string;
  prefix?: string;
  optional?: boolean;
  isLazy?: boolean;
  arrays: Readonly<Record<string, ArrayDescription>>;
}

/** The typed arrays of a family. */
export type ArraysOf<F extends ArrayFamily> = {
  [Name in keyof F['arrays']]: TypedArrays[F['arrays'][Name]['type']];
};

/** Counts that length rules use, each with its own rule. */
export type CountRules = Readonly<Record<string, { length: LengthRule; meaning: string }>>;

/**
 * Returns the arrays of a family from all arrays of a dataset.
 *
 * Errors: DATASET_BAD if an array is missing or has another type. Lengths: see {@link checkLengths}.
 */
export function openFamily<const F extends ArrayFamily>(family: F, arrays: Arrays): ArraysOf<F> {
  const opened: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(family.arrays)) {
    const array = arrays[prefixedName(family, name)];
    if (!(array instanceof ARRAY_TYPES[type]))
      throw badArrays(family, message('dataset.otherArrayType', { name: toManifestName(name), type }));
    opened[name] = array;
  }
  return opened as ArraysOf<F>;
}

/** Returns the arrays of a family by the names they have among all arrays of a dataset. */
export function toPrefixedNames<const F extends ArrayFamily>(family: F, arrays: ArraysOf<F>): Arrays {
  return Object.fromEntries(
    Object.entries(arrays as Arrays).map(([name, array]) => [prefixedName(family, name), array]),
  );
}

/** Reports whether a dataset has any array of a family. */
export function hasFamily(family: ArrayFamily, arrays: Arrays): boolean {
  return Object.keys(family.arrays).some((name) => arrays[prefixedName(family, name)] !== undefined);
}

/**
 * Checks the type of each array of a family and its length against its rule.
 *
 * Shape: `arrays` are all arrays of the dataset, since rules name arrays of other families.
 * Errors: DATASET_BAD for the first array that is missing, has another type or another length.
 */
export function checkFamily(family: ArrayFamily, arrays: Arrays, counts: CountRules): void {
  openFamily(family, arrays);
  const find = (name: string): Arrays[string] => {
    const array = arrays[prefixedName(family, name)] ?? arrays[name];
    if (array === undefined)
      throw badArrays(family, message('dataset.arrayMissing', { name: toManifestName(name) }));
    return array;
  };
  const lastOf = (name: string): number => find(name).at(-1) ?? -1;
  const lengthOf = (name: string): number => {
    const count = Object.hasOwn(counts, name) ? counts[name] : undefined;
    return count === undefined ? find(name).length : lengthByRule(count.length, lengthOf, lastOf);
  };
  for (const [name, { length: rule }] of Object.entries(family.arrays)) {
    if (rule === FREE) continue;
    const [actual, expected] = [find(name).length, lengthByRule(rule, lengthOf, lastOf)];
    if (actual === expected) continue;
    const values = { name: toManifestName(name), actual, expected, rule: withManifestNames(rule) };
    throw badArrays(family, message('dataset.otherArrayLength', values));
  }
}

function prefixedName({ prefix = '' }: ArrayFamily, name: string): string {
  return prefix + name;
}

function badArrays({ file }: ArrayFamily, fault: Message): GeomillError {
  return failure('DATASET_BAD', 'dataset.badArrays', { file, fault });
}
