import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * An address text with the ward that is right for it.
 *
 * Shape: `group` is the class that the text is counted in; `ward` is the code of the ward in force; `decidable` is false where the words of the text
 * fit several wards, `wards` then lists all of them.
 */
export interface LabelledText {
  text: string;
  group: string;
  ward: string;
  decidable: boolean;
  wards: readonly string[];
}

const UNITS: Readonly<Record<string, string>> = {
  'new 0': 'new units',
  'new 1': 'new units',
  'former 0': 'former, undivided',
  'former 1': 'former, divided',
};

/**
 * Reads labelled texts from a CSV file.
 *
 * Shape: columns `address`, `ward_code_new`, and either `class` or `units` (`new`, `former`) with `former_ward_divided` (0, 1). A text that fits several
 * wards has all their codes, separated by `|`.
 */
export function readLabelledTexts(file: string): LabelledText[] {
  return parse<Record<string, string>>(readFileSync(file), { columns: true, bom: true }).map((row) => {
    const { address = '', ward_code_new: codes = '' } = row;
    const wards = codes.split('|');
    const [ward = ''] = wards;
    const group = row.class ?? UNITS[`${row.units} ${row.former_ward_divided}`] ?? 'all';
    return { text: address, group, ward, decidable: wards.length === 1, wards };
  });
}

/** Reports whether a text is in the half that causes of errors are looked for in; all texts of a ward are in the same half. */
export function isInOpenHalf({ ward }: LabelledText): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < ward.length; i += 1) hash = Math.imul(hash ^ ward.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) & 1) === 0;
}
