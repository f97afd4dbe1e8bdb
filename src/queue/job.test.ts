import { message } from '../base/messages/message.ts';
import { expect, it } from 'vitest';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { emptyCounts } from '../run/pipeline/run-counts.ts';
import { packPayload, packResult, unpackPayload, unpackResult } from './job.ts';

const chunkOf = (text: string, firstRow: number): CutChunk => ({
  index: 0,
  offset: 7,
  bytes: new Uint8Array(Buffer.from(text)),
  frames: [
    { start: 0, end: 1, line: 0 },
    { start: 2, end: 3, line: 1, issue: { code: 'stray_quote', message: message('csv.unclosedQuote') } },
  ],
  firstRow,
  firstLine: 2,
  endOffset: 99,
  nextRow: firstRow + 2,
  nextLine: 4,
});

it('gives back the chunk', () => {
  const chunk = chunkOf('Huế', 1);
  expect(unpackPayload(packPayload(chunk, {}))).toEqual({ chunk, moved: {} });
});

it('sends the original places of the records of a chunk, and no others', () => {
  const rowNumbers = [50, 40, 30, 20, 10];
  const origin = { row: 8, line: 9, offset: 100, issues: [] };
  const payload = packPayload(chunkOf('ab', 3), {
    rowNumbers,
    origins: { 1: { ...origin, row: 4711 }, 4: origin },
  });
  expect(payload.includes('4711')).toBe(false);
  const { moved } = unpackPayload(payload);
  expect(moved.origins).toEqual({ 4: origin });
  expect([moved.rowNumbers?.[2], moved.rowNumbers?.[3], moved.rowNumbers?.[0]]).toEqual([30, 20, undefined]);
});

it('gives back a result, and none in which a byte is another one', () => {
  const result: ChunkResult = {
    ...{ endOffset: 10, nextLine: 2, counts: emptyCounts(['a']) },
    outputs: { csv: 'Huế\n', rejects: new Uint8Array([0, 255]) },
  };
  const message = packResult({ job: 'run-1-0', worker: 'host:1', computeMs: 5, starts: 1, result });
  const read = unpackResult(message);
  expect(Object.values(read.result.outputs).map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual([
    Buffer.from('Huế\n').toString('hex'),
    '00ff',
  ]);
  expect(read).toMatchObject({ job: 'run-1-0', result: { endOffset: 10, nextLine: 2 } });
  for (let at = 0; at < message.length; at += 1) {
    const changed = Buffer.from(message);
    changed[at] = (changed[at] as number) ^ 1;
    // What is said of the worker is not part of the result.
    try {
      expect(unpackResult(changed).sha256, `byte ${at}`).toBe(read.sha256);
    } catch (error) {
      expect((error as Error).message, `byte ${at}`).toMatch(/is not one that a worker has sent/);
    }
  }
});
