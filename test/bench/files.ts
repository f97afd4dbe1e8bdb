import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureCommand, type CommandCost } from './measure-command.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { writePoints } from './points.ts';
import { median, megabytes, whole } from './table.ts';

/** A job over a file. Shape: `hasCopy` where a bare copy of the file is its peer. */
interface FileWork {
  name: string;
  stage: string;
  input: string;
  rows: number;
  hasCopy?: boolean;
}

/** Measures whole commands, from their start to the end of the file: one worker, two, and two processes of one each, in turn. */
export const files: Measurement = {
  name: 'files',
  async run(context) {
    const runs = context.isQuick ? 1 : 3;
    const cells: string[][] = [];
    for (const work of await worksOf(context)) {
      const job = join(context.folder, 'files.yaml');
      await writeFile(job, `name: files\nstages:\n  - ${work.stage}\noutputs: [csv]\n`);
      const run = (workers: number) =>
        measureCommand(context.dist, context.folder, [
          ...['run', job, '--input', work.input, '--dataset', context.datasetDir],
          ...['--workers', String(workers), '--yes', '--no-report', '--quiet'],
        ]);
      const one: CommandCost[] = [];
      const two: CommandCost[] = [];
      const apart: CommandCost[] = [];
      const copies: number[] = [];
      for (let nth = 1; nth <= runs; nth += 1) {
        process.stderr.write(`  ${work.name} (${nth}/${runs})\n`);
        one.push(await run(1));
        two.push(await run(2));
        const [a, b] = await Promise.all([run(1), run(1)]);
        apart.push(a.ms > b.ms ? a : b);
        if (work.hasCopy)
          copies.push((await context.measure('bare copy', { kind: 'copy', input: work.input })).cpuMs);
      }
      const cpu = middle(one, 'cpuMs');
      cells.push([
        work.name,
        whole((work.rows * 1000) / middle(one, 'ms')),
        whole((work.rows * 1000) / middle(two, 'ms')),
        whole((2 * work.rows * 1000) / middle(apart, 'ms')),
        (middle(one, 'ms') / middle(two, 'ms')).toFixed(2),
        ((2 * middle(one, 'ms')) / middle(apart, 'ms')).toFixed(2),
        ((cpu * 1000) / work.rows).toFixed(1),
        ((middle(two, 'cpuMs') * 1000) / work.rows).toFixed(1),
        megabytes(middle(one, 'peakRssBytes')),
        megabytes(middle(two, 'peakRssBytes')),
        work.hasCopy ? (cpu / median(copies)).toFixed(2) : '',
      ]);
    }
    return {
      title: `files: whole commands to CSV, with their start; median of ${runs}, in turn`,
      columns: [
        ...['', 'rows/s, 1 worker', '2 workers', '2 processes', 'times', 'times', 'CPU us/row', '2 workers'],
        ...['peak MB', '2 workers', 'CPU of bare copies'],
      ],
      rows: cells,
      notes: [
        '2 processes: two commands of one worker each at the same time, each over all rows: what two cores give without any sharing',
        'bare copy: csv-parse to csv-stringify of the same file, its CPU without the start of Node',
      ],
    };
  },
};

const middle = (costs: readonly CommandCost[], figure: keyof CommandCost) =>
  median(costs.map((each) => each[figure]));

async function worksOf(context: BenchContext): Promise<FileWork[]> {
  const share = context.isQuick ? 0.2 : 1;
  const points = (name: string, rows: number, isQuoted: boolean) =>
    writePoints(join(context.folder, name), { ...context, rows, isQuoted });
  const [addresses, some, many] = [200_000 * share, 300_000 * share, 1_000_000 * share];
  const noisy = await writeNoisyAddresses(join(context.folder, 'noisy.csv'), context, addresses);
  const near = await points('points.csv', some, false);
  const plain = await points('plain.csv', many, false);
  const quoted = await points('quoted.csv', many, true);
  return [
    { name: `geocode, ${whole(addresses)} noisy`, stage: 'geocode: {}', input: noisy, rows: addresses },
    { name: `reverse, ${whole(some)}`, stage: 'reverse: {}', input: near, rows: some },
    {
      ...{ name: `reverse, level: ward, ${whole(many)}`, stage: 'reverse: { level: ward }' },
      ...{ input: plain, rows: many },
    },
    {
      ...{ name: `forcode, ${whole(many)}, plain`, stage: 'forcode: {}' },
      ...{ input: plain, rows: many, hasCopy: true },
    },
    {
      ...{ name: `forcode, ${whole(many)}, quoted`, stage: 'forcode: {}' },
      ...{ input: quoted, rows: many, hasCopy: true },
    },
  ];
}
