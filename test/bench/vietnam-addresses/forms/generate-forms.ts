import { createRandom } from '../../random.ts';
import { hashOf } from '../../noisy-addresses.ts';
import { createConsistentWards } from './consistent-wards.ts';
import { FORM_CLASSES } from './form-classes.ts';
import type { StreetTable } from './streets.ts';
import { listUnitRows, type UnitTables } from './unit-rows.ts';
import { createVisit } from './visit.ts';

/**
 * A generated text.
 *
 * Shape: `wards` are the codes of all wards in force that it is consistent with; one if it is decidable. `writtenFor` is the ward that it was written for,
 * one of the successors by chance where that was divided.
 */
export interface GeneratedForm {
  id: number;
  text: string;
  group: string;
  wards: readonly string[];
  decidable: boolean;
  writtenFor: string;
}

/** What to generate from which tables. */
export interface GenerateFormsOptions {
  units: UnitTables;
  streets: StreetTable;
  texts: number;
  seed: number;
  /** The only class to generate, as it is among `texts` of all classes. */
  group?: string;
}

/**
 * Generates address texts, the classes in turn.
 *
 * Guarantee: the same tables, streets and seed give the same texts; text `n` does not depend on the number of texts. Each class visits each of its
 * wards once before it visits one again.
 */
export function* generateForms({
  units,
  streets,
  texts,
  seed,
  group,
}: GenerateFormsOptions): Generator<GeneratedForm> {
  const rows = listUnitRows(units);
  const consistentWards = createConsistentWards(rows);
  const sources = FORM_CLASSES.map((form) => {
    const accepted = rows.filter((row) => form.accepts(row));
    const start = hashOf(`${form.name} ${seed}`);
    return { form, rowAt: createVisit(accepted, start) };
  });
  const first = group === undefined ? 0 : FORM_CLASSES.findIndex(({ name }) => name === group);
  const step = group === undefined ? 1 : FORM_CLASSES.length;
  for (let id = first; id < texts; id += step) {
    const { form, rowAt } = sources[id % sources.length] as (typeof sources)[number];
    const row = rowAt(Math.floor(id / sources.length));
    const random = createRandom(hashOf(`${form.name} ${seed} ${id}`));
    const { text, statement } = form.write({ row, streets: streets.streetsOf(row), random });
    const wards = consistentWards(statement);
    const writtenFor = row.wards[hashOf(`successor ${seed} ${id}`) % row.wards.length] as string;
    yield { id, text, group: form.name, wards, decidable: wards.length === 1, writtenFor };
  }
}
