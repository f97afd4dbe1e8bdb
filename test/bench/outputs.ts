import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BenchContext, Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { measureProcess } from './measure-command.ts';
import { median, percent, seconds, target, type Table } from './table.ts';

const ROWS = { full: 1_000_000, quick: 40_000 };
const RUNS = { full: 2, quick: 1 };
const MOST_SHARE = 0.15;

/** Measures what report, Parquet and Data Package add to a local run, in CPU time of whole processes of the command line, in turn. */
export const outputs: Measurement = {
  name: 'outputs',
  async run(context) {
    const size = context.isQuick ? 'quick' : 'full';
    const input = await writeNoisyAddresses(join(context.folder, 'addresses.csv'), context, ROWS[size]);
    const cpu = { plain: [] as number[], all: [] as number[] };
    for (let run = 0; run < RUNS[size]; run += 1) {
      cpu.plain.push(await cpuOf(context, input, ['--set', 'outputs=csv,geojson', '--no-report']));
      cpu.all.push(await cpuOf(context, input, ['--set', 'outputs=csv,geojson,parquet']));
    }
    const [plain, all] = [median(cpu.plain), median(cpu.all)];
    const share = (all - plain) / plain;
    return {
      title: `outputs: ${ROWS[size]} noisy addresses to CSV and GeoJSON, and with report and Parquet; one worker`,
      columns: ['', 'CPU s', 'more', 'target'],
      rows: [
        ['CSV and GeoJSON', seconds(plain, 1), '', ''],
        [
          'with report and Parquet',
          seconds(all, 1),
          percent(share),
          target(percent(MOST_SHARE, 0), share <= MOST_SHARE),
        ],
      ],
      notes: [
        `medians of ${RUNS[size]} runs in turn; user and system time with the start; every run writes the Data Package`,
        `load now ${loadavg()[0]?.toFixed(1) ?? '?'}`,
      ],
    } satisfies Table;
  },
};

/** Runs the command line, and returns the CPU time of its process. Units: ms. */
async function cpuOf(
  { folder, dist }: BenchContext,
  input: string,
  args: readonly string[],
): Promise<number> {
  const output = join(folder, 'output');
  const command = [
    'run',
    '--yes',
    'geocode',
    '--input',
    input,
    '--output',
    output,
    '--workers',
    '1',
    '--quiet',
  ];
  process.stderr.write(`  ${args.join(' ')} ...\n`);
  const { cpuMs } = await measureProcess(dist, folder, [...command, ...args]);
  await rm(output, { recursive: true });
  return cpuMs;
}
