// Measures the local engine against the official conversion table of 1 July 2025: each of the 10,035 former wards in six ways of writing.
// The edges that a resolution contradicts are corrected (tools/starter/law/corrections.csv), unless --table: then the table is taken at its word.
// npx tsx test/bench/former-wards.ts [dataset] [--every N] [--table] [--record FILE]: prints for each way how many differ, and writes the differing ones to stderr.
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { foldKeepingSpaces, inEnglishOrder } from './former-ward-forms.ts';
import { loadInternals } from './load-internals.ts';
import { abbreviate, officialAbsent, readFormerWards } from './reading/official-units.ts';
import { recordTable } from './record.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The names of a ward, its district and its province in full. */
type Units = [ward: string, district: string, province: string];

const FORMS: Readonly<Record<string, (units: Units) => string>> = {
  bare: (units) => units.join(', '),
  'without diacritics': (units) => foldKeepingSpaces(units.join(', ')),
  abbreviated: (units) => units.map(abbreviate).join(', '),
  capitals: (units) => units.join(', ').toUpperCase(),
  'English order': (units) => units.map(inEnglishOrder).join(', '),
  'street in front': (units) => `12 Nguyễn Trãi, ${units.join(', ')}`,
};

/** A result of one text: right, in words why not, and whether the engine says that it is not sure. */
interface Verdict {
  fault: string;
  isSilent: boolean;
}

const SURE = 0.9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    table: { type: 'boolean', default: false },
    record: { type: 'string' },
  },
});
if (officialAbsent !== undefined) {
  console.error(officialAbsent);
  process.exit(66);
}
const { createEngine, loadDataset, openDataset } = await loadInternals(ROOT);
const engine = createEngine(openDataset(await loadDataset(positionals[0] ?? `${ROOT}fixtures/starter`)));

function judge(text: string, successors: readonly { code: string; note: string }[]): Verdict {
  const extension = engine.forward(text, { size: 1, units: 'new' })[0]?.extension;
  const ward = extension?.new.ward_code ?? '';
  const confidence = extension?.confidence ?? 0;
  const listed = new Set([ward, ...(extension?.ward_candidates ?? []).map(({ ward_code: code }) => code)]);
  const byLaw = successors.find(({ note }) => note.includes('toàn bộ dân số'));
  const isSilent = confidence >= SURE && extension?.ambiguity === undefined;
  const fault =
    ward === ''
      ? 'no ward'
      : successors.length === 1
        ? ward === successors[0]?.code
          ? ''
          : `wrong ward ${ward}`
        : byLaw !== undefined
          ? ward !== byLaw.code
            ? `wrong by law ${ward}`
            : confidence < 0.98
              ? `by law at ${confidence}`
              : ''
          : !successors.some(({ code }) => code === ward)
            ? `outside its successors ${ward}`
            : successors.every(({ code }) => listed.has(code))
              ? ''
              : 'successors not listed';
  return { fault, isSilent };
}

// The list of June 2025 lacks two, which resolutions name.
const MISSING = new URL('../../tools/starter/law/missing-wards.csv', import.meta.url);
const missing = values.table ? [] : parse<Record<string, string>>(await readFile(MISSING), { columns: true });
const wards = (await readFormerWards(!values.table, missing)).filter(
  (_, index) => index % Number(values.every) === 0,
);
const rows: string[][] = [];
for (const [form, write] of Object.entries(FORMS)) {
  const counts = { undivided: 0, 'by law': 0, divided: 0, silent: 0 };
  for (const ward of wards) {
    const text = write([ward.ward, ward.district, ward.province]);
    const { fault, isSilent } = judge(text, ward.edges);
    if (fault === '') continue;
    const kind =
      ward.successors.length === 1
        ? 'undivided'
        : ward.edges.some(({ note }) => note.includes('toàn bộ dân số'))
          ? 'by law'
          : 'divided';
    counts[kind] += 1;
    if (isSilent && !fault.startsWith('by law at')) counts.silent += 1;
    process.stderr.write(
      `${form}\t${kind}\t${isSilent ? 'silent' : 'unsure'}\t${fault}\t${ward.code}\t${text}\n`,
    );
  }
  const total = Object.values({ ...counts, silent: 0 }).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${form}: ${total} of ${wards.length} differ (undivided ${counts.undivided}, by law ${counts['by law']}, divided ${counts.divided}); silently ${counts.silent}\n`,
  );
  rows.push([form, `${total}`, `${counts.silent}`]);
}
if (values.record !== undefined) {
  const title = `${wards.length.toLocaleString('en-US')} former wards against the official conversion table`;
  const table = { title, columns: ['way of writing', 'differ', 'silently'], rows };
  recordTable(values.record, 'former-wards', 'npx tsx test/bench/former-wards.ts', table);
}
