import { setImmediate } from 'node:timers/promises';
import type { GeoService } from '../../src/contract/service.ts';
import { packChunk, packResult, unpackChunk, unpackResult } from '../../src/run/pipeline/chunk-message.ts';
import type { CreateChunkProcessor } from '../../src/run/pipeline/chunk-processor.ts';
import { processChunk } from '../../src/run/pipeline/process-chunk.ts';
import { openOrder } from '../../src/run/pipeline/work-order.ts';

const OPEN_CHUNKS = 5;
const LATE_TURNS = 4;

/**
 * Processes chunks as threads do, without any: whatever crosses is cloned, shared memory goes back and forth, and results come in
 * another order than the chunks.
 */
export function createClonedProcessor(service: GeoService): CreateChunkProcessor {
  return async ({ order, onRows }) => {
    const work = await openOrder(structuredClone(order), service);
    const scratches: SharedArrayBuffer[] = [];
    return {
      openChunks: OPEN_CHUNKS,
      async process(chunk) {
        const there = structuredClone(packChunk(chunk, scratches.pop()));
        for (let turn = (chunk.index * 7) % LATE_TURNS; turn > 0; turn -= 1) await setImmediate();
        const done = packResult(await processChunk(unpackChunk(there), work), there.scratch);
        const back = structuredClone(done);
        onRows(back.counts.results);
        return { ...unpackResult(back), release: () => scratches.push(back.buffer) };
      },
      close: async () => undefined,
    };
  };
}
