/**
 * Prints how often the right ward in force is answered for real addresses of all provinces, by dataset.
 *
 *   npx tsx test/bench/ward-report.ts [--dataset DIR]... [--half first|second] [--changes 30]
 *
 * With two datasets and `--changes N` it lists the first N rows that only the first dataset answers right.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { LocalPlace } from '../../src/engine/geocoder/places/local-place.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { isInFirstHalf } from './accuracy-data.ts';
import { tableText } from './table.ts';

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', multiple: true },
    half: { type: 'string' },
    changes: { type: 'string', default: '0' },
  },
});
const starter = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const labels = fileURLToPath(new URL('../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url));

/** An address text with the ward in force that it means. */
interface WardLabel {
  address: string;
  units: 'new' | 'former';
  ward_code_new: string;
  former_ward_divided: string;
}

const CITIES = new Set(['01', '79']);

/** Row classes of the report. */
const CLASSES: readonly [string, (row: WardLabel & { province_code_new: string }) => boolean][] = [
  ['new units', ({ units }) => units === 'new'],
  ['former, undivided', (row) => row.units === 'former' && row.former_ward_divided !== '1'],
  ['former, divided', (row) => row.units === 'former' && row.former_ward_divided === '1'],
  ['in Ha Noi and HCMC', (row) => CITIES.has(row.province_code_new)],
  ['in other provinces', (row) => !CITIES.has(row.province_code_new)],
];

// The halves are split by ward, so that no ward is in both.
const rows = parse<WardLabel & { province_code_new: string }>(readFileSync(labels), { columns: true }).filter(
  (row) =>
    values.half === undefined || isInFirstHalf(`ward ${row.ward_code_new}`) === (values.half === 'first'),
);
const datasets = values.dataset ?? [starter];
const answers: (LocalPlace | undefined)[][] = [];
const costs: number[] = [];
for (const folder of datasets) {
  const engine = createEngine(openDataset(await loadDataset(folder)));
  const before = process.cpuUsage();
  answers.push(rows.map(({ address }) => engine.forward(address, { size: 1, units: 'new' })[0]));
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / rows.length);
}

const isRight = (dataset: number, row: number): boolean =>
  answers[dataset]?.[row]?.extension.new.ward_code === rows[row]?.ward_code_new;

console.log(
  tableText({
    title: `Right ward in force, per cent of ${rows.length} development addresses`,
    columns: ['class', 'rows', ...datasets],
    rows: [
      ...CLASSES.map(([name, isMember]) => {
        const members = rows.flatMap((row, at) => (isMember(row) ? [at] : []));
        const share = (dataset: number): string =>
          ((100 * members.filter((row) => isRight(dataset, row)).length) / members.length).toFixed(1);
        return [name, String(members.length), ...datasets.map((_, dataset) => share(dataset))];
      }),
      ['CPU us a row', '', ...costs.map((cost) => cost.toFixed(0))],
    ],
  }),
);

const shownOf = (place: LocalPlace | undefined): string =>
  place === undefined
    ? 'nothing'
    : `${place.level} ${place.label} (${place.extension.new.ward_code}), score ${place.extension.score}`;
let shown = 0;
rows.forEach((row, at) => {
  if (datasets.length < 2 || shown === Number(values.changes) || !isRight(0, at) || isRight(1, at)) return;
  shown += 1;
  console.log(
    `${row.address} | ${row.ward_code_new}\n    ${shownOf(answers[0]?.[at])}\n    ${shownOf(answers[1]?.[at])}`,
  );
});
