import { join } from 'node:path';
import { inTurn, type BenchContext, type JobTask, type Measured, type Measurement } from './measurement.ts';
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
      };
      const { one, two } = await inTurn(context, runs, { one: task, two: { ...task, workers: 2 } });
      const apart = await sideBySide(context, runs, task);
      const add = (name: string, measured: readonly Measured[], share: number, note = '') =>
        cells.push([
          `${kind}, ${name}`,
          seconds(ms(measured)),
          whole((share * rows[kind] * 1000) / ms(measured)),
          seconds(median(measured.map(({ cpuMs }) => cpuMs))),
          megabytes(median(measured.map(({ peakRssBytes }) => peakRssBytes))),
          ((share * ms(one)) / ms(measured)).toFixed(2),
          note,
        ]);
      add('1 worker', one, 1);
      const isMet = ms(one) / ms(two) >= LEAST_RATIO;
      add('2 workers', two, 1, kind === 'geocode' ? target(`>= ${LEAST_RATIO}`, isMet) : '');
      add('two runs at once', apart, 2);
    }
    return {
      title: `workers: ${whole(rows.geocode)} addresses, ${whole(rows.forcode)} points to CSV and GeoJSON; median of ${runs}, in turn`,
      columns: ['', 's', 'rows/s', 'CPU s', 'peak MB', 'times as fast', 'target'],
      rows: cells,
      notes: [
        'two runs at once: two processes of one worker each, over all rows each, what two cores give without any sharing; of the slower one',
        'of 2 workers one is the main thread, which works on while the other starts; the start, and compiling all code once more, is measured too',
      ],
    };
  },
};

const ms = (measured: readonly Measured[]) => median(measured.map((each) => each.ms));

/** Runs a task twice at the same time, again and again; each time the slower one counts. */
async function sideBySide(context: BenchContext, runs: number, task: JobTask): Promise<Measured[]> {
  const slower: Measured[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const [a, b] = await Promise.all([
      context.measure('one of two', task),
      context.measure('the other', task),
    ]);
    for (const { error } of [a, b]) if (error) throw new Error(`${error.code} ${error.message}`);
    slower.push(a.ms > b.ms ? a : b);
  }
  return slower;
}
