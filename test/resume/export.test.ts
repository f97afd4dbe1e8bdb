import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRun } from '../../src/run/pipeline/rerun/export-run.ts';
import { filledBy } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormat } from '../../src/formats/outputs.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';
import { PowerLoss } from '../support/memory-disk.ts';

const INPUT = `id,address\n${csvRows(12)}\n`;
const FORMATS = ['parquet', 'xlsx', 'csv.gz'];
const OWN = ['results.csv', 'results.geojson', 'rejects.ndjson'];
const MADE = ['results.parquet', 'results.xlsx', 'results.csv.gz'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-convert-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A finished run on a disk in memory. */
async function finishedRun(seed: number, outputs?: readonly string[]) {
  const { disk, run, job, inputPath, questions } = createMemoryRun(folder, seed);
  disk.put(inputPath, INPUT);
  await run(outputs ? { job: { ...job, outputs } } : {});
  const notes: string[] = [];
  const bytesOf = (name: string) => disk.bytes(join(folder, name)) ?? Buffer.alloc(0);
  return {
    disk,
    run,
    inputPath,
    questions,
    notes,
    bytesOf,
    convert: (formats: readonly string[] = FORMATS) =>
      exportRun({ folder, formats, fs: disk.fs, onNote: (note) => notes.push(note) }),
    files: (names: readonly string[]) => names.map((name) => bytesOf(name).toString('base64')),
    manifest: () => JSON.parse(bytesOf('manifest.json').toString()) as Manifest,
  };
}

describe('geomill export', () => {
  it('makes the files that the run would have made, and adds them to the manifest', async () => {
    const { convert, files, manifest, bytesOf, notes } = await finishedRun(0);
    const own = files(OWN);
    expect(await convert()).toEqual({
      parquet: 'results.parquet',
      xlsx: 'results.xlsx',
      'csv.gz': 'results.csv.gz',
    });
    expect(files(OWN)).toEqual(own);
    const direct = await finishedRun(1, ['csv', 'geojson', ...FORMATS]);
    expect(files(MADE)).toEqual(direct.files(MADE));
    expect(manifest()).toEqual(direct.manifest());
    const sha256 = createHash('sha256').update(bytesOf('results.parquet')).digest('hex');
    expect(manifest().files.parquet).toMatchObject({ sha256, from: 'geojson' });
    expect(notes).toHaveLength(3);
    // Nothing is left to do.
    await convert();
    expect(notes).toHaveLength(3);
  });

  it('may lose power at any operation: the run stays whole, and the command can be repeated', async () => {
    const whole = await finishedRun(0);
    const before = whole.disk.operations();
    await whole.convert();
    const operations = whole.disk.operations() - before;
    expect(operations).toBeGreaterThan(15);
    for (let at = 0; at <= operations; at += 1) {
      const again = await finishedRun(at);
      const first = again.disk.operations();
      const asked = again.questions.length;
      again.disk.intercept((operation) => {
        if (operation >= first + at) throw new PowerLoss('power loss');
      });
      await again.convert().catch(() => undefined);
      again.disk.crash();
      expect(again.files(OWN), `own files after ${at}`).toEqual(whole.files(OWN));
      expect(await again.run()).toMatchObject({ outcome: 'already_finished' });
      await again.convert();
      expect(again.files([...MADE, 'manifest.json']), `after power loss at ${at}`).toEqual(
        whole.files([...MADE, 'manifest.json']),
      );
      expect(again.questions.length).toBe(asked);
      expect(again.disk.names().filter((name) => name.includes('/.'))).toEqual([]);
    }
  });

  it('refuses results that were changed, and reads nothing of them', async () => {
    const { convert, disk } = await finishedRun(0);
    const path = join(folder, 'results.geojson');
    disk.put(path, disk.get(path)!.replace('ok', 'no'));
    await expect(convert()).rejects.toThrow(/results\.geojson was changed since the run/);
    expect(disk.names().some((name) => name.endsWith('.parquet'))).toBe(false);
    // The compressed CSV is not made from it.
    await convert(['csv.gz']);
  });

  it.each([['csv'], ['ndjson'], ['geojson'], ['geojsonl'], ['geojsons'], ['excel']])(
    'makes every format of a run that wrote %s only, with the bytes of a run that writes them',
    async (only) => {
      // A workbook is filled from an input that is one, and this is none.
      const all = Object.keys(OUTPUT_FORMATS).filter(
        (name) => name !== 'excel.gz' && !filledBy(outputFormat(name)),
      );
      const { convert, files, manifest } = await finishedRun(0, [only]);
      const made = await convert(all);
      expect(Object.keys(made)).toEqual(all);
      const direct = await finishedRun(1, all);
      for (const [format, name] of Object.entries(made))
        expect([format, ...files([name])]).toEqual([format, ...direct.files([name])]);
      // A format that was made can be read like one that was written.
      const marks = Object.entries(manifest().files).map(([name, { bytes, tailBytes }]) => [
        name,
        bytes,
        tailBytes,
      ]);
      const theirs = Object.entries(direct.manifest().files).map(([name, { bytes, tailBytes }]) => [
        name,
        bytes,
        tailBytes,
      ]);
      expect(marks.toSorted()).toEqual(theirs.toSorted());
      await convert(all);
    },
  );

  it('says what can be made where a format is unknown', async () => {
    const { convert } = await finishedRun(0, ['csv']);
    await expect(convert(['pdf'])).rejects.toThrow(/no output format pdf: use csv, /);
    expect(await convert(['csv'])).toEqual({ csv: 'results.csv' });
  });

  it('refuses a run that is not finished', async () => {
    const { convert, disk, inputPath, run } = await finishedRun(0);
    disk.put(inputPath, `${INPUT}${csvRows(9, 12)}\n`);
    const hasJournal = () => disk.names().some((name) => name.endsWith('/.journal'));
    let isBegun = false;
    disk.intercept((_operation, _what, path) => {
      // The power goes after the first lines of the journal.
      if (isBegun && !path.endsWith('/.journal')) throw new PowerLoss('power loss');
      isBegun ||= hasJournal();
    });
    await run({ mode: 'append' }).catch(() => undefined);
    disk.crash();
    expect(hasJournal()).toBe(true);
    await expect(convert()).rejects.toThrow(/not finished/);
  });
});
