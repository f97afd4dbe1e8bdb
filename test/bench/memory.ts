import { join } from 'node:path';
import type { BenchContext, JobTask, Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { writePoints } from './points.ts';
import { megabytes, percent, sampled, seconds, target, whole } from './table.ts';

const ROWS = 5_000_000;
const QUICK_ROWS = 200_000;
const WORKERS = 2;
/** Without streets and threads; each thread of a job with them holds a search of its own. */
const MAX_FORCODE_BYTES = 256 * 2 ** 20;
const FLAT_GROWTH = 0.1;
// As the command line chooses for the local service.

/** Measures the memory of long local runs: what they hold must not grow with their rows. */
export const memory: Measurement = {
  name: 'memory',
  async run(context) {
    const rows = context.isQuick ? QUICK_ROWS : ROWS;
    const cells: string[][] = [];
    const notes = [
      `flat: the most of the last quarter at most ${percent(FLAT_GROWTH, 0)} above that of the first`,
    ];
    for (const { kind, write, workers, maxBytes } of RUNS) {
      const input = await write(join(context.folder, `${kind}-memory.csv`), context, rows);
      const label = `${kind}, ${workers} worker${workers > 1 ? 's' : ''}`;
      const { rssBytes, peakRssBytes, ...measured } = await context.measure(
        label,
        taskOf(context, kind, input, workers),
      );
      if (measured.error) throw new Error(`${kind}: ${measured.error.code} ${measured.error.message}`);
      const quarter = Math.max(1, Math.floor(rssBytes.length / 4));
      const first = Math.max(...rssBytes.slice(0, quarter));
      const last = Math.max(...rssBytes.slice(-quarter));
      const isMet = peakRssBytes < maxBytes && last <= first * (1 + FLAT_GROWTH);
      cells.push([
        label,
        seconds(measured.ms),
        whole((rows / measured.ms) * 1000),
        seconds(measured.cpuMs),
        megabytes(peakRssBytes),
        megabytes(first),
        megabytes(last),
        target(maxBytes === Infinity ? 'flat' : `< ${megabytes(maxBytes)} MB, flat`, isMet),
      ]);
      notes.push(`${label}, now and then, MB: ${sampled(rssBytes).map(megabytes).join(' ')}`);
    }
    return {
      title: `memory: ${whole(rows)} rows to CSV and GeoJSON`,
      columns: ['', 's', 'rows/s', 'CPU s', 'peak MB', 'first quarter', 'last quarter', 'target'],
      rows: cells,
      notes,
    };
  },
};

const RUNS = [
  {
    kind: 'forcode',
    write: (path: string, context: BenchContext, rows: number) =>
      writePoints(path, { ...context, rows, isQuoted: false }),
    workers: 1,
    maxBytes: MAX_FORCODE_BYTES,
  },
  { kind: 'geocode', write: writeNoisyAddresses, workers: WORKERS, maxBytes: Infinity },
] as const;

function taskOf({ datasetDir }: BenchContext, kind: string, input: string, workers: number): JobTask {
  return {
    kind: 'job',
    job: { name: kind, stages: [{ kind, options: {} }], outputs: ['csv', 'geojson'] },
    service: { local: datasetDir },
    input,
    workers,
  };
}
