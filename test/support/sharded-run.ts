import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EARLIER_NAME, type Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { mergeShards } from '../../src/run/pipeline/shards/merge-shards.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { createMemoryRun, csvRows } from './memory-run.ts';

/** The row formats, and one that is made from them. */
const FORMATS = ['csv', 'geojson', 'ndjson', 'geojsonl', 'geojsons', 'excel', 'csv.gz'];
/** 60 rows, some of them bad, some without a match. */
export const SHARDED_INPUT = `id,address\n${csvRows(60)}\n`;

let made = 0;

/** A job over an input on a disk in memory, as one run and in shards; the locks are taken in a folder below the given one. */
export function createShardedRun(
  root: string,
  input = SHARDED_INPUT,
  outputs: readonly string[] = FORMATS,
  seed = 0,
) {
  const base = join(root, String((made += 1)));
  mkdirSync(base, { recursive: true });
  const { disk, run, job, inputPath, questions } = createMemoryRun(base, seed);
  // Stated: the rows of some tests are too strange for it to be detected.
  const stated = { ...job, input: { format: 'csv', delimiter: 'comma' }, outputs };
  disk.put(inputPath, input);
  const notes: string[] = [];
  const folderOf = (name: string) => {
    const path = join(base, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const runInto = (name: string, more: Partial<RunOptions> = {}) =>
    run({ job: stated, outputDir: folderOf(name), version: '1', ...more });
  const runShard = (index: number, count: number, more: Partial<RunOptions> = {}) =>
    runInto(`${index}-of-${count}`, { shard: { index, count }, ...more });
  const foldersOf = (count: number) =>
    Array.from({ length: count }, (_, at) => folderOf(`${at + 1}-of-${count}`));
  return {
    disk,
    job: stated,
    inputPath,
    questions,
    notes,
    folderOf,
    runInto,
    runShard,
    foldersOf,
    runShards: async (count: number, more: Partial<RunOptions> = {}) => {
      for (let index = 1; index <= count; index += 1) await runShard(index, count, more);
    },
    merge: (folders: readonly string[], name = 'merged') =>
      mergeShards({ folders, outputDir: folderOf(name), fs: disk.fs, onNote: (note) => notes.push(note) }),
    /** The files of a folder, by name, without what depends on the run before. */
    files: (name: string): Record<string, string> => {
      const prefix = `${join(base, name)}/`;
      const names = disk
        .names()
        .filter((path) => path.startsWith(prefix) && path !== `${prefix}${EARLIER_NAME}`);
      return Object.fromEntries(
        names.map((path) => [path.slice(prefix.length), disk.bytes(path)?.toString('latin1') ?? '']),
      );
    },
    manifest: (name: string) =>
      JSON.parse(disk.get(join(base, name, 'manifest.json')) ?? '{}') as Manifest & { check: string },
    setManifest: (name: string, text: string) => disk.put(join(base, name, 'manifest.json'), text),
    put: (name: string, text: string) => disk.put(join(base, name), text),
  };
}
