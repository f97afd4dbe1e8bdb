import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureCommand, measureNode, measurePython, type CommandCost } from './measure-command.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { writePoints } from './points.ts';
import { median, megabytes, whole } from './table.ts';

/** A job over a file. Shape: `peers` do the same, or only the reading and writing, by other means. */
interface FileWork {
  name: string;
  stage: string;
  input: string;
  rows: number;
  /** Whether it is also run with the report of its run, once. */
  isReported?: boolean;
  peers?: readonly Peer[];
}

/** Another program over the same file. */
interface Peer {
  name: string;
  measure: () => Promise<CommandCost>;
}

const WARDS = fileURLToPath(new URL('../../../shared/data/admin/vn-wards-2025.ndjson.gz', import.meta.url));
const peerScript = (name: string) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** Measures whole commands, from their start to the end of the file: one worker, two, and two processes of one each, in turn. */
export const files: Measurement = {
  name: 'files',
  async run(context) {
    const runs = context.isQuick ? 1 : 3;
    const cells: string[][] = [];
    for (const work of await worksOf(context)) {
      const job = join(context.folder, 'files.yaml');
      await writeFile(job, `name: files\nstages:\n  - ${work.stage}\noutputs: [csv]\n`);
      const run = (workers: number, ...more: string[]) =>
        measureCommand(context.dist, context.folder, [
          ...['run', job, '--input', work.input, '--dataset', context.datasetDir],
          ...['--workers', String(workers), '--yes', '--quiet', ...more],
        ]);
      const bare = (workers: number) => run(workers, '--no-report');
      const one: CommandCost[] = [];
      const two: CommandCost[] = [];
      const apart: CommandCost[] = [];
      const reported: CommandCost[] = [];
      const others = (work.peers ?? []).map((): CommandCost[] => []);
      for (let nth = 1; nth <= runs; nth += 1) {
        process.stderr.write(`  ${work.name} (${nth}/${runs})\n`);
        one.push(await bare(1));
        two.push(await bare(2));
        const [a, b] = await Promise.all([bare(1), bare(1)]);
        apart.push(a.ms > b.ms ? a : b);
        if (work.isReported && nth === 1) {
          reported.push(await run(1));
          reported.push(await run(2));
        }
        for (const [at, { measure }] of (work.peers ?? []).entries()) others[at]?.push(await measure());
      }
      const cpu = middle(one, 'cpuMs');
      const perSecond = (costs: readonly CommandCost[], times = 1) =>
        (times * work.rows * 1000) / middle(costs, 'ms');
      cells.push([
        work.name,
        whole(perSecond(one)),
        whole(perSecond(two)),
        whole(perSecond(apart, 2)),
        (middle(one, 'ms') / middle(two, 'ms')).toFixed(2),
        ((2 * middle(one, 'ms')) / middle(apart, 'ms')).toFixed(2),
        ((cpu * 1000) / work.rows).toFixed(1),
        ((middle(two, 'cpuMs') * 1000) / work.rows).toFixed(1),
        megabytes(middle(one, 'peakRssBytes')),
        megabytes(middle(two, 'peakRssBytes')),
      ]);
      const [oneReported, twoReported] = reported;
      if (oneReported && twoReported) {
        const perRow = ({ cpuMs }: CommandCost) => ((cpuMs * 1000) / work.rows).toFixed(1);
        cells.push([
          ...['  with its report, one run', whole(perSecond([oneReported])), whole(perSecond([twoReported]))],
          ...['', (oneReported.ms / twoReported.ms).toFixed(2), '', perRow(oneReported), perRow(twoReported)],
          ...[megabytes(oneReported.peakRssBytes), megabytes(twoReported.peakRssBytes)],
        ]);
      }
      (work.peers ?? []).forEach(({ name }, at) => {
        const costs = others[at] ?? [];
        const theirs = middle(costs, 'cpuMs');
        cells.push([
          ...[`  ${name}`, whole(perSecond(costs)), '', '', '', ''],
          ...[((theirs * 1000) / work.rows).toFixed(1), '', megabytes(middle(costs, 'peakRssBytes')), ''],
          `${(cpu / theirs).toFixed(2)} times theirs`,
        ]);
      });
    }
    return {
      title: `files: whole commands to CSV, with their start; median of ${runs}, in turn`,
      columns: [
        ...['', 'rows/s, 1 worker', '2 workers', '2 processes', 'times', 'times', 'CPU us/row', '2 workers'],
        ...['peak MB', '2 workers', 'our CPU'],
      ],
      rows: cells,
      notes: [
        '2 processes: two commands of one worker each at the same time, each over all rows: what two cores give without any sharing',
        'all runs but those with it are without the report of the run',
        'a copy does nothing but read and write the same file; csv-parse and csv-stringify without the start of Node',
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
  const out = join(context.folder, 'peer.csv');
  const copies = (input: string): Peer[] => [
    {
      name: 'copy by csv-parse and csv-stringify',
      measure: () => context.measure('bare copy', { kind: 'copy', input }),
    },
    {
      name: 'copy by DuckDB, one thread',
      measure: () => measureNode(context.folder, [peerScript('copy-by-duckdb.js'), input, out]),
    },
  ];
  const wardJoin = {
    name: 'geopandas, points in wards',
    measure: () => measurePython(context.folder, [peerScript('ward-join.py'), plain, WARDS, out]),
  };
  return [
    {
      ...{ name: `geocode, ${whole(addresses)} noisy`, stage: 'geocode: {}', input: noisy, rows: addresses },
      isReported: true,
    },
    { name: `reverse, ${whole(some)}`, stage: 'reverse: {}', input: near, rows: some },
    {
      ...{ name: `reverse, level: ward, ${whole(many)}`, stage: 'reverse: { level: ward }' },
      ...{ input: plain, rows: many, peers: existsSync(WARDS) && (await hasGeopandas()) ? [wardJoin] : [] },
    },
    {
      ...{ name: `forcode, ${whole(many)}, plain`, stage: 'forcode: {}' },
      ...{ input: plain, rows: many, peers: copies(plain), isReported: true },
    },
    {
      ...{ name: `forcode, ${whole(many)}, quoted`, stage: 'forcode: {}' },
      ...{ input: quoted, rows: many, peers: copies(quoted) },
    },
  ];
}

/** Reports whether Python has geopandas here, with a spatial index, as Debian's python3-geopandas and python3-rtree bring it. */
const hasGeopandas = () =>
  promisify(execFile)('/usr/bin/python3', ['-c', 'import geopandas; geopandas.GeoSeries([]).sindex']).then(
    () => true,
    () => false,
  );
