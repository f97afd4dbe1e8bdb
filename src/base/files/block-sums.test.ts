import { describe, expect, it } from 'vitest';
import { createBlockHasher, verifiedFile, verifyBlocks } from './block-sums.ts';

const BLOCK_BYTES = 16;
const CONTENT = Buffer.from(Array.from({ length: 50 }, (_, at) => at));

function sumsOf(content: Buffer, partBytes = content.length) {
  const hasher = createBlockHasher(BLOCK_BYTES);
  for (let at = 0; at < content.length; at += partBytes) hasher.update(content.subarray(at, at + partBytes));
  return hasher.sums();
}

/** A file in memory that reads at most 7 bytes at a time. */
function fileOf(content: Buffer) {
  return {
    path: 'copy',
    read: async (buffer: Uint8Array, position: number) =>
      content.copy(buffer, 0, position, Math.min(content.length, position + Math.min(7, buffer.length))),
    size: async () => content.length,
  };
}

describe('checksums of blocks', () => {
  it('do not depend on the parts that the bytes come in', () => {
    const { sha256, bytes } = sumsOf(CONTENT);
    expect([sha256.length, bytes]).toEqual([4, 50]);
    for (const partBytes of [1, 3, 16, 17, 33]) expect(sumsOf(CONTENT, partBytes)).toEqual(sumsOf(CONTENT));
  });

  it('accept the file that was written, and none with a changed bit, a byte more or a byte less', async () => {
    const sums = sumsOf(CONTENT);
    expect(await verifyBlocks(fileOf(CONTENT), sums)).toBe(true);
    expect(await verifyBlocks(fileOf(CONTENT.subarray(0, 49)), sums)).toBe(false);
    expect(await verifyBlocks(fileOf(Buffer.concat([CONTENT, Buffer.from('x')])), sums)).toBe(false);
    for (let bit = 0; bit < 8 * CONTENT.length; bit += 1) {
      const damaged = Buffer.from(CONTENT);
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(await verifyBlocks(fileOf(damaged), sums), `bit ${bit}`).toBe(false);
    }
  });
});

describe('a verified file', () => {
  it('returns the bytes of any range', async () => {
    const file = verifiedFile(fileOf(CONTENT), sumsOf(CONTENT));
    for (let from = 0; from <= 52; from += 3) {
      for (const length of [1, 15, 16, 40]) {
        const buffer = Buffer.alloc(length);
        const read = await file.read(buffer, from);
        expect(buffer.subarray(0, read)).toEqual(CONTENT.subarray(from, from + length));
      }
    }
  });

  it('returns what is in front of a damaged block, and refuses the block with file and place', async () => {
    const damaged = Buffer.from(CONTENT);
    damaged[20] = 99;
    const file = verifiedFile(fileOf(damaged), sumsOf(CONTENT));
    const buffer = Buffer.alloc(16);
    expect(await file.read(buffer, 0)).toBe(16);
    await expect(file.read(buffer, 16)).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringMatching(/^copy, .* between byte 16 and 32/) as string,
    });
  });
});
