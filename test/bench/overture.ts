import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OVERTURE_MEMBERS } from '../../src/dataset/sources/overture-row.ts';
import { writeOverturePlaces } from '../support/overture-places.ts';
import type { Measurement } from './measurement.ts';
import { measureNode, measureProcess, type CommandCost } from './measure-command.ts';
import { median, seconds, target, type Table } from './table.ts';

const PLACES = { full: 1_000_000, quick: 50_000 };
const RUNS = { full: 2, quick: 1 };
const TARGET_MS = 60_000;
const READER = fileURLToPath(new URL('read-parquet.js', import.meta.url));

/** Measures the build of a dataset from places of Overture, in turn with a bare read of the same file by the same Parquet reader. */
export const overture: Measurement = {
  name: 'overture',
  async run({ isQuick, folder, dist }) {
    const size = isQuick ? 'quick' : 'full';
    const file = join(folder, 'places.parquet');
    await writeOverturePlaces(file, { count: PLACES[size] });
    const read: CommandCost[] = [];
    const build: CommandCost[] = [];
    for (let run = 0; run < RUNS[size]; run += 1) {
      const out = join(folder, 'dataset');
      process.stderr.write('  bare read, build ...\n');
      // Columns that a release does not have are not asked for.
      const columns = OVERTURE_MEMBERS.filter((name) => name !== 'categories');
      read.push(await measureNode(folder, [READER, file, ...columns]));
      const args = ['dataset', 'build', '--overture', file, '--out', out, '--quiet'];
      build.push(await measureProcess(dist, folder, args));
      await rm(out, { recursive: true });
    }
    const row = (name: string, times: readonly CommandCost[], aim: string) => [
      name,
      seconds(median(times.map(({ cpuMs }) => cpuMs)), 1),
      seconds(median(times.map(({ ms }) => ms)), 1),
      aim,
    ];
    const ms = median(build.map((time) => time.ms));
    return {
      title: `overture: ${PLACES[size]} generated places in the schema 2.0, GeoParquet with zstd, to a dataset`,
      columns: ['', 'CPU s', 'wall s', 'target'],
      rows: [
        row('bare read of the columns', read, ''),
        row('dataset build', build, target(`${TARGET_MS / 1000} s`, ms <= TARGET_MS)),
      ],
      notes: [
        `medians of ${RUNS[size]} runs in turn, whole processes; load now ${loadavg()[0]?.toFixed(1) ?? '?'}`,
      ],
    } satisfies Table;
  },
};
