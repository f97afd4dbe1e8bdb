import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readStreets } from '../forms/streets.ts';
import { isSet, type BenchmarkRow } from '../rows/row.ts';
import { DATA_FOLDER } from '../rows/read-data.ts';
import { writeRows } from '../rows/rows-csv.ts';
import { readLawRows } from './law-rows.ts';
import { addressesOf, writePositionRows } from './position-rows.ts';
import { readLocated } from './read-located.ts';
import { readWardCircles } from './ward-circles.ts';
import { generateWardRows } from './ward-rows.ts';

/** The seed of the rows in the repository. */
const OPEN_SEED = 'open 1';
const SECRET = 'BENCHMARK_SECRET';

/** Usage of the command `generate`. */
export const GENERATE_USAGE = `npx tsx test/benchmark/main.ts generate [options]
  --out DIR        folder to write; default test/benchmark/data, with --secret output/benchmark-hidden
  --secret FILE    write the hidden fold of the secret in FILE, or in the variable ${SECRET}
  --shared DIR     folder of the sources; default ../shared/data
  --per-shape N    texts of wards of each shape; default 200
  --per-city N     houses and places of each city; default 500
`;

/** Generates the rows of the benchmark from the law and from positions, with their checksums. */
export async function runGenerate(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      secret: { type: 'string' },
      shared: { type: 'string', default: '../shared/data' },
      'per-shape': { type: 'string', default: '200' },
      'per-city': { type: 'string', default: '500' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(GENERATE_USAGE);
    return;
  }
  const { shared } = values;
  if (!existsSync(shared))
    throw new Error(`the sources of the benchmark are not in ${shared}: give their folder with --shared`);
  const secret = values.secret === undefined ? process.env[SECRET] : readFileSync(values.secret, 'utf8');
  const hidden = secret === undefined ? undefined : hiddenSeed(secret);
  const out = values.out ?? (hidden === undefined ? DATA_FOLDER : 'output/benchmark-hidden');
  const circles = readWardCircles(
    join(shared, 'admin/vn-wards-2025.ndjson.gz'),
    join(shared, 'admin/vn-provinces-2025.ndjson.gz'),
  );
  const lawRows = readLawRows(join(shared, 'admin/official'), circles);
  const located = await readLocated(shared, await openAdminDataset('fixtures/starter'), lawRows);
  const streets = readStreets(join(shared, 'addresses/streets-in-districts-2019.csv.gz'));
  const [perShape, perCity] = [Number(values['per-shape']), Number(values['per-city'])];
  const open = writePositionRows(located, { perCity, seed: OPEN_SEED, taken: new Set() });
  const seed = hidden ?? OPEN_SEED;
  const positions =
    hidden === undefined
      ? open
      : writePositionRows(located, { perCity, seed, taken: addressesOf(located, open) });
  const wards = generateWardRows({ rows: lawRows, circles, streets, perShape, seed });
  writeFold(out, wards, positions);
}

/** Returns the seed of a secret. Errors: Error for a secret that can be tried out. */
function hiddenSeed(secret: string): string {
  const text = secret.trim();
  if (text.length < 16)
    throw new Error(`the secret has ${text.length} characters: use 16 or more, at random`);
  return createHash('sha256').update(text).digest('hex');
}

/** Writes the files of a fold and their checksums, in the format of sha256sum. */
function writeFold(out: string, wards: readonly BenchmarkRow[], positions: readonly BenchmarkRow[]): void {
  const files = {
    'sets.csv': [...wards, ...positions].filter(isSet),
    'test_positions.csv': positions.filter((row) => !isSet(row)),
    'test_wards.csv': wards.filter((row) => !isSet(row)),
  };
  mkdirSync(out, { recursive: true });
  const sums = Object.entries(files).map(([name, rows]) => {
    const text = writeRows(rows);
    writeFileSync(join(out, name), text);
    process.stdout.write(`${join(out, name)}: ${rows.length} rows\n`);
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(sums.join(''));
}
