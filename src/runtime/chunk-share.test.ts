import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { shareChunks } from './chunk-share.ts';

const chunkOf = (endOffset: number) => ({ endOffset }) as CutChunk;
const resultOf = ({ endOffset }: CutChunk) => ({ endOffset }) as ChunkResult;

/** Shares among one thread whose answers are given by hand, and this one where `hasOwn`. */
function share({ hasOwn, room }: { hasOwn: boolean; room: number }) {
  const asked: { chunk: CutChunk; answer: (chunk: ChunkResult) => void; fail: (error: Error) => void }[] = [];
  const own: number[] = [];
  const space = { room };
  const chunks = shareChunks({
    ask: (chunk) => new Promise((answer, fail) => asked.push({ chunk, answer, fail })),
    room: () => space.room,
    own: hasOwn
      ? {
          process: (chunk) => {
            own.push(chunk.endOffset);
            return chunk.endOffset < 0 ? Promise.reject(new Error('own')) : Promise.resolve(resultOf(chunk));
          },
        }
      : undefined,
  });
  const askedFor = () => asked.map(({ chunk }) => chunk.endOffset);
  const answer = (at: number) => asked[at]?.answer(resultOf(asked[at].chunk));
  return { chunks, asked, askedFor, answer, own, space };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

describe('shareChunks', () => {
  it('fills the others first, and answers the rest here', async () => {
    const { chunks, askedFor, answer, own } = share({ hasOwn: true, room: 2 });
    const results = [1, 2, 3, 4].map((end) => chunks.process(chunkOf(end)));
    await settle();
    expect(askedFor()).toEqual([1, 2]);
    expect(own).toEqual([3, 4]);
    answer(0);
    answer(1);
    expect((await Promise.all(results)).map(({ endOffset }) => endOffset)).toEqual([1, 2, 3, 4]);
  });

  it('gives the others what they have room for between two chunks of its own', async () => {
    const { chunks, asked, askedFor, own, space } = share({ hasOwn: true, room: 0 });
    const results = [1, 2, 3].map((end) => chunks.process(chunkOf(end)));
    space.room = 1;
    await settle();
    expect(askedFor()).toEqual([1]);
    expect(own).toEqual([2, 3]);
    asked[0]?.answer(resultOf(chunkOf(1)));
    await Promise.all(results);
  });

  it('leaves all to the others where it has no share', async () => {
    const { chunks, askedFor, answer, space } = share({ hasOwn: false, room: 0 });
    const results = [1, 2].map((end) => chunks.process(chunkOf(end)));
    await settle();
    expect(askedFor()).toEqual([]);
    space.room = 1;
    chunks.look();
    expect(askedFor()).toEqual([1]);
    answer(0);
    await results[0];
    await settle();
    expect(askedFor()).toEqual([1, 2]);
    answer(1);
    await results[1];
  });

  it('tells the failure of a chunk to whoever gave it, and goes on', async () => {
    const { chunks, asked, space } = share({ hasOwn: true, room: 1 });
    const [first, second, third] = [1, -1, 3].map((end) => chunks.process(chunkOf(end)));
    space.room = 0;
    asked[0]?.fail(new Error('thread'));
    await expect(first).rejects.toThrow('thread');
    await expect(second).rejects.toThrow('own');
    expect((await third)?.endOffset).toBe(3);
  });

  it('gives up what nobody has begun when it ends', async () => {
    const { chunks, own } = share({ hasOwn: false, room: 0 });
    const waiting = chunks.process(chunkOf(1));
    chunks.end(new Error('ended'));
    await expect(waiting).rejects.toThrow('ended');
    await settle();
    expect(own).toEqual([]);
  });
});
