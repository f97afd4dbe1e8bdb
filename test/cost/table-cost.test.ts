import { describe, expect, it } from 'vitest';
import { COSTLY_TABLES } from '../support/costly-tables.ts';
import { nameInputColumns } from '../../src/run/pipeline/plan-stages.ts';
import { inspectInput } from '../../src/formats/inspect.ts';
import { needsSpool, spoolInput } from '../../src/formats/spool.ts';
import { unpackedMax } from '../../src/formats/zip/read-zip.ts';

interface Read {
  bytes: number;
  written: number;
  cpuMs: number;
  refusal?: string;
}

/** Reads a table as a run does before its first row. */
async function read(name: string, size: number): Promise<Read> {
  const { file, make } = COSTLY_TABLES[name]!;
  const head = await make(size);
  const result: Read = { bytes: head.length, written: 0, cpuMs: 0 };
  const start = process.cpuUsage();
  try {
    const layout = await inspectInput({ name: file, head, isWhole: true }, {});
    let { columns } = layout;
    const count = (bytes: Uint8Array) => void (result.written += bytes.length);
    const blocks = (async function* () {
      yield head;
    })();
    if (needsSpool(layout)) ({ columns } = await spoolInput(blocks, layout, count));
    nameInputColumns(columns);
  } catch (error) {
    result.refusal = (error as Error).message;
  }
  const { user, system } = process.cpuUsage(start);
  result.cpuMs = (user + system) / 1000;
  return result;
}

/** 4 where cost grows with size, 16 where it grows with its square. */
const RATIO_MAX = 8;
/** Other threads of the process and caches that others fill make a measurement longer, never shorter. */
const ROUNDS = 4;
/** What any input costs. */
const LEAST_CPU_MS = 25;

describe('the cost of a table', () => {
  it.each(Object.keys(COSTLY_TABLES))('grows with its size: %s', async (name) => {
    const { size } = COSTLY_TABLES[name]!;
    const [small, large] = [{ cpuMs: Infinity }, { cpuMs: Infinity }];
    for (let round = 0; round < ROUNDS; round += 1) {
      small.cpuMs = Math.min(small.cpuMs, (await read(name, size / 4)).cpuMs);
      large.cpuMs = Math.min(large.cpuMs, (await read(name, size)).cpuMs);
      if (large.cpuMs < RATIO_MAX * Math.max(small.cpuMs, LEAST_CPU_MS)) return;
    }
    expect.fail(`${small.cpuMs} ms of CPU for ${size / 4}, ${large.cpuMs} ms for ${size}`);
  });

  it.each([
    ['one shared text in many rows', /^Row \d+ of the sheet "a": .* more than 33554432 characters/],
    ['one shared text in one row', /^Row 2 of the sheet "a": .* more than 33554432 characters/],
    ['a long text merged over rows', /^Row \d+ of the sheet "a": .* more than 33554432 characters/],
    ['elements in one another', /more than 256 elements in one another/],
    ['sheets of one file', /files that are read more than once, inflates to more than 300 times its size/],
  ])('is refused with a sentence: %s', async (name, sentence) => {
    const { bytes, written, refusal } = await read(name, COSTLY_TABLES[name]!.size);
    expect(refusal).toMatch(sentence);
    expect(written).toBeLessThanOrEqual(unpackedMax(bytes));
  });

  it('is no reason to refuse what a sheet may have: merged cells below a comment, a long format', async () => {
    for (const name of [
      'merges in a comment',
      'styles of a long number format',
      'groups of columns in a header',
    ])
      expect((await read(name, COSTLY_TABLES[name]!.size)).refusal).toBeUndefined();
  });
});
