import { describe, expect, it } from 'vitest';
import type { DurableFile, DurableFs } from '../../../base/files/durable-fs.ts';
import { streamFileAhead } from './stream-file.ts';

/** A disk with one file. Shape: `calls` has the offsets that were read, and "close"; a read from `failsAt` on fails. */
function diskWith(content: Buffer, failsAt = Infinity) {
  const calls: (number | 'close' | 'close while reading')[] = [];
  let pending = 0;
  const file: Pick<DurableFile, 'read' | 'close'> = {
    read: async (buffer, at) => {
      calls.push(at);
      pending += 1;
      await new Promise(setImmediate);
      pending -= 1;
      if (at >= failsAt) throw new Error('no more bytes');
      return content.copy(buffer, 0, at);
    },
    close: async () => {
      calls.push(pending === 0 ? 'close' : 'close while reading');
    },
  };
  return { calls, fs: { openRead: async () => file } as unknown as DurableFs };
}

describe('a file that is read ahead', () => {
  const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 31 + (at >> 12)) & 255));

  it('has all bytes in order, and is closed', async () => {
    const { fs, calls } = diskWith(content);
    const blocks: Buffer[] = [];
    for await (const block of streamFileAhead(fs, 'x')) {
      // The next block is on its way while this one is used.
      expect(calls.at(-1)).toBe(blocks.reduce((sum, { length }) => sum + length, block.length));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      blocks.push(Buffer.from(block));
    }
    expect(Buffer.concat(blocks).equals(content)).toBe(true);
    expect(blocks.length).toBeGreaterThan(2);
    expect(calls.at(-1)).toBe('close');
  });

  it('is closed after its last read when the caller stops', async () => {
    const { fs, calls } = diskWith(content);
    for await (const block of streamFileAhead(fs, 'x')) {
      expect(block.length).toBeGreaterThan(0);
      break;
    }
    expect(calls).toEqual([0, calls[1], 'close']);
  });

  it('fails with the block that cannot be read, after those before it', async () => {
    const { fs, calls } = diskWith(content, 500_000);
    let bytes = 0;
    const read = async () => {
      for await (const block of streamFileAhead(fs, 'x')) {
        bytes += block.length;
        // The failure comes while the block is used.
        for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      }
    };
    await expect(read()).rejects.toThrow('no more bytes');
    expect(bytes).toBeGreaterThanOrEqual(500_000);
    expect(calls.at(-1)).toBe('close');
  });
});
