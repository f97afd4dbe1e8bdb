/**
 * Prints how often the right ward is answered for the development addresses of a city whose province is left out, without and with a default province.
 *
 *   npx tsx test/bench/default-province-report.ts
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { namesProvince, withDefaultProvince } from '../../src/run/stages/default-province.ts';
import { tableText } from './table.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const labels = file('../../../shared/data/addresses/dev-ward-labels.csv');
const rows = parse<{ address: string; ward_code_new: string; province_code_new: string }>(
  readFileSync(labels),
  {
    columns: true,
  },
);
const engine = createEngine(openDataset(await loadDataset(file('../../fixtures/starter'))));

const withoutProvince = (address: string): string =>
  address
    .split(',')
    .filter((part) => !namesProvince(part) && !/^\s*vi[eệ]t\s*nam\s*$/iu.test(part))
    .join(',')
    .trim();
const isRight = (text: string, code: string): boolean =>
  engine.forward(text, { size: 1, units: 'new' })[0]?.extension.new.ward_code === code;

const table = [
  ['01', 'Hà Nội'],
  ['79', 'Hồ Chí Minh'],
].map(([code, province]) => {
  const cases = rows
    .filter((row) => row.province_code_new === code)
    .map((row) => ({ ...row, text: withoutProvince(row.address) }))
    .filter(({ text }) => text.includes(',') && !namesProvince(text));
  const share = (write: (text: string) => string): string =>
    (
      (100 * cases.filter((row) => isRight(write(row.text), row.ward_code_new)).length) /
      cases.length
    ).toFixed(1);
  return [
    province as string,
    String(cases.length),
    share((text) => text),
    share((text) => withDefaultProvince(text, province)),
  ];
});
console.log(
  tableText({
    title: 'Right ward in force, per cent, province left out of the address',
    columns: ['city', 'addresses', 'no default', 'default_province'],
    rows: table,
  }),
);
