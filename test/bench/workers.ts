import { join } from 'node:path';
import { inTurn, type JobTask, type Measured, type Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { writePoints } from './points.ts';
import { median, megabytes, seconds, target, whole } from './table.ts';

/** The main thread and another on two cores; the main one reads, hashes and writes beside its share of the rows. */
const LEAST_RATIO = 1.6;
const OUTPUTS = ['csv', 'geojson'];

/** Measures local jobs in one thread and in two. */
export const workers: Measurement = {
  name: 'workers',
  async run(context) {
    const runs = context.isQuick ? 1 : 3;
    const rows = {
      geocode: context.isQuick ? 40_000 : 200_000,
      forcode: context.isQuick ? 150_000 : 1_000_000,
    };
    const inputs = {
      geocode: await writeNoisyAddresses(join(context.folder, 'addresses.csv'), context, rows.geocode),
      forcode: await writePoints(join(context.folder, 'points.csv'), {
        ...context,
        rows: rows.forcode,
        isQuoted: false,
      }),
    };
    const cells: string[][] = [];
    for (const kind of ['geocode', 'forcode'] as const) {
      const task: JobTask = {
        kind: 'job',
        job: { name: kind, stages: [{ kind, options: {} }], outputs: OUTPUTS },
        service: { local: context.datasetDir },
        input: inputs[kind],
        openRows: 4000,
      };
      const { one, two } = await inTurn(context, runs, { one: task, two: { ...task, workers: 2 } });
      const ratio = ms(one) / ms(two);
      for (const [name, measured] of Object.entries({ '1 worker': one, '2 workers': two })) {
        const isTwo = measured === two;
        cells.push([
          `${kind}, ${name}`,
          seconds(ms(measured)),
          whole((rows[kind] / ms(measured)) * 1000),
          seconds(median(measured.map(({ cpuMs }) => cpuMs))),
          megabytes(median(measured.map(({ peakRssBytes }) => peakRssBytes))),
          isTwo ? ratio.toFixed(2) : '',
          isTwo && kind === 'geocode' ? target(`>= ${LEAST_RATIO}`, ratio >= LEAST_RATIO) : '',
        ]);
      }
    }
    return {
      title: `workers: ${whole(rows.geocode)} addresses, ${whole(rows.forcode)} points to CSV and GeoJSON; median of ${runs}, in turn`,
      columns: ['', 's', 'rows/s', 'CPU s', 'peak MB', 'times as fast', 'target'],
      rows: cells,
      notes: [
        'of 2 workers one is the main thread, which works on while the other starts; the start, and compiling all code once more, is measured too',
      ],
    };
  },
};

const ms = (measured: readonly Measured[]) => median(measured.map((each) => each.ms));
