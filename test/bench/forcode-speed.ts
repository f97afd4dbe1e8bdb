import { join } from 'node:path';
import { inTurn, type BenchContext, type JobTask, type Measured, type Measurement } from './measurement.ts';
import { writePoints } from './points.ts';
import { median, megabytes, percent, seconds, target, whole } from './table.ts';

const SHARE_OF_COPY = 0.6;
const MAX_CHECKPOINT_COST = 0.03;
const NEVER_MS = 1e9;
// As the command line chooses for the local service.

/** Measures the forcode job against a copy of the file by csv-parse and csv-stringify. */
export const forcode: Measurement = {
  name: 'forcode',
  async run(context) {
    const rows = context.isQuick ? 60_000 : 500_000;
    const runs = context.isQuick ? 1 : 3;
    const cells: string[][] = [];
    for (const isQuoted of [false, true]) {
      const input = await pointsFor(context, `points-${isQuoted}`, rows, isQuoted);
      const results = await inTurn(context, runs, {
        'bare copy': { kind: 'copy', input },
        'geomill, CSV': forcodeTask(context, input, ['csv']),
        'geomill, CSV and GeoJSON': forcodeTask(context, input, ['csv', 'geojson']),
      });
      const copyMs = ms(results['bare copy']);
      for (const [name, measured] of Object.entries(results)) {
        const share = copyMs / ms(measured);
        cells.push([
          `${isQuoted ? 'a quoted cell a row' : 'no quotes'}: ${name}`,
          seconds(ms(measured)),
          whole((rows / ms(measured)) * 1000),
          seconds(cpuMs(measured)),
          megabytes(median(measured.map(({ peakRssBytes }) => peakRssBytes))),
          percent(share),
          percent(cpuMs(results['bare copy']) / cpuMs(measured)),
          name === 'geomill, CSV' ? target(`>= ${percent(SHARE_OF_COPY, 0)}`, share >= SHARE_OF_COPY) : '',
        ]);
      }
    }
    return {
      title: `forcode: ${whole(rows)} rows of 150 bytes against a bare csv-parse to csv-stringify copy; median of ${runs}, in turn`,
      columns: ['', 's', 'rows/s', 'CPU s', 'peak MB', 'of the copy', 'in CPU', 'target'],
      rows: cells,
    };
  },
};

/** Measures what checkpoints cost. */
export const checkpoints: Measurement = {
  name: 'checkpoints',
  async run(context) {
    const rows = context.isQuick ? 60_000 : 600_000;
    const runs = context.isQuick ? 2 : 7;
    const input = await pointsFor(context, 'checkpoint-points', rows, false);
    const task = forcodeTask(context, input, ['csv']);
    const { often, never } = await inTurn(context, runs, {
      often: { ...task, checkpointMs: 250 },
      never: { ...task, checkpointMs: NEVER_MS },
    });
    const cost = ms(often) / ms(never) - 1;
    const cpuCost = cpuMs(often) / cpuMs(never) - 1;
    const row = (label: string, measured: Measured[]) => [
      label,
      seconds(ms(measured)),
      seconds(Math.min(...measured.map((each) => each.ms))),
      seconds(cpuMs(measured)),
    ];
    return {
      title: `checkpoints: the forcode job on ${whole(rows)} rows, CSV; median of ${runs}, in turn`,
      columns: ['', 's', 'fastest s', 'CPU s', 'cost', 'cost in CPU', 'target'],
      rows: [
        row('only when 8 MB wait', never),
        [
          ...row('every 250 ms', often),
          percent(cost),
          percent(cpuCost),
          target(`<= ${percent(MAX_CHECKPOINT_COST, 0)}`, cost <= MAX_CHECKPOINT_COST),
        ],
      ],
    };
  },
};

const ms = (measured: readonly Measured[]) => median(measured.map((each) => each.ms));
const cpuMs = (measured: readonly Measured[]) => median(measured.map((each) => each.cpuMs));

function forcodeTask({ datasetDir }: BenchContext, input: string, outputs: readonly string[]): JobTask {
  return {
    kind: 'job',
    job: { name: 'forcode', stages: [{ kind: 'forcode', options: {} }], outputs },
    service: { local: datasetDir },
    input,
  };
}

function pointsFor(
  { folder, seed, datasetDir }: BenchContext,
  name: string,
  rows: number,
  isQuoted: boolean,
): Promise<string> {
  return writePoints(join(folder, `${name}.csv`), { rows, isQuoted, seed, datasetDir });
}
