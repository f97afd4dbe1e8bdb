import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type * as Library from '../../src/index.ts';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { generateAddresses, writeGeneratedAddresses, type GeneratedAddress } from './generate-addresses.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { HARD_CLASSES, NOISE_CLASSES, noisyAddress } from './noisy-addresses.ts';
import { megabytes, percent, target, whole } from './table.ts';

const QUESTIONS = 20_000;
const RIGHT_METERS = 100;
/** The targets are for a dataset of this size. */
const TARGET_ROWS = 1_000_000;
const NOISY_PER_SECOND = 8000;
const HARD_PER_SECOND = 4000;

/** Measures the building of datasets from a table of addresses, and what the service then answers from them. */
export const searchSpeed: Measurement = {
  name: 'search',
  async run(context) {
    const admin = await openAdminDataset(context.datasetDir);
    const rows: string[][] = [];
    for (const count of context.isQuick ? [50_000] : [1_000_000, 5_000_000]) {
      const input = join(context.folder, 'generated.csv');
      await writeGeneratedAddresses(input, { admin, rows: count, seed: context.seed });
      const dir = join(context.folder, `dataset-${count}`);
      const built = await build(context, input, dir);
      const bytes = (await sizeOf(dir)) - (await sizeOf(context.datasetDir));
      const sample = sampleOf(generateAddresses({ admin, rows: count, seed: context.seed }), count);
      const noisy = await ask(context, dir, sample, NOISE_CLASSES);
      const hard = await ask(context, dir, sample, HARD_CLASSES);
      rows.push([
        whole(count),
        built.seconds.toFixed(0),
        built.cpuSeconds.toFixed(0),
        megabytes(built.peakRssBytes),
        (bytes / count).toFixed(1),
        whole(noisy.perSecond),
        percent(noisy.right),
        whole(hard.perSecond),
        percent(hard.right),
        count > TARGET_ROWS
          ? ''
          : target(
              `${whole(NOISY_PER_SECOND)}, ${whole(HARD_PER_SECOND)}`,
              noisy.perSecond >= NOISY_PER_SECOND && hard.perSecond >= HARD_PER_SECOND,
            ),
      ]);
    }
    return {
      title: `search: datasets of generated addresses; ${whole(QUESTIONS)} forward questions per CPU second of one thread, within ${RIGHT_METERS} m`,
      columns: [
        'addresses',
        'build s',
        'CPU s',
        'peak MB',
        'bytes/row',
        'noisy/s',
        'right',
        'hard/s',
        'right',
        'target',
      ],
      rows,
      notes: [
        'the questions are asked of the service as a job asks them, shaped answer included; the build reads the CSV',
      ],
    };
  },
};

/** Builds a dataset by the command line, and tells what that took. */
async function build({ dist }: BenchContext, input: string, dir: string) {
  const report =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(`\\nused ${JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakRssBytes: process.resourceUsage().maxRSS * 1024 })}`) })";
  const startMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(report)}`],
      ...[join(dist, 'cli', 'main.cjs'), 'dataset', 'build', '--from', 'none'],
      ...['--out', dir, '--addresses', input, '--quiet'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let told = '';
  child.stderr.on('data', (text: Buffer) => (told += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const used = told.split('used ').at(-1) ?? '';
  if (code !== 0) throw new Error(`dataset build ended with ${code}: ${told}`);
  return {
    seconds: (performance.now() - startMs) / 1000,
    ...(JSON.parse(used) as { cpuSeconds: number; peakRssBytes: number }),
  };
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(dir)) bytes += (await stat(join(dir, name))).size;
  return bytes;
}

function sampleOf(addresses: Iterable<GeneratedAddress>, count: number): GeneratedAddress[] {
  const every = Math.max(1, Math.floor(count / QUESTIONS));
  const sample: GeneratedAddress[] = [];
  let row = 0;
  for (const address of addresses) {
    row += 1;
    if (row % every === 0) sample.push(address);
  }
  return sample;
}

async function ask(
  { dist, seed }: BenchContext,
  datasetDir: string,
  sample: readonly GeneratedAddress[],
  classes: typeof NOISE_CLASSES | typeof HARD_CLASSES,
): Promise<{ perSecond: number; right: number }> {
  const { openService } = (await import(pathToFileURL(join(dist, 'index.js')).href)) as typeof Library;
  const { service } = await openService({ kind: 'local', datasetDir });
  const texts = sample.map((address, at) =>
    noisyAddress(address, seed, classes[at % classes.length] as (typeof classes)[number]),
  );
  for (const text of texts.slice(0, texts.length / 4)) await service.geocodeForward({ text, size: 1 });
  let right = 0;
  const before = process.cpuUsage();
  for (const [at, text] of texts.entries()) {
    const { features } = await service.geocodeForward({ text, size: 1 });
    const [lon = NaN, lat = NaN] = features[0]?.geometry?.coordinates ?? [];
    if (distanceMeters({ lat, lon }, (sample[at] as GeneratedAddress).position) <= RIGHT_METERS) right += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return { perSecond: texts.length / ((user + system) / 1e6), right: right / texts.length };
}
