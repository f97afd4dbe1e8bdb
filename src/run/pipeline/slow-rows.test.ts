import { describe, expect, it } from 'vitest';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { ChunkResult } from './process-chunk.ts';
import { processBlaming, rowOf, stuckAt } from './slow-rows.ts';
import { CHUNK_STEP, readAround, type SlowRow } from './read-around.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const BUDGETS = { chunkMs: 100, rowMs: 10 };

/** A chunk of one letter a row, which begins at byte 50, row 7 and line 9. */
function chunkOf(letters: string): CutChunk {
  const bytes = Buffer.from([...letters].map((letter) => `${letter}\n`).join(''));
  const frames = [...letters].map((_, at) => ({ start: 2 * at, end: 2 * at + 1, line: at }));
  const place = { offset: 50, firstRow: 7, firstLine: 9 };
  const next = { endOffset: 50 + bytes.length, nextRow: 7 + frames.length, nextLine: 9 + frames.length };
  return { index: 0, bytes, frames, ...place, ...next };
}

/** Processes chunks whose rows take the times of their letters: s and w for ever, r for ever once. */
function slowProcess() {
  const tried: string[] = [];
  let isFirst = true;
  const process = async (
    chunk: CutChunk,
    budgetMs: number,
    slow: readonly SlowRow[],
  ): Promise<ChunkResult> => {
    const letters = chunk.frames
      .map(({ start, end }) => Buffer.from(chunk.bytes.subarray(start, end)).toString())
      .filter((_, at) => !slow.some((row) => row.at === at));
    tried.push(`${letters.join('')} ${budgetMs}`);
    if (letters.includes('s')) throw stuckAt(CHUNK_STEP.stages);
    if (letters.includes('w')) throw stuckAt(CHUNK_STEP.writing);
    const isOnce = letters.includes('r') && letters.length === 1 && isFirst;
    if (isOnce) isFirst = false;
    if (isOnce || (letters.length > 1 && tried.length === 1)) throw stuckAt(CHUNK_STEP.stages);
    return { outputs: { slow: JSON.stringify(slow) } } as unknown as ChunkResult;
  };
  return { process, tried };
}

describe('the rows to blame', () => {
  it('are those that take too long twice, alone', async () => {
    const { process, tried } = slowProcess();
    const result = await processBlaming(chunkOf('asrwb'), process, BUDGETS);
    expect(tried).toEqual([
      'asrwb 100',
      'a 10',
      's 10',
      's 10',
      'r 10',
      'r 10',
      'w 10',
      'w 10',
      'b 10',
      'arb 100',
    ]);
    expect(JSON.parse(String(result.outputs.slow))).toEqual([
      { at: 1, isRejected: false },
      { at: 3, isRejected: true },
    ]);
  });

  it('are none where a chunk is slow as a whole', async () => {
    const { process, tried } = slowProcess();
    await processBlaming(chunkOf('ab'), process, { chunkMs: 10, rowMs: 10 });
    expect(tried).toEqual(['ab 10', 'a 10', 'b 10', 'ab 20']);
  });

  it('are not looked for where a chunk fails otherwise', async () => {
    const fail = () => Promise.reject(new Error('no'));
    await expect(processBlaming(chunkOf('ab'), fail, BUDGETS)).rejects.toThrow('no');
  });
});

it('a row of a chunk is a chunk of its own, in its place', () => {
  const row = rowOf(chunkOf('abc'), 1);
  expect([Buffer.from(row.bytes).toString(), row.offset, row.firstRow, row.firstLine]).toEqual([
    'b',
    52,
    8,
    10,
  ]);
  expect(row.frames).toEqual([{ start: 0, end: 1, line: 0 }]);
});

it('rows are read around those that cannot be read in their time', () => {
  const seen: string[] = [];
  const readRows = (chunk: { bytes: Uint8Array; frames: CutChunk['frames'] }) => {
    seen.push(chunk.frames.map(({ start }) => String.fromCharCode(chunk.bytes[start] as number)).join(''));
    return chunk.frames.map((frame) => ({ frame, cells: [] }));
  };
  const slow = [
    { at: 0, isRejected: false },
    { at: 1, isRejected: true },
  ];
  const rows = readAround(chunkOf('abcd'), { readRows }, slow, (at) => 7 + at);
  expect(seen).toEqual(['a', 'cd']);
  expect(rows).toHaveLength(4);
  expect(inEnglish(rows[1])).toMatchObject({
    issues: [{ code: 'took_too_long', message: 'took too long: row 8' }],
  });
});
