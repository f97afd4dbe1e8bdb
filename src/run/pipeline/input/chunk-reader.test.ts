import { describe, expect, it } from 'vitest';
import { createChunkCutter, type CutChunk } from '../../../formats/chunk-cutter.ts';
import { readChunks } from './chunk-reader.ts';
import type { DurableFile } from '../../../base/files/durable-fs.ts';

const LAYOUT = { format: 'csv', delimiter: ',', columns: ['a', 'b'] } as const;

function fileOf(text: string): DurableFile & { reads: number } {
  const content = Buffer.from(text);
  const file = {
    reads: 0,
    read: async (buffer: Uint8Array, position: number) => {
      file.reads += 1;
      return content.copy(buffer, 0, position);
    },
  };
  return file as unknown as DurableFile & { reads: number };
}

/** Reads all chunks, giving the bytes of each away as soon as it comes. */
async function readAll(
  file: DurableFile,
  options: { blockBytes: number; blocksPerRead?: number; maxRows?: number },
) {
  const chunks: CutChunk[] = [];
  for await (const chunk of readChunks(file, createChunkCutter(LAYOUT), { offset: 0, ...options })) {
    const { bytes } = chunk;
    const there = structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
    chunks.push({ ...chunk, bytes: there });
  }
  return chunks;
}

const textOf = (chunks: readonly CutChunk[]) => Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
const rows = (count: number, width: number) =>
  Array.from({ length: count }, (_, at) => `${at},${'đ'.repeat(at % width)}\n`).join('');

describe('readChunks', () => {
  it.each([
    // Many chunks a block, chunks of more than a block, and whatever Node takes from its pool of small buffers.
    ['rows of a few bytes', 'a,b\n'.repeat(9000), 16_384],
    ['rows of a block and more', rows(60, 3000), 1024],
    ['rows as they come', rows(5000, 60), 4096],
    ['tiny blocks', rows(40, 9), 32],
    ['blocks of the pool’s size', rows(2000, 20), 8192],
  ])('gives each chunk bytes of its own, that may be given away: %s', async (_, text, blockBytes) => {
    for (const blocksPerRead of [1, 2, 16]) {
      const file = fileOf(text);
      const chunks = await readAll(file, { blockBytes, blocksPerRead });
      expect(textOf(chunks)).toBe(text);
      expect(chunks.at(-1)?.endOffset).toBe(Buffer.byteLength(text));
      expect(file.reads).toBe(Math.ceil(Buffer.byteLength(text) / (blockBytes * blocksPerRead)) + 1);
    }
  });

  it('ends after the rows that are wanted', async () => {
    const text = rows(100, 10);
    for (const maxRows of [1, 37, 100, 1000]) {
      const chunks = await readAll(fileOf(text), { blockBytes: 64, maxRows });
      const wanted = text.split('\n').slice(0, Math.min(maxRows, 100)).join('\n');
      expect(textOf(chunks)).toBe(`${wanted}\n`);
      expect(chunks.at(-1)?.nextRow).toBe(Math.min(maxRows, 100) + 1);
    }
  });
});
