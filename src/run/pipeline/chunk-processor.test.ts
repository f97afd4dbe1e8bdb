import { expect, it } from 'vitest';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { GeoService } from '../../contract/service.ts';
import { createOwnProcessor } from './chunk-processor.ts';

const CHUNK: CutChunk = {
  index: 0,
  offset: 0,
  bytes: new Uint8Array(),
  frames: [],
  firstRow: 1,
  firstLine: 1,
  endOffset: 0,
  nextRow: 1,
  nextLine: 1,
};

it('measures a chunk that has its thread for itself, and none that another one overlaps', async () => {
  let now = 0;
  const processor = createOwnProcessor({
    readRows: () => [],
    plans: [],
    origins: undefined,
    rowNumbers: undefined,
    columnCount: 0,
    writers: new Map(),
    service: {} as GeoService,
    nowMs: () => (now += 5),
  });
  const msOf = async (chunks: number) => {
    const results = await Promise.all(Array.from({ length: chunks }, () => processor.process(CHUNK)));
    return results.map(({ workMs }) => workMs);
  };
  expect(await msOf(1)).toEqual([5]);
  expect(await msOf(2)).toEqual([undefined, undefined]);
  expect(await msOf(1)).toEqual([5]);
});
