import { expect, it } from 'vitest';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { packChunks, unpackChunks, type MovedRecords } from './job-payload.ts';

const chunkOf = (text: string, firstRow: number): CutChunk => ({
  index: 0,
  offset: 7,
  bytes: new Uint8Array(Buffer.from(text)),
  frames: [
    { start: 0, end: 1, line: 0 },
    { start: 2, end: 3, line: 1, issue: { code: 'stray_quote', message: 'a quote' } },
  ],
  firstRow,
  firstLine: 2,
  endOffset: 99,
  nextRow: firstRow + 2,
  nextLine: 4,
});

it('gives back the chunks', () => {
  const placed = unpackChunks(packChunks([chunkOf('Huế', 1), chunkOf('ab', 3)], {}));
  expect(placed).toEqual([
    { chunk: chunkOf('Huế', 1), moved: {} },
    { chunk: chunkOf('ab', 3), moved: {} },
  ]);
});

it('sends the original places of the records of a chunk, and no others', () => {
  const rowNumbers = [50, 40, 30, 20, 10];
  const origin = { row: 8, line: 9, offset: 100, issues: [] };
  const payload = packChunks([chunkOf('ab', 3)], {
    rowNumbers,
    origins: { 1: { ...origin, row: 4711 }, 4: origin },
  });
  expect(payload.includes('4711')).toBe(false);
  const [first] = unpackChunks(payload);
  const moved: MovedRecords = first?.moved ?? {};
  expect(moved.origins).toEqual({ 4: origin });
  expect([moved.rowNumbers?.[2], moved.rowNumbers?.[3], moved.rowNumbers?.[0]]).toEqual([30, 20, undefined]);
});
