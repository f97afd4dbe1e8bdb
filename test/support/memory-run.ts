import { join } from 'node:path';
import type { JobSpec } from '../../src/run/pipeline/job-spec.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import type { LockCalls } from '../../src/base/files/lock.ts';
import { runJob } from '../../src/run/pipeline/run.ts';
import { STAGES } from './stages.ts';
import { createClonedProcessor } from './cloned-processor.ts';
import { osmAnswer, osmFeature, recordingService } from './fake-service.ts';
import { createMemoryDisk, seededRandom } from './memory-disk.ts';

/** Answers every address with its own length, none for those that say so. */
export function echoService() {
  return recordingService({
    geocodeForward: {
      osm: async ({ text }) =>
        text.includes('nowhere')
          ? osmAnswer()
          : osmAnswer(osmFeature({ label: text, name: text }, [100 + text.length / 100, 20])),
    },
  });
}

/** Writes a CSV of so many rows, some of them bad, some without answer. */
export function csvRows(count: number, from = 0): string {
  return Array.from({ length: count }, (_, at) => {
    const row = from + at;
    if (row % 11 === 5) return `${row},ragged,row,here`;
    return row % 7 === 3 ? `${row},"nowhere ${row}"` : `${row},"${row} Lê Lợi, Bến Nghé"`;
  }).join('\n');
}

/** Who processes the chunks of a run: this thread, or others. */
export type Where = 'in this thread' | 'in threads';

/** Runs a small job on a disk in memory; `folder` must exist on the real one, where the lock is taken. */
export function createMemoryRun(folder: string, seed: number, where: Where = 'in this thread') {
  const disk = createMemoryDisk(seededRandom(seed));
  const inputPath = join(folder, 'input.csv');
  const { service, questions } = echoService();
  const stage = STAGES.geocode;
  if (!stage) throw new Error('no geocode stage');
  const job: JobSpec = {
    name: 'test',
    input: { format: 'csv' },
    stages: [{ prefix: 'geocode', definition: stage, options: { text: '{address}' } }],
    outputs: ['csv', 'geojson'],
  };
  const run = (more: Partial<RunOptions> = {}, lockCalls?: LockCalls) =>
    runJob(
      {
        job,
        input: { name: 'results', fileName: 'input.csv', path: inputPath },
        outputDir: folder,
        mode: 'resume',
        service,
        serviceIdentity: 'test',
        openRows: 8,
        ...(where === 'in threads' ? { createChunkProcessor: createClonedProcessor(service) } : {}),
        chunkBytes: 128,
        checkpointMs: 0,
        ...more,
      },
      { fs: disk.fs, drainMs: 50, lockCalls },
    );
  const results = () =>
    Object.fromEntries(
      ['results.csv', 'results.geojson', 'rejects.ndjson', 'manifest.json'].map((name) => [
        name,
        disk.get(join(folder, name)),
      ]),
    );
  return { disk, run, job, questions, inputPath, results };
}
