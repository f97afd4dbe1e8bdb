import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';
import { PowerLoss } from '../support/memory-disk.ts';

const INPUT = `id,address\n${csvRows(24)}\n`;
/** The row file is hidden, since the job does not list its format. */
const NAMES = ['.results.csv', 'results.csv.gz', 'rejects.ndjson', 'manifest.json'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-derived-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run of a job with a derived output, on a disk in memory. */
function derivedRun(seed: number) {
  const { disk, run, job, inputPath, questions } = createMemoryRun(folder, seed);
  disk.put(inputPath, INPUT);
  const bytesOf = (name: string) => disk.bytes(join(folder, name)) ?? Buffer.alloc(0);
  return {
    disk,
    questions,
    inputPath,
    run: (outputs: readonly string[] = ['csv.gz'], mode: 'resume' | 'append' = 'resume') =>
      run({ job: { ...job, outputs }, mode }),
    bytesOf,
    results: () => Object.fromEntries(NAMES.map((name) => [name, bytesOf(name).toString('base64')])),
    manifest: () => JSON.parse(bytesOf('manifest.json').toString()) as Manifest,
  };
}

describe('a derived output', () => {
  it('is made from the rows of its source, which the run writes into a hidden file, and is in the manifest', async () => {
    const { run, bytesOf, manifest } = derivedRun(0);
    const report = await run();
    const packed = bytesOf('results.csv.gz');
    expect(gunzipSync(packed)).toEqual(bytesOf('.results.csv'));
    // No time and no name in the header.
    expect(packed.subarray(3, 8)).toEqual(Buffer.alloc(5));
    expect(report.files).toEqual({ rejects: 'rejects.ndjson', 'csv.gz': 'results.csv.gz' });
    expect(manifest().files['csv.gz']).toEqual({
      name: 'results.csv.gz',
      bytes: packed.length,
      sha256: createHash('sha256').update(packed).digest('hex'),
      tailBytes: 0,
      from: 'csv',
    });
  });

  it('has the same bytes after the power went before any operation, and costs no row', async () => {
    const whole = derivedRun(0);
    whole.disk.intercept(() => undefined);
    await whole.run();
    const operations = whole.disk.operations();
    const wanted = whole.results();
    let lastCommitted = 0;
    for (let at = 0; at <= operations; at += 1) {
      const { disk, run, results, questions } = derivedRun(at);
      let isMaking = false;
      disk.intercept((operation, _what, path) => {
        isMaking ||= path.endsWith('.csv.gz.part');
        if (operation >= at) throw new PowerLoss('power loss');
      });
      await run().catch(() => undefined);
      disk.crash();
      const before = questions.length;
      await run();
      // All rows were committed before the derived output was begun.
      if (isMaking) {
        lastCommitted += 1;
        expect(questions.length, `rows requested again after ${at}`).toBe(before);
      }
      expect(results(), `after power loss at operation ${at}`).toEqual(wanted);
      expect(disk.names().filter((name) => name.includes('/.'))).toEqual([join(folder, '.results.csv')]);
    }
    expect(lastCommitted).toBeGreaterThan(5);
  });

  it('is made again from a finished run: when it is lost, and when a job asks for it later', async () => {
    const { disk, run, bytesOf, results, questions, manifest } = derivedRun(1);
    await run();
    const wanted = results();
    expect(Object.values(wanted).every((content) => content !== '')).toBe(true);
    const asked = questions.length;
    disk.drop(join(folder, 'results.csv.gz'));
    expect(await run()).toMatchObject({ outcome: 'already_finished' });
    expect(results()).toEqual(wanted);

    const later = derivedRun(2);
    await later.run(['csv']);
    expect(later.manifest().files).not.toHaveProperty(['csv.gz']);
    const before = later.questions.length;
    const report = await later.run(['csv', 'csv.gz']);
    expect(report.files).toHaveProperty(['csv.gz'], 'results.csv.gz');
    expect(later.bytesOf('results.csv.gz')).toEqual(bytesOf('results.csv.gz'));
    expect(gunzipSync(bytesOf('results.csv.gz'))).toEqual(later.bytesOf('results.csv'));
    expect([questions.length, later.questions.length]).toEqual([asked, before]);
    expect(manifest().files['csv.gz']?.bytes).toBe(bytesOf('results.csv.gz').length);
  });

  it('is made again from a finished run that loses power at any operation', async () => {
    const { disk, run } = derivedRun(3);
    await run(['csv']);
    disk.intercept(() => undefined);
    await run(['csv', 'csv.gz']);
    const operations = disk.operations();
    const whole = derivedRun(0);
    await whole.run(['csv', 'csv.gz']);
    for (let at = 0; at <= operations; at += 1) {
      const again = derivedRun(at);
      await again.run(['csv']);
      const asked = again.questions.length;
      again.disk.intercept((operation) => {
        if (operation >= at) throw new PowerLoss('power loss');
      });
      await again.run(['csv', 'csv.gz']).catch(() => undefined);
      again.disk.crash();
      await again.run(['csv', 'csv.gz']);
      expect(again.results(), `after power loss at operation ${at}`).toEqual(whole.results());
      expect(again.questions.length).toBe(asked);
    }
  });

  it('has the rows that were appended', async () => {
    const { disk, run, inputPath, bytesOf } = derivedRun(4);
    await run();
    disk.put(inputPath, `${INPUT}${csvRows(3, 24)}\n`);
    await run(['csv.gz'], 'append');
    expect(gunzipSync(bytesOf('results.csv.gz'))).toEqual(bytesOf('.results.csv'));
    expect(bytesOf('.results.csv').toString()).toContain('\n26,');
  });
});
