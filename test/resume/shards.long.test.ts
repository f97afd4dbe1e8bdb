import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledBy } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormat } from '../../src/formats/outputs.ts';
import { geomill, startGeomill } from '../integration/cli-harness.ts';
import { KILL_COUNT } from '../support/kill-count.ts';
import { seededRandom } from '../support/memory-disk.ts';
import { createShardedRun, SHARDED_INPUT } from '../support/sharded-run.ts';

const SHARDS = 7;
/** Each takes two processes. */
const KILLS = Math.ceil(KILL_COUNT / 2);
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geomill-shards-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('shards', () => {
  it.each([1, 7, 64])('%i of them merge to the bytes of one run in every format', async (count) => {
    // A workbook is filled from an input that is one, and this is none.
    const formats = Object.keys(OUTPUT_FORMATS).filter((name) => !filledBy(outputFormat(name)));
    const { runInto, runShards, merge, foldersOf, files } = createShardedRun(root, SHARDED_INPUT, formats);
    await runInto('single');
    await runShards(count);
    await merge(foldersOf(count));
    expect(files('merged')).toEqual(files('single'));
    // The manifest, the Data Package and the rejects beside them.
    expect(Object.keys(files('single'))).toHaveLength(formats.length + 3);
    expect(formats.length).toBeGreaterThan(12);
  });

  it(`give the same bytes after each of ${KILLS} kills of the merge`, async () => {
    const input = join(root, 'in.csv');
    const rows = Array.from({ length: 12_000 }, (_, at) =>
      at % 97 === 50 ? 'ragged' : `${at},"a ""note""\n${at}",${(21 + (at % 900) / 1000).toFixed(3)},105.8`,
    );
    await writeFile(input, `id,note,lat,lon\n${rows.join('\n')}\n`);
    const run = async (name: string, ...more: string[]) => {
      const args = [
        'run',
        '--yes',
        'forcode',
        '--input',
        input,
        '--output',
        join(root, name),
        '--workers',
        '1',
      ];
      const { exitCode, stderr } = await geomill([...args, '--no-report', '--quiet', ...more]);
      expect(exitCode, stderr).toBe(0);
    };
    const outputs = ['--set', 'outputs=csv,geojson,parquet,csv.gz'];
    await run('whole', ...outputs);
    const shards = Array.from({ length: SHARDS }, (_, at) => `shard-${at + 1}`);
    for (const [at, shard] of shards.entries())
      await run(shard, ...outputs, '--shard', `${at + 1}/${SHARDS}`);
    const filesOf = async (name: string) => {
      const names = (await readdir(join(root, name)))
        .filter((each) => each !== 'activity.ndjson' && each !== '.command.json')
        .sort();
      const texts = await Promise.all(names.map((each) => readFile(join(root, name, each), 'latin1')));
      return Object.fromEntries(names.map((each, at) => [each, texts[at]]));
    };
    const wanted = await filesOf('whole');
    const merge = (name: string) =>
      startGeomill(['merge', '--no-report', '--quiet', '--output', name, ...shards], { cwd: root });
    const startMs = performance.now();
    expect((await merge('merged').exited).exitCode).toBe(0);
    const wholeMs = performance.now() - startMs;
    expect(await filesOf('merged')).toEqual(wanted);
    const random = seededRandom(5);
    let kills = 0;
    for (let round = 0; round < KILLS || kills === 0; round += 1) {
      const { child, exited } = merge('killed');
      setTimeout(() => child.kill('SIGKILL'), (0.3 + 0.7 * random()) * wholeMs).unref();
      kills += (await exited).signal === 'SIGKILL' ? 1 : 0;
      expect((await merge('killed').exited).exitCode).toBe(0);
      expect(await filesOf('killed'), `round ${round}`).toEqual(wanted);
      await rm(join(root, 'killed'), { recursive: true });
    }
  });
});
