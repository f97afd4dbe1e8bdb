import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlan, writePlan } from '../../src/run/pipeline/shards/plan-file.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { createShardedRun, SHARDED_INPUT } from '../support/sharded-run.ts';

const SHARDS = 7;
const BLOCK_BYTES = 1 << 18;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geomill-shard-plan-'));
});
afterAll(() => rm(root, { recursive: true }));

/** A job over an input, and the plan of its shards. */
async function plannedRun(input: string) {
  const sharded = createShardedRun(root, input, ['csv', 'geojson']);
  const { disk, job, inputPath, runShard } = sharded;
  const path = `${inputPath}.plan.json`;
  await writePlan(job, { name: 'input.csv', path: inputPath }, SHARDS, path, disk.fs);
  const runPlanned = async (index: number, more: Partial<RunOptions> = {}, count = SHARDS) =>
    runShard(index, count, {
      shard: { index, count, plan: await readPlan(path, disk.fs) },
      ...more,
    });
  return { ...sharded, path, runPlanned };
}

/** Rows of 50 kB: several blocks in each shard. */
const LARGE_INPUT = SHARDED_INPUT.split('\n')
  .map((line, at) => (at === 0 ? `${line},note` : line === '' ? '' : `${line},${'x'.repeat(50_000)}`))
  .join('\n');

describe('shards with a plan', () => {
  it('read their own bytes only, and merge to the bytes of one run, also beside shards without it', async () => {
    const { disk, inputPath, runInto, runShard, runPlanned, merge, foldersOf, files } =
      await plannedRun(LARGE_INPUT);
    await runInto('single');
    const blocks = Math.ceil(LARGE_INPUT.length / BLOCK_BYTES);
    for (let index = 1; index < SHARDS; index += 1) {
      let reads = 0;
      disk.intercept((_operation, what, path) => {
        reads += what === 'read' && path === inputPath ? 1 : 0;
      });
      await runPlanned(index);
      // One that it shares with the shard before.
      expect(reads).toBeLessThanOrEqual(Math.ceil(blocks / SHARDS) + 1);
      expect(reads).toBeGreaterThan(0);
    }
    disk.intercept(() => undefined);
    await runShard(SHARDS, SHARDS);
    await merge(foldersOf(SHARDS));
    expect(files('merged')).toEqual(files('single'));
  });

  it('refuse an input that is another one where they read it, and no other part', async () => {
    const { disk, inputPath, runPlanned } = await plannedRun(LARGE_INPUT);
    const changed = Buffer.from(LARGE_INPUT);
    changed.write('y', changed.length - 100);
    disk.put(inputPath, changed);
    await expect(runPlanned(SHARDS)).rejects.toMatchObject({
      code: 'INPUT_CHANGED',
      message: expect.stringMatching(/has not the bytes \d+ to \d+ as in the plan of the shards/) as string,
    });
    expect((await runPlanned(1)).outcome).toBe('finished');
    disk.put(inputPath, `${LARGE_INPUT}1,more,x\n`);
    await expect(runPlanned(2)).rejects.toThrow(/has \d+ bytes and not \d+ as in the plan/);
  });

  it('refuse a plan that is not theirs', async () => {
    const { disk, job, inputPath, path, runPlanned } = await plannedRun(SHARDED_INPUT);
    await expect(runPlanned(1, {}, 8)).rejects.toThrow(/the plan is one of 7 shards, not of 8/);
    const other = { ...job, input: { ...job.input, delimiter: 'semicolon' } };
    await expect(runPlanned(1, { job: other })).rejects.toThrow(/reads the input in another way/);
    disk.put(path, (disk.get(path) as string).replace('"row":1,', '"row":2,'));
    await expect(runPlanned(1)).rejects.toThrow(/is damaged, or no plan of this version/);
    disk.drop(path);
    await expect(runPlanned(1)).rejects.toThrow(/there is no plan .*geomill shard plan --write/);
    const json = `${inputPath}.json`;
    disk.put(json, '[{"id":1,"address":"1 Lê Lợi"}]');
    const free = { ...job, input: {} };
    await expect(writePlan(free, { name: 'a.json', path: json }, 2, path, disk.fs)).rejects.toThrow(
      /the input must be rewritten/,
    );
  });
});
