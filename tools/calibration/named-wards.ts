import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';

/** Parts at the end of an address that name no unit. */
const COUNTRY = /^(?:vi[eệ]t nam|vietnam|\d{5,6})$/iu;

/**
 * Creates the function that returns the wards in force that a text names in full: it ends with the full name of a ward in force and its province, or with a
 * former ward, its district and its province.
 *
 * Shape: codes, those of all successors of a former ward; undefined for other texts. A label that is none of them contradicts its text.
 * Guarantee: depends on the tables of units only, never on an answer.
 */
export function createNamedWards({
  wards,
  provinces,
  formerWards,
}: AdminDataset): (text: string) => ReadonlySet<string> | undefined {
  const inForce = new Map<string, Set<string>>();
  const former = new Map<string, Set<string>>();
  for (const { fullName, province, code } of wards)
    add(inForce, [[diacriticKey(fullName)], keysOf(provinces[province]?.fullName ?? '')], [code]);
  for (const { fullName, district, province, wards: successors } of formerWards) {
    const codes = successors.map((ward) => wards[ward]?.code ?? '');
    add(former, [keysOf(fullName), keysOf(district), keysOf(province)], codes);
  }
  return (text) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !COUNTRY.test(part))
      .map(diacriticKey);
    return former.get(parts.slice(-3).join('|')) ?? inForce.get(parts.slice(-2).join('|'));
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
