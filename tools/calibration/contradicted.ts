import type { AdminDataset } from '../../src/gazetteer/units/units.ts';
import { diacriticKey } from '../../src/text/diacritics.ts';
import { splitFullName } from '../../src/text/unit-words.ts';

/** Parts at the end of an address that name no unit. */
const COUNTRY = /^(?:vi[eệ]t nam|vietnam|\d{5,6})$/iu;

/**
 * Creates the test whether a label contradicts its text: the text ends with the full name of a ward in force and its province, or with a former ward, its
 * district and its province, and the labelled ward is neither that ward nor one of its successors.
 *
 * Shape: `wardCode` is the label, the code of a ward in force; other texts contradict nothing.
 * Guarantee: depends on the tables of units only, never on an answer.
 */
export function createContradicted({
  wards,
  provinces,
  formerWards,
}: AdminDataset): (text: string, wardCode: string) => boolean {
  const inForce = new Map<string, Set<string>>();
  const former = new Map<string, Set<string>>();
  for (const { fullName, province, code } of wards)
    add(inForce, [[diacriticKey(fullName)], keysOf(provinces[province]?.fullName ?? '')], [code]);
  for (const { fullName, district, province, wards: successors } of formerWards) {
    const codes = successors.map((ward) => wards[ward]?.code ?? '');
    add(former, [keysOf(fullName), keysOf(district), keysOf(province)], codes);
  }
  return (text, wardCode) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !COUNTRY.test(part))
      .map(diacriticKey);
    const named = former.get(parts.slice(-3).join('|')) ?? inForce.get(parts.slice(-2).join('|'));
    return named !== undefined && !named.has(wardCode);
  };
}

/** Returns a unit with and without its type word. */
function keysOf(fullName: string): string[] {
  return [diacriticKey(fullName), diacriticKey(splitFullName(fullName).name)];
}

/** Adds codes under every combination of the spellings of some units. */
function add(
  index: Map<string, Set<string>>,
  units: readonly (readonly string[])[],
  codes: readonly string[],
): void {
  const lines = units.reduce<string[]>(
    (before, keys) => before.flatMap((line) => keys.map((key) => (line === '' ? key : `${line}|${key}`))),
    [''],
  );
  for (const line of lines) {
    const known = index.get(line) ?? new Set();
    for (const code of codes) known.add(code);
    index.set(line, known);
  }
}
