import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import type { JobSpec } from '../../src/run/pipeline/job-spec.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { prepareRerun } from '../../src/run/pipeline/rerun/prepare-rerun.ts';
import type { Selection } from '../../src/run/pipeline/rerun/selection.ts';
import { runJob } from '../../src/run/pipeline/run.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { STAGES } from './stages.ts';
import { osmAnswer, osmFeature, recordingService } from './fake-service.ts';
import { createMemoryDisk, seededRandom } from './memory-disk.ts';

const OUTPUTS = ['csv', 'excel', 'ndjson', 'geojson', 'geojsonl', 'geojsons', 'parquet', 'csv.gz'];

/** The files of a run of {@link createRerunWorld} that have to be equal. */
export const FILES = [
  ...['csv', 'excel.csv', 'ndjson', 'geojson', 'geojsonl', 'geojsons', 'parquet', 'csv.gz'].map(
    (extension) => `results.${extension}`,
  ),
  'rejects.ndjson',
  'datapackage.json',
  'manifest.json',
];

/** Writes a CSV of so many rows: some bad, some without a match, some with a weak one, some with hostile cells, some with swapped positions. */
export function rows(count: number, from = 0): string {
  const lines = Array.from({ length: count }, (_, nth) => {
    const at = from + nth;
    const position = at % 10 === 4 ? '106.7,10.8' : '10.8,106.7';
    if (at % 11 === 5) return `${at},ragged`;
    if (at % 7 === 3) return `${at},"nowhere ${at}",${position}`;
    if (at % 9 === 2) return `${at},"weak ""quoted"",\nline ${at}",${position}`;
    if (at % 13 === 1) return `${at},=1+${at},${position}`;
    return `${at},${at} Lê Lợi,${position}`;
  });
  return `1,address,lat,lon\n${lines.join('\n')}\n`;
}

/** Whether the failing service fails for a text: one of ten, the same each time. */
const fails = (text: string) => Number(/\d+/.exec(text)?.[0]) % 10 === 7;

const UNITS = { ward: null, district: null, province: null };
const RATED = {
  level: 'street',
  accuracy_radius_meters: 50,
  score: null,
  margin: null,
  old: UNITS,
  new: UNITS,
} as const;

function createService(isFailing: () => boolean) {
  return recordingService({
    geocodeForward: {
      osm: async ({ text }) => {
        if (isFailing() && fails(text)) throw new GeomillError('SERVICE_ERROR', `"${text}" met 503`);
        if (text.includes('nowhere')) return osmAnswer();
        const geomill = { ...RATED, confidence: text.includes('weak') ? 0.5 : 0.95 };
        return osmAnswer(osmFeature({ label: text, name: text, geomill }, [100 + text.length / 100, 20]));
      },
    },
    geocodeReverse: {
      osm: async (position) =>
        osmAnswer(osmFeature({ label: `at ${JSON.stringify(position)}`, distance: 1 })),
    },
  });
}

/** Runs and processes again a job of two stages on a disk in memory; `folder` has the folders old, new and clean on the real one, for the locks. */
export function createRerunWorld(
  folder: string,
  input: string,
  outputs: readonly string[] = OUTPUTS,
  seed = 0,
) {
  const disk = createMemoryDisk(seededRandom(seed));
  const inputPath = join(folder, 'input.csv');
  const put = (text: string) => disk.put(inputPath, text);
  put(input);
  let isFailing = false;
  const { service, questions } = createService(() => isFailing);
  const { geocode, reverse } = STAGES;
  if (!geocode || !reverse) throw new Error('no such stages');
  const job: JobSpec = {
    name: 'test',
    input: { format: 'csv' },
    stages: [
      { prefix: 'reverse', definition: reverse, options: { lat: '{lat}', lon: '{lon}' } },
      { prefix: 'geocode', definition: geocode, options: { text: '{address}' } },
    ],
    outputs,
  };
  type More = Partial<RunOptions> & { fails?: boolean };
  const run = (name: string, { fails: failing = false, ...more }: More = {}) => {
    isFailing = failing;
    questions.length = 0;
    return runJob(
      {
        job,
        input: { name: 'results', fileName: 'input.csv', path: inputPath },
        outputDir: join(folder, name),
        mode: 'resume',
        service,
        serviceIdentity: 'test',
        version: '1.0',
        answers: 1,
        openRows: 8,
        chunkBytes: 256,
        checkpointMs: 0,
        ...more,
      },
      { fs: disk.fs, drainMs: 50 },
    );
  };
  const textsAsked = () =>
    questions.flatMap((question) => {
      const { text } = question as { text?: string };
      return text === undefined ? [] : [text];
    });
  return {
    disk,
    put,
    run,
    service,
    async rerun(selection: Selection = {}, { aliases, ...more }: More = {}, restart = false) {
      const rerun = await prepareRerun({
        folder: join(folder, 'old'),
        outputDir: join(folder, 'new'),
        job: { ...job, aliases: aliases && 'aliases.csv' },
        selection,
        aliases,
        restart,
        fs: disk.fs,
      });
      await rerun.claim();
      const mode = restart ? 'restart' : 'resume';
      return { rerun, report: await run('new', { ...rerun.options, mode, ...more }) };
    },
    /** The texts that were asked in the last run, sorted. */
    asked: () => textsAsked().sort(),
    /** The texts of the last run that the failing service fails for, sorted. */
    failed: () => textsAsked().filter(fails).sort(),
    /** The texts of the input with a word, sorted. */
    texts: (word: string) =>
      [...input.matchAll(/^\d+,"((?:[^"]|"")*)"/gm)]
        .map(([, cell = '']) => cell.replaceAll('""', '"').replace(/\s+/g, ' '))
        .filter((text) => text.includes(word))
        .sort(),
    text: (name: string, file: string) => disk.bytes(join(folder, name, file))?.toString('latin1'),
    /** Replaces the manifest of a finished run. */
    putManifest(name: string, { check: _, ...manifest }: Manifest & { check?: string }) {
      const check = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
      disk.put(join(folder, name, 'manifest.json'), JSON.stringify({ ...manifest, check }));
    },
    manifest: (name: string) => JSON.parse(disk.get(join(folder, name, 'manifest.json')) ?? '') as Manifest,
  };
}
