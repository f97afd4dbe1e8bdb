import { foldKey } from '../../../src/base/text/fold.ts';
import { FORM_CLASSES } from '../forms/form-classes.ts';
import { generateForms, type GeneratedForm } from '../forms/generate-forms.ts';
import type { StreetTable } from '../forms/streets.ts';
import type { UnitRow } from '../forms/unit-rows.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import { smsStyle } from './classes/sms-style.ts';
import { typingErrors } from './classes/typing-errors.ts';
import type { WardCircle } from './ward-circles.ts';

/** All shapes of texts that name a ward; earlier names have no type word in the official table. */
export const WARD_SHAPES = [
  ...FORM_CLASSES.filter(({ name }) => name !== 'earlier names'),
  smsStyle,
  typingErrors,
];

const CITIES: Readonly<Record<string, BenchmarkRow['city']>> = { '01': 'Ha Noi', '79': 'Ho Chi Minh City' };

/** What ward rows are generated from. Shape: `perShape` texts of each shape. */
export interface WardRowsOptions {
  rows: readonly UnitRow[];
  circles: ReadonlyMap<string, WardCircle>;
  streets: StreetTable;
  perShape: number;
  seed: string;
}

/**
 * Generates texts that name a ward, each with all wards in force that its words fit by law.
 *
 * Guarantee: the same tables and seed give the same rows. A typing error that makes another name of a ward is left out.
 */
export function generateWardRows({
  rows,
  circles,
  streets,
  perShape,
  seed,
}: WardRowsOptions): BenchmarkRow[] {
  const names = new Set(rows.map(({ ward }) => foldKey(ward.name)));
  const texts = perShape * WARD_SHAPES.length;
  const forms = [...generateForms({ rows, streets, texts, seed, classes: WARD_SHAPES })];
  return forms
    .filter(({ group, text, wardName }) => group !== typingErrors.name || !isOtherName(text, wardName, names))
    .map((form) => rowOf(form, circles));
}

/** Reports whether the ward of a text with an error reads as the name of another ward. */
function isOtherName(text: string, wardName: string, names: ReadonlySet<string>): boolean {
  if (text.includes(wardName)) return false;
  const [, part = ''] = text.split(', ');
  return names.has(foldKey(part.replace(/^(?:Phường|Xã|Thị trấn|Đặc khu) /u, '')));
}

function rowOf(
  { id, text, group, epoch, wards, writtenFor }: GeneratedForm,
  circles: ReadonlyMap<string, WardCircle>,
): BenchmarkRow {
  const places = wards.flatMap((code) => circles.get(code) ?? []);
  return {
    id: `ward ${id}`,
    query: text,
    kind: 'ward',
    shape: group,
    epoch: group === 'mixed units' ? 'mixed' : epoch,
    city: CITIES[circles.get(writtenFor)?.provinceCode ?? ''] ?? 'country',
    wards,
    places,
  };
}
