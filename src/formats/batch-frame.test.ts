import { describe, expect, it } from 'vitest';
import { createChunkCutter } from './chunk-cutter.ts';

const NDJSON = { format: 'ndjson', delimiter: ',', columns: ['b'], isBatched: true } as const;
const CSV = { format: 'csv', delimiter: ',', columns: ['b', 'text'], isBatched: true } as const;

/** Cuts a text that comes in blocks of some size. Shape: the records of each chunk. */
function cut(
  text: string,
  layout: typeof NDJSON | typeof CSV,
  blockBytes: number,
  maxRows = 1000,
): string[][] {
  const bytes = Buffer.from(text);
  const cutter = createChunkCutter(layout, { maxRows });
  const chunks = [];
  for (let at = 0; at < bytes.length; at += blockBytes)
    chunks.push(...cutter.push(bytes.subarray(at, at + blockBytes), false));
  chunks.push(...cutter.push(Buffer.alloc(0), true));
  let end = 0;
  for (const chunk of chunks) {
    expect(chunk.offset).toBe(end);
    end = chunk.endOffset;
  }
  expect(end).toBe(bytes.length);
  return chunks.map(({ bytes: own, frames }) =>
    frames.map(({ start, end: stop }) => Buffer.from(own).toString('utf8', start, stop)),
  );
}

describe('chunks of batches', () => {
  const text = '{"b":1}\n{"b":1}\n\n{"b":2}\n\n{"b":3}\n{"b":3}\n{"b":3}\n';

  it('hold whole batches, whatever the blocks', () => {
    for (const blockBytes of [1, 5, 17, 30, 1000]) {
      const chunks = cut(text, NDJSON, blockBytes).filter((records) => records.length > 0);
      expect(chunks.flat()).toHaveLength(6);
      for (const batch of ['{"b":1}', '{"b":2}', '{"b":3}'])
        expect(chunks.filter((records) => records.includes(batch))).toHaveLength(1);
    }
  });

  it('are as small as batches allow', () => {
    const sizes = cut(text, NDJSON, 1000, 1).map((records) => records.length);
    expect(sizes.filter((size) => size > 0)).toEqual([2, 1, 3]);
  });

  it('are not cut at a blank line inside of quotes', () => {
    const quoted = 'a,"x\n\ny"\na,z\n\nb,w\n';
    const chunks = cut(quoted, CSV, 3, 1).filter((records) => records.length > 0);
    expect(chunks).toEqual([['a,"x\n\ny"', 'a,z'], ['b,w']]);
  });
});
