import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { generateAddresses } from './generate-addresses.ts';
import { inTurn, type BenchContext, type JobTask, type Measured, type Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { createRandom, pick } from './random.ts';
import { median, megabytes, percent, seconds, target, whole } from './table.ts';

const BEFORE = '2025-06-30';
const EXACT_PER_SECOND = 40_000;
const NOISY_PER_SECOND = 10_000;
const BLOCK_ROWS = 1000;

/** Measures the convert job on exact and on noisy addresses, beside the geocode job and a bare copy of the same file. */
export const convert: Measurement = {
  name: 'convert',
  async run(context) {
    const rows = context.isQuick ? 40_000 : 200_000;
    const runs = context.isQuick ? 1 : 3;
    const admin = await openAdminDataset(context.datasetDir);
    const inputs = [
      { name: 'units', least: EXACT_PER_SECOND, texts: unitTexts(admin, context.seed, rows) },
      { name: 'house and units', least: EXACT_PER_SECOND, texts: houseTexts(admin, context.seed, rows) },
      { name: 'noisy', least: NOISY_PER_SECOND, texts: undefined },
    ];
    const cells: string[][] = [];
    for (const { name, least, texts } of inputs) {
      const path = join(context.folder, `${name}.csv`);
      const input = await (texts ? writeTexts(path, texts) : writeNoisyAddresses(path, context, rows));
      const results = await inTurn(context, runs, {
        copy: { kind: 'copy', input },
        convert: jobTask(context, 'convert', input),
        geocode: jobTask(context, 'geocode', input),
      });
      for (const [kind, measured] of Object.entries(results)) {
        const perCpuSecond = (rows * 1000) / cpuMs(measured);
        cells.push([
          `${name}: ${kind === 'copy' ? 'bare copy' : kind}`,
          seconds(ms(measured)),
          whole((rows * 1000) / ms(measured)),
          seconds(cpuMs(measured)),
          whole(perCpuSecond),
          megabytes(median(measured.map(({ peakRssBytes }) => peakRssBytes))),
          percent(cpuMs(results.geocode) / cpuMs(measured), 0),
          kind === 'convert' ? target(`>= ${whole(least)}`, perCpuSecond >= least) : '',
        ]);
      }
    }
    return {
      title: `convert: ${whole(rows)} rows to CSV, one worker, beside the geocode job and a bare csv-parse to csv-stringify copy; median of ${runs}, in turn`,
      columns: ['', 's', 'rows/s', 'CPU s', 'rows/CPU s', 'peak MB', 'of geocode, in CPU', 'target'],
      rows: cells,
      notes: [
        'units: former wards and wards in force by their official names, nothing else; house and units: as generated, with former units in full; noisy: 13 ways of writing',
        'CPU time is user and system time of all threads of the process, with compiling and with the tables that are made at the first row; opening the dataset is not measured',
      ],
    };
  },
};

const ms = (measured: readonly Measured[]) => median(measured.map((each) => each.ms));
const cpuMs = (measured: readonly Measured[]) => median(measured.map((each) => each.cpuMs));

function jobTask({ datasetDir }: BenchContext, kind: string, input: string): JobTask {
  return {
    kind: 'job',
    job: { name: kind, stages: [{ kind, options: { text: '{address}' } }], outputs: ['csv'] },
    service: { local: datasetDir },
    input,
  };
}

/** Yields wards of the last day before the reform and of the newest day by their official names, in random order. */
function* unitTexts(admin: AdminDataset, seed: number, rows: number): Generator<string> {
  const history = admin.history as UnitHistory;
  const wards = [...history.unitsOn('ward', BEFORE), ...history.unitsOn('ward', history.newestDay)];
  const lines = wards.map((ward) => history.lineOf(ward));
  const random = createRandom(seed);
  for (let row = 0; row < rows; row += 1) yield pick(random, lines);
}

/** Yields generated addresses with their former units in full. */
function* houseTexts(admin: AdminDataset, seed: number, rows: number): Generator<string> {
  for (const { number, street, former } of generateAddresses({ admin, rows, seed }))
    yield `${number} ${street}, ${former.ward}, ${former.district}, ${former.province}`;
}

/** Writes texts as a CSV file with the column `address`. None of them has a quote. */
async function writeTexts(path: string, texts: Iterable<string>): Promise<string> {
  function* blocks() {
    let block = 'id,address\n';
    let row = 0;
    for (const text of texts) {
      row += 1;
      block += `${row},"${text}"\n`;
      if (row % BLOCK_ROWS !== 0) continue;
      yield block;
      block = '';
    }
    yield block;
  }
  await pipeline(blocks, createWriteStream(path));
  return path;
}
