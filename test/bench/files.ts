import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CITY, type FileWork, worksOf } from './file-works.ts';
import { measureCommand, measureProcess, type CommandCost } from './measure-command.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { median, megabytes, whole } from './table.ts';

/** Built code, and the datasets that it reads. */
interface Version {
  dist: string;
  datasetDir: string;
  cityDir: string;
}

/** What each way of running a work cost. */
interface Costs {
  one: CommandCost[];
  two: CommandCost[];
  apart: CommandCost[];
}

/**
 * Measures whole commands, from their start to the end of the file: one worker, two, and two processes of one each over the halves of the file, in turn; with
 * `--against` each also by the code of another checkout, which reads its own starter dataset and builds the city from the same extract.
 */
export const files: Measurement = {
  name: 'files',
  async run(context) {
    const runs = context.isQuick ? 1 : 3;
    const now = await versionOf(context, context.dist, context.datasetDir, 'now');
    const { against } = context;
    const before =
      against === undefined
        ? undefined
        : await versionOf(context, join(against, 'dist'), join(against, 'fixtures/starter'), 'before');
    const cells: string[][] = [];
    for (const work of await worksOf(context)) {
      const costs = emptyCosts();
      const older = emptyCosts();
      const reported: CommandCost[] = [];
      const others = (work.peers ?? []).map((): CommandCost[] => []);
      const halves = await writeHalves(work.input);
      for (let nth = 1; nth <= runs; nth += 1) {
        process.stderr.write(`  ${work.name} (${nth}/${runs})\n`);
        await measureWork(context, now, work, halves, costs);
        if (before !== undefined) await measureWork(context, before, work, halves, older);
        if (work.isReported && nth === 1)
          for (const workers of [1, 2])
            reported.push(await runWork(context, now, work, work.input, [`--workers=${workers}`]));
        for (const [at, { measure }] of (work.peers ?? []).entries()) others[at]?.push(await measure());
      }
      cells.push(...rowsOf(work, costs, before === undefined ? undefined : older, reported, others));
    }
    return {
      title: `files: whole commands to CSV, with their start; median of ${runs}, in turn`,
      columns: [
        ...['', 'rows/s, 1 worker', '2 workers', '2 processes', 'times', 'times', 'CPU us/row', '2 workers'],
        ...['peak MB', '2 workers', 'our CPU'],
        ...(before === undefined ? [] : ['CPU by before', '2 workers, by before']),
      ],
      rows: cells,
      notes: [
        '2 processes: two commands of one worker each at the same time, each over half of the file: what two cores give without any sharing',
        'all runs but those with it are without the report of the run',
        'a copy does nothing but read and write the same file; csv-parse and csv-stringify without the start of Node',
      ],
    };
  },
};

const emptyCosts = (): Costs => ({ one: [], two: [], apart: [] });

/** Returns a version of the code with its datasets. Cost: builds that of the city, where its extract is there. */
async function versionOf(
  { folder }: BenchContext,
  dist: string,
  datasetDir: string,
  name: string,
): Promise<Version> {
  const cityDir = join(folder, `city-${name}`);
  if (existsSync(CITY))
    await measureProcess(dist, folder, ['dataset', 'build', '--no-roads', '--out', cityDir, '--osm', CITY]);
  return { dist, datasetDir, cityDir };
}

async function runWork(
  { folder }: BenchContext,
  { dist, datasetDir, cityDir }: Version,
  { stage, isOfCity }: FileWork,
  input: string,
  more: readonly string[],
): Promise<CommandCost> {
  const job = join(folder, 'files.yaml');
  await writeFile(job, `name: files\nstages:\n  - ${stage}\noutputs: [csv]\n`);
  return measureCommand(dist, folder, [
    ...['run', job, '--input', input, '--dataset', isOfCity ? cityDir : datasetDir],
    ...['--yes', '--quiet', ...more],
  ]);
}

/** Runs a work in each way once. */
async function measureWork(
  context: BenchContext,
  version: Version,
  work: FileWork,
  halves: readonly string[],
  costs: Costs,
): Promise<void> {
  const bare = (input: string, workers: number) =>
    runWork(context, version, work, input, ['--no-report', `--workers=${workers}`]);
  costs.one.push(await bare(work.input, 1));
  costs.two.push(await bare(work.input, 2));
  const apart = await Promise.all(halves.map((half) => bare(half, 1)));
  costs.apart.push(apart.reduce((slower, each) => (each.ms > slower.ms ? each : slower)));
}

function rowsOf(
  { name, rows, peers = [] }: FileWork,
  { one, two, apart }: Costs,
  before: Costs | undefined,
  reported: readonly CommandCost[],
  others: readonly CommandCost[][],
): string[][] {
  const cpu = middle(one, 'cpuMs');
  const perSecond = (costs: readonly CommandCost[]) => whole((rows * 1000) / middle(costs, 'ms'));
  const perRow = (costs: readonly CommandCost[]) => ((middle(costs, 'cpuMs') * 1000) / rows).toFixed(1);
  const times = (costs: readonly CommandCost[]) => (middle(one, 'ms') / middle(costs, 'ms')).toFixed(2);
  const cells = [
    [
      ...[name, perSecond(one), perSecond(two), perSecond(apart), times(two), times(apart)],
      ...[perRow(one), perRow(two)],
      ...[megabytes(middle(one, 'peakRssBytes')), megabytes(middle(two, 'peakRssBytes')), ''],
      ...(before === undefined
        ? []
        : [
            (cpu / middle(before.one, 'cpuMs')).toFixed(2),
            (middle(two, 'ms') / middle(before.two, 'ms')).toFixed(2),
          ]),
    ],
  ];
  const [oneReported, twoReported] = reported;
  if (oneReported && twoReported) {
    cells.push([
      ...['  with its report, one run', perSecond([oneReported]), perSecond([twoReported])],
      ...['', (oneReported.ms / twoReported.ms).toFixed(2), '', perRow([oneReported]), perRow([twoReported])],
      ...[megabytes(oneReported.peakRssBytes), megabytes(twoReported.peakRssBytes)],
    ]);
  }
  peers.forEach((peer, at) => {
    const costs = others[at] ?? [];
    cells.push([
      ...[`  ${peer.name}`, perSecond(costs), '', '', '', ''],
      ...[perRow(costs), '', megabytes(middle(costs, 'peakRssBytes')), ''],
      `${(cpu / middle(costs, 'cpuMs')).toFixed(2)} times theirs`,
    ]);
  });
  return cells;
}

const HEADER_BYTES = 1 << 16;

/** Writes the two halves of a file, each with its header line, beside it; as streams, since a child counts the peak of this process as its own. */
async function writeHalves(input: string): Promise<string[]> {
  const halves = ['first', 'second'].map((name) => `${input}.${name}.csv`);
  const { size } = await stat(input);
  const file = await open(input);
  const around = async (at: number) =>
    (await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at)).buffer;
  const start = await around(0);
  const middleAt = Math.floor(size / 2);
  const cut = middleAt + (await around(middleAt)).indexOf('\n') + 1;
  await file.close();
  await pipeline(createReadStream(input, { end: cut - 1 }), createWriteStream(halves[0] as string));
  await writeFile(halves[1] as string, start.subarray(0, start.indexOf('\n') + 1));
  await pipeline(
    createReadStream(input, { start: cut }),
    createWriteStream(halves[1] as string, { flags: 'a' }),
  );
  return halves;
}

const middle = (costs: readonly CommandCost[], figure: keyof CommandCost) =>
  median(costs.map((each) => each[figure]));
