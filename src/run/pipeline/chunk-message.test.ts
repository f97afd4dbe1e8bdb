import { message } from '../../base/messages/message.ts';
import { describe, expect, it } from 'vitest';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import { packChunk, packResult, unpackChunk, unpackResult } from './chunk-message.ts';
import type { ChunkResult } from './process-chunk.ts';

const ownBytes = (text: string) => new Uint8Array(Buffer.from(text));

const chunkOf = (text: string): CutChunk => ({
  index: 3,
  offset: 1000,
  bytes: ownBytes(text),
  frames: [
    { start: 0, end: 4, line: 0 },
    {
      start: 5,
      end: 9,
      line: 1,
      issue: { code: 'stray_quote', message: message('csv.unclosedQuote'), column: 'b' },
    },
    { start: 70_000, end: 2 ** 31 - 1, line: 12 },
  ],
  firstRow: 41,
  firstLine: 42,
  endOffset: 9999,
  nextRow: 44,
  nextLine: 55,
});

const resultOf = (...texts: string[]): ChunkResult => ({
  endOffset: 9999,
  nextLine: 55,
  outputs: { ...Object.fromEntries(texts.map((text, at) => [`output ${at}`, text])), rejects: 'reject\n' },
  counts: {
    rowsIn: 3,
    results: 2,
    rejected: 1,
    stages: { a: { ok: 1, ambiguous: 0, not_found: 1, skipped: 0, error: 0 } },
  },
});

const texts = ({ outputs }: ChunkResult) =>
  Object.values(outputs).map((text) => Buffer.from(text as Uint8Array).toString());

describe('packChunk', () => {
  it('is what another thread gets, of a chunk that may be sent again', () => {
    const chunk = chunkOf('Đà Nẵng, Huế');
    const there = unpackChunk(structuredClone(packChunk(chunk)));
    expect(there).toEqual(chunkOf('Đà Nẵng, Huế'));
    expect(chunk).toEqual(chunkOf('Đà Nẵng, Huế'));
  });

  it('sends a buffer along', () => {
    const scratch = new SharedArrayBuffer(64);
    const message = packChunk(chunkOf('x'), scratch);
    expect(message.scratch).toBe(scratch);
    expect(unpackChunk(message)).not.toHaveProperty('scratch');
  });
});

describe('packResult', () => {
  it('brings the texts as UTF-8, empty ones too', () => {
    const back = unpackResult(packResult(resultOf('a,đ\n', '', '😀')));
    expect(texts(back)).toEqual(['a,đ\n', '', '😀', 'reject\n']);
    expect(Object.keys(back.outputs)).toEqual(['output 0', 'output 1', 'output 2', 'rejects']);
    expect({ ...back, outputs: {} }).toEqual({ ...resultOf(), outputs: {} });
  });

  it('uses the buffer that came along where it is large enough, whatever was in it', () => {
    const used = new SharedArrayBuffer(64);
    new Uint8Array(used).fill(255);
    const message = packResult(resultOf('ab', 'cd'), used);
    expect(message.buffer).toBe(used);
    expect(texts(unpackResult(message))).toEqual(['ab', 'cd', 'reject\n']);

    const small = new SharedArrayBuffer(8);
    const larger = packResult(resultOf('ab', 'cd'), small);
    expect(larger.buffer).not.toBe(small);
    expect(texts(unpackResult(larger))).toEqual(['ab', 'cd', 'reject\n']);
  });

  it('takes texts that are UTF-8 already', () => {
    const message = packResult({ ...resultOf(), outputs: { csv: 'đ', rejects: ownBytes('ế') } });
    expect(texts(unpackResult(message))).toEqual(['đ', 'ế']);
  });
});
