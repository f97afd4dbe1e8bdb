import { createRandom } from '../../bench/random.ts';
import { hashOf } from '../../bench/noisy-addresses.ts';
import { createConsistentWards } from './consistent-wards.ts';
import type { FormClass } from './form-class.ts';
import { FORM_CLASSES } from './form-classes.ts';
import type { StreetTable } from './streets.ts';
import type { UnitRow } from './unit-rows.ts';
import { createVisit } from './visit.ts';

/**
 * A generated text.
 *
 * Shape: `wards` are the codes of all wards in force that it is consistent with; one if it is decidable. `writtenFor` is the ward that it was written for,
 * one of the successors by chance where that was divided; `epoch` and `wardName` are of the ward of that text.
 */
export interface GeneratedForm {
  id: number;
  text: string;
  group: string;
  wards: readonly string[];
  decidable: boolean;
  writtenFor: string;
  epoch: UnitRow['epoch'];
  wardName: string;
}

/** What to generate from which tables. Shape: `rows` are the wards of all epochs; `classes` are those of `FORM_CLASSES` by default. */
export interface GenerateFormsOptions {
  rows: readonly UnitRow[];
  streets: StreetTable;
  texts: number;
  seed: number | string;
  classes?: readonly FormClass[];
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
  rows,
  streets,
  texts,
  seed,
  classes = FORM_CLASSES,
  group,
}: GenerateFormsOptions): Generator<GeneratedForm> {
  const consistentWards = createConsistentWards(rows);
  const sources = classes.map((form) => {
    const accepted = rows.filter((row) => form.accepts(row));
    const start = hashOf(`${form.name} ${seed}`);
    return { form, rowAt: createVisit(accepted, start) };
  });
  const first = group === undefined ? 0 : classes.findIndex(({ name }) => name === group);
  const step = group === undefined ? 1 : classes.length;
  for (let id = first; id < texts; id += step) {
    const { form, rowAt } = sources[id % sources.length] as (typeof sources)[number];
    const row = rowAt(Math.floor(id / sources.length));
    const random = createRandom(hashOf(`${form.name} ${seed} ${id}`));
    const { text, statement } = form.write({ row, streets: streets.streetsOf(row), random });
    const wards = consistentWards(statement);
    const writtenFor = row.wards[hashOf(`successor ${seed} ${id}`) % row.wards.length] as string;
    const of = { writtenFor, epoch: row.epoch, wardName: row.ward.name };
    yield { id, text, group: form.name, wards, decidable: wards.length === 1, ...of };
  }
}
