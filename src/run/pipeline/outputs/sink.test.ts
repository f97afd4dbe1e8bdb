import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDurableFs } from '../../../base/files/durable-fs.ts';
import { type OutputMark, verifyMarks } from '../journal/marks.ts';
import { openSink } from './sink.ts';

const fs = createDurableFs();
const frame = { head: '[', separator: ',', tail: ']' };
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-sink-'));
  path = join(folder, 'out');
});
afterEach(() => rm(folder, { recursive: true }));

describe('openSink', () => {
  it('writes the same bytes however the rows are cut', async () => {
    for (const cuts of [['a,b,c'], ['a', 'b', 'c'], ['a', '', 'b,c']]) {
      const sink = await openSink(fs, path, frame);
      for (const rows of cuts) {
        sink.add(rows);
        await sink.flush();
      }
      await sink.finish();
      expect(await readFile(path, 'utf8')).toBe('[a,b,c]');
    }
  });

  it('writes head and tail for no rows at all', async () => {
    await (await openSink(fs, path, frame)).finish();
    expect(await readFile(path, 'utf8')).toBe('[]');
  });

  it('goes on after a mark, cutting off what came later', async () => {
    const first = await openSink(fs, path, frame);
    first.add('a');
    await first.flush();
    const mark = first.mark();
    first.add('torn');
    await first.flush();
    await first.close();
    const { valid, hash } = await verifyMarks(fs, path, [mark]);
    expect(valid).toBe(1);
    const second = await openSink(fs, path, frame, { mark, hash });
    second.add('b');
    const end = await second.finish();
    expect(await readFile(path, 'utf8')).toBe('[a,b]');
    expect((await verifyMarks(fs, path, [mark, end])).valid).toBe(2);
  });

  it('goes on after a mark that holds the head alone without a separator', async () => {
    const first = await openSink(fs, path, frame);
    await first.flush();
    const mark = first.mark();
    await first.close();
    const { hash } = await verifyMarks(fs, path, [mark]);
    const second = await openSink(fs, path, frame, { mark, hash });
    second.add('a');
    await second.finish();
    expect(await readFile(path, 'utf8')).toBe('[a]');
  });
});

describe('verifyMarks', () => {
  it('counts the marks in front of the first damage', async () => {
    const sink = await openSink(fs, path, frame);
    const marks: OutputMark[] = [];
    for (const row of ['aaaa', 'bbbb', 'cccc']) {
      sink.add(row);
      await sink.flush();
      marks.push(sink.mark());
    }
    await sink.close();
    const whole = await readFile(path);
    const valid = async (content: Buffer) => {
      await writeFile(path, content);
      return (await verifyMarks(fs, path, marks)).valid;
    };
    expect(await valid(whole)).toBe(3);
    expect(await valid(whole.subarray(0, whole.length - 1))).toBe(2);
    expect(await valid(Buffer.concat([whole, Buffer.from('more')]))).toBe(3);
    const flipped = Buffer.from(whole);
    flipped[7] = 0;
    expect(await valid(flipped)).toBe(1);
    await rm(path);
    expect((await verifyMarks(fs, path, marks)).valid).toBe(0);
  });
});
