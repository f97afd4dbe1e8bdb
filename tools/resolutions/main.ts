// Reads decree and item of each edge of the official conversion table from the resolutions of June 2025: npx tsx tools/resolutions/main.ts [--official DIR] [--out DIR] [--report FILE]
// Writes edges.csv, former-wards.csv, postal-codes.csv and decrees-2025.csv, which `make starter` reads, and unread.csv with the edges it could not read.
// Writes what it finds where table and resolutions differ into test/golden/resolutions-2025.md.
// Reads corrections.csv and missing-wards.csv, written by hand: edges of the table that a resolution contradicts, and wards that the list of June 2025 lacks.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { foldKey } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { readAddressTables } from '../starter/address-tables.ts';
import { readGazetteer } from '../starter/gazetteer.ts';
import { compareResolutions } from './compare-extents.ts';
import { correctTable, type TableRow } from './corrections.ts';
import {
  itemsThatMake,
  namesWard,
  namesWholeDistrict,
  readResolution,
  type Resolution,
  type ResolutionItem,
} from './read-resolution.ts';

const { values } = parseArgs({
  options: {
    official: { type: 'string', default: '../shared/data/admin/official' },
    out: { type: 'string', default: 'tools/starter/law' },
    report: { type: 'string', default: 'test/golden/resolutions-2025.md' },
  },
});

async function readRows(name: string): Promise<TableRow[]> {
  return parse(await readFile(join(values.official, name)), { columns: true, bom: true });
}

const conversion = await readRows('conversion-2025.csv');
await correctTable(conversion, join(values.out, 'corrections.csv'));
const former = [
  ...(await readRows('wards-before-july-2025.csv')),
  ...parse<TableRow>(await readFile(join(values.out, 'missing-wards.csv')), { columns: true }),
];
const { wards, provinces } = readGazetteer(readAddressTables());
const folder = join(values.official, 'resolutions');
const resolutions = new Map<string, Resolution>();
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()) {
  const resolution = readResolution(await readFile(join(folder, file), 'utf8'));
  const province = provinces.find(
    ({ name }) => foldKey(name) === foldKey(splitFullName(resolution.province).name),
  );
  if (province === undefined) throw new Error(`${file}: no province is called ${resolution.province}.`);
  resolutions.set(province.code, resolution);
}

const wardOf = new Map(wards.map((ward) => [ward.code, ward]));
const formerOf = new Map(former.map((ward) => [ward.ward_code, ward]));
const edges: string[][] = [];
const unread: string[][] = [];
for (const row of conversion) {
  const {
    old_ward_code: oldCode = '',
    old_district_code: district = '',
    new_ward_code: newCode = '',
    note = '',
  } = row;
  const ward = wardOf.get(newCode);
  const resolution = resolutions.get(row.new_province_code ?? '');
  if (ward === undefined || resolution === undefined)
    throw new Error(`The table names ${newCode}, which is no ward.`);
  const old = formerOf.get(oldCode);
  const districtName = former.find(({ district_code: code }) => code === district)?.district ?? '';
  const name = splitFullName(old?.ward ?? (districtName || ward.fullName));
  const made = itemsThatMake(resolution, ward.fullName).filter(
    (item) => oldCode === '' || namesWard(item, name) || namesWholeDistrict(item, districtName),
  );
  const closing = resolution.items.filter(
    (item) => /không thực hiện sắp xếp/u.test(item.text) && namesWard(item, name),
  );
  const found = made.length > 0 ? made : closing;
  const [item] = found;
  if (found.length !== 1) {
    const numbers = (items: ResolutionItem[]): string => items.map(({ number }) => number).join(' and ');
    const makers = itemsThatMake(resolution, ward.fullName);
    const naming = resolution.items.filter(({ makes, text }) => makes !== '' && text.includes(name.name));
    const why =
      makers.length === 0
        ? 'no item makes the ward'
        : found.length > 1
          ? `items ${numbers(found)} fit`
          : `item ${numbers(makers)} makes the ward and does not name the former one, which item ${numbers(naming)} moves`;
    unread.push([oldCode, newCode, old?.ward ?? '', ward.fullName, resolution.id, why]);
  }
  edges.push([
    oldCode,
    district,
    newCode,
    note,
    resolution.id,
    found.length === 1 ? (item?.number ?? '') : '',
  ]);
}

await mkdir(values.out, { recursive: true });
async function write(name: string, rows: string[][]): Promise<void> {
  await writeFile(join(values.out, name), stringify(rows));
}
await write('edges.csv', [
  ['old_ward_code', 'old_district_code', 'new_ward_code', 'note', 'decree', 'item'],
  ...edges,
]);
await write('unread.csv', [
  ['old_ward_code', 'new_ward_code', 'old_ward', 'new_ward', 'decree', 'why'],
  ...unread,
]);
await write('decrees-2025.csv', [
  ['id', 'effective', 'title'],
  ...[...resolutions.values()].map(({ id, province, passed }) => [
    id,
    '2025-07-01',
    `Sắp xếp các đơn vị hành chính cấp xã của ${province} năm 2025 (thông qua ngày ${passed})`,
  ]),
]);
await writeFile(join(values.out, 'former-wards.csv'), stringify(former, { header: true }));
await writeFile(
  join(values.out, 'postal-codes.csv'),
  await readFile(join(values.official, 'postal-codes-2025.csv')),
);
await writeFile(values.report, await compareResolutions(values.official, values.out));
process.stdout.write(
  `${edges.length} edges, ${edges.length - unread.length} with an item, ${unread.length} unread\n`,
);
