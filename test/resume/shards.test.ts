import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { effort } from '../support/effort.ts';
import { csvRows } from '../support/memory-run.ts';
import { PowerLoss, seededRandom } from '../support/memory-disk.ts';
import { createShardedRun, SHARDED_INPUT as INPUT } from '../support/sharded-run.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geomill-shards-'));
});
afterAll(() => rm(root, { recursive: true }));

const shardedRun = (input?: string, outputs?: readonly string[], seed?: number) =>
  createShardedRun(root, input, outputs, seed);

describe('shards', () => {
  it.each([1, 7, 64])('%i of them merge to the bytes of one run, with its rejects', async (count) => {
    const { runInto, runShards, merge, foldersOf, files, manifest } = shardedRun(
      INPUT,
      count === 64 ? ['csv', 'geojson'] : undefined,
    );
    await runInto('single');
    await runShards(count);
    // In any order.
    const { outcome, shards } = await merge(foldersOf(count).reverse());
    expect({ outcome, shards }).toEqual({ outcome: 'finished', shards: count });
    expect(files('merged')).toEqual(files('single'));
    expect(manifest('single').counts.rejected).toBeGreaterThan(4);
    expect(Object.keys(files('single')).length).toBeGreaterThan(4);
  });

  it('have rows of their own: each is requested once, whatever the number of shards', async () => {
    const { runShards, questions, manifest } = shardedRun(INPUT, ['csv']);
    await runShards(7);
    const rows = Array.from({ length: 7 }, (_, at) => manifest(`${at + 1}-of-7`).counts.rowsIn);
    expect(rows.reduce((sum, each) => sum + each)).toBe(60);
    expect(Math.min(...rows)).toBeGreaterThan(5);
    expect(new Set(questions).size).toBe(questions.length);
  });

  it('are empty where the input has fewer rows, and no row at all', async () => {
    for (const input of ['id,address\n1,"1 Lê Lợi"\n2,"2 Lê Lợi"', 'id,address\n']) {
      const { runInto, runShards, merge, foldersOf, files } = shardedRun(input);
      await runInto('single');
      await runShards(5);
      await merge(foldersOf(5));
      expect(files('merged')).toEqual(files('single'));
    }
  });

  it('keep records whole: line breaks in quotes, stray quotes, blank lines, CRLF', async () => {
    const random = seededRandom(11);
    const parts = [
      '1,"Lê Lợi\n2,""Huế"""',
      '3,"never closed',
      'x"y,4',
      '"5","a\r\n\r\nb"',
      '',
      '6,nowhere',
      '7,"ok"bad,8',
      '9,plain',
      'ragged',
      '"10","11\n12","13\n',
    ];
    for (let round = 0; round < effort(4, 8, import.meta.filename); round += 1) {
      const lines = Array.from({ length: 40 }, () => parts[Math.floor(random() * parts.length)] as string);
      const text = `id,address\n${lines.join(random() < 0.5 ? '\n' : '\r\n')}`;
      const { runInto, runShards, merge, foldersOf, files } = shardedRun(text, ['csv']);
      await runInto('single');
      const count = 2 + Math.floor(random() * 12);
      await runShards(count);
      await merge(foldersOf(count));
      expect(files('merged'), `round ${round}, ${count} shards of ${JSON.stringify(text)}`).toEqual(
        files('single'),
      );
    }
  });

  it('are resumed like any run, and are not continued as another shard', async () => {
    const { disk, runShard, runInto, runShards, merge, foldersOf, files } = shardedRun(INPUT, ['csv']);
    await runInto('single');
    let operations = 0;
    disk.intercept((_operation, what, path) => {
      if (path.includes('/2-of-3/.results') && what === 'sync' && (operations += 1) === 3)
        throw new PowerLoss('power loss');
    });
    await expect(runShard(2, 3)).rejects.toThrow('power loss');
    disk.crash();
    disk.intercept(() => undefined);
    await expect(runShard(2, 3, { shard: { index: 3, count: 3 } })).rejects.toThrow(
      /the shard was 2\/3 and is 3\/3/,
    );
    const { resumedAtRow } = await runShard(2, 3);
    expect(resumedAtRow).toBeGreaterThan(0);
    await runShards(3);
    await merge(foldersOf(3));
    expect(files('merged')).toEqual(files('single'));
  });

  it('refuse what they cannot do, before they read anything', async () => {
    const { runShard } = shardedRun();
    await expect(runShard(5, 4)).rejects.toThrow(/5\/4 is not a shard: the shards of 4 are 1\/4 to 4\/4/);
    await expect(runShard(0, 4)).rejects.toThrow(/count from 1: add 1/);
    await expect(runShard(1, 20_000)).rejects.toThrow(/the number of shards is 1 to 10000/);
    await expect(runShard(1, 4, { mode: 'append' })).rejects.toThrow(/Append to the merged run/);
    await expect(runShard(1, 4, { limitRows: 3 })).rejects.toThrow(/--limit or --shard/);
  });
});

describe('a merged run', () => {
  it('is one like any other: the single run is finished there, and rows can be appended', async () => {
    const { runInto, runShards, merge, foldersOf, files, put } = shardedRun();
    await runShards(4);
    await merge(foldersOf(4));
    expect(await runInto('merged')).toMatchObject({ outcome: 'already_finished' });
    put('input.csv', `${INPUT}${csvRows(9, 60)}\n`);
    await runInto('merged', { mode: 'append' });
    await runInto('single');
    expect(files('merged')).toEqual(files('single'));
  });

  it('is not written again, and is repaired where a file of it was changed', async () => {
    const { runShards, merge, foldersOf, files, put, notes, disk } = shardedRun();
    await runShards(2);
    await merge(foldersOf(2));
    const whole = files('merged');
    let writes = 0;
    disk.intercept((_operation, what, path) => {
      if (what === 'write' && path.includes('/merged/')) writes += 1;
    });
    expect((await merge(foldersOf(2))).outcome).toBe('already_finished');
    expect(writes).toBe(0);
    put('merged/results.csv', 'edited');
    expect((await merge(foldersOf(2))).outcome).toBe('finished');
    expect(notes).toContain('results.csv was changed: the shards are merged again');
    put('merged/results.csv.gz', 'edited');
    await merge(foldersOf(2));
    expect(files('merged')).toEqual(whole);
  });

  it('may lose power at any operation: the shards stay whole, and the command can be repeated', async () => {
    const whole = shardedRun(INPUT, ['csv', 'csv.gz']);
    await whole.runShards(2);
    const first = whole.disk.operations();
    await whole.merge(whole.foldersOf(2));
    const operations = whole.disk.operations() - first;
    expect(operations).toBeGreaterThan(15);
    for (let at = 0; at <= operations; at += effort(5, 2, import.meta.filename)) {
      const again = shardedRun(INPUT, ['csv', 'csv.gz'], at);
      await again.runShards(2);
      const shards = again.files('1-of-2');
      const begin = again.disk.operations();
      again.disk.intercept((operation) => {
        if (operation >= begin + at) throw new PowerLoss('power loss');
      });
      await again.merge(again.foldersOf(2)).catch(() => undefined);
      again.disk.crash();
      again.disk.intercept(() => undefined);
      await again.merge(again.foldersOf(2));
      expect(again.files('merged'), `after power loss at ${at}`).toEqual(whole.files('merged'));
      expect(again.files('1-of-2')).toEqual(shards);
    }
  });

  it('is refused by name where a shard is missing, repeated, unfinished or changed', async () => {
    const { runShards, runShard, runInto, merge, foldersOf, folderOf, disk, files } = shardedRun(INPUT, [
      'csv',
    ]);
    await runShards(4);
    const [a = '', b = '', c = '', d = ''] = foldersOf(4);
    await expect(merge([a, c, d])).rejects.toThrow(/^the shard 2\/4 is missing/);
    await expect(merge([b])).rejects.toThrow(/3 shards are missing: 1\/4, 3\/4, 4\/4\. Give/);
    await expect(merge([a, b, b, c, d])).rejects.toThrow(
      new RegExp(`shard 2/4 is given twice, by ${b} and ${b}`),
    );
    await expect(merge([a, b, c, folderOf('none')])).rejects.toThrow(/none holds no finished run/);
    await runInto('single');
    await expect(merge([a, b, c, folderOf('single')])).rejects.toThrow(
      /single has the whole input, not a shard/,
    );
    await expect(merge([a, b, c, d], '3-of-4')).rejects.toThrow(/would replace the shard in .*3-of-4/);
    const csv = join(c, 'results.csv');
    const text = disk.get(csv) as string;
    disk.put(csv, text.replace('ok', 'no'));
    await expect(merge([a, b, c, d])).rejects.toThrow(/3-of-4\/results\.csv was changed since its run/);
    disk.put(csv, text.slice(1));
    await expect(merge([a, b, c, d])).rejects.toThrow(/3-of-4\/results\.csv was changed since its run/);
    disk.put(csv, text);
    disk.intercept((_operation, what, path) => {
      if (path.includes('/5-of-5/.results') && what === 'sync') throw new PowerLoss('power loss');
    });
    await runShard(5, 5).catch(() => undefined);
    disk.intercept(() => undefined);
    await expect(merge([folderOf('5-of-5')])).rejects.toThrow(/5-of-5 is not finished \(\d+ rows are done\)/);
    expect(Object.keys(files('merged')).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect((await merge([a, b, c, d])).outcome).toBe('finished');
  });

  it('is refused where a shard is of another input, job, service, version or number', async () => {
    const { runShards, runShard, merge, foldersOf, folderOf, put, job } = shardedRun(INPUT, ['csv']);
    await runShards(3);
    const [a = '', b = ''] = foldersOf(3);
    const other = async (name: string, more: Partial<RunOptions>) => {
      await runShard(3, 3, { outputDir: folderOf(name), ...more });
      return merge([a, b, folderOf(name)]);
    };
    const place = (name: string) => new RegExp(`/${name} does not belong to the shards of .*1-of-3: `);
    await expect(other('service', { serviceIdentity: 'newer dataset' })).rejects.toThrow(place('service'));
    await expect(other('again', { serviceIdentity: 'newer dataset' })).rejects.toThrow(
      /the service is not test but newer dataset/,
    );
    await expect(other('version', { version: '2' })).rejects.toThrow(
      /the version of Geomill is "2" and not "1"/,
    );
    await expect(other('answers', { answers: 7 })).rejects.toThrow(/the version of answers is not \d+ but 7/);
    const renamed = { job: { ...job, name: 'renamed' } };
    await expect(other('job', renamed)).rejects.toThrow(/the job is "renamed" and not "test"/);
    const number = { shard: { index: 3, count: 8 } };
    await expect(other('number', number)).rejects.toThrow(/the number of shards is 8 and not 3/);
    put('input.csv', INPUT.replace('Lê', 'Le'));
    await expect(other('input', {})).rejects.toThrow(/the input is "\d+ bytes, sha256 /);
  });

  it('does not replace another run', async () => {
    const { runShards, runInto, merge, foldersOf, files, job } = shardedRun(INPUT, ['csv']);
    await runShards(2);
    await runInto('merged', { job: { ...job, outputs: ['ndjson'] } });
    const before = files('merged');
    await expect(merge(foldersOf(2))).rejects.toThrow(/holds a run of something else: .*Choose another/);
    expect(files('merged')).toEqual(before);
  });
});
