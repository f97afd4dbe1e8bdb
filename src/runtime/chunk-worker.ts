import { parentPort, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { serializeError, type SerializedError } from '../errors/serialize-error.ts';
import { createLocalService } from '../local/local-service.ts';
import type { LoadedDataset } from '../gazetteer/load-dataset.ts';
import { packResult, unpackChunk, type ChunkMessage, type ResultMessage } from '../pipeline/chunk-message.ts';
import type { WorkOrder } from '../pipeline/chunk-processor.ts';
import { processChunk } from '../pipeline/process-chunk.ts';
import type { ChunkWork } from '../pipeline/chunk-work.ts';
import { openOrder } from '../pipeline/work-order.ts';
import { THREAD_BEGUN } from './thread-begun.ts';

/** The data that a thread starts with. */
export interface ThreadData {
  order: WorkOrder;
  /** Arrays are shared by all threads; the rest is copied. */
  loaded: LoadedDataset;
}

/** The response of a thread to a chunk. */
export type ThreadAnswer = { result: ResultMessage } | { failure: SerializedError };

// Started at once: the main thread sends no chunks before this thread has opened its service.
const opening = open(workerData as ThreadData);
const tellBegun = () => parentPort?.postMessage(THREAD_BEGUN);
// A failure to open is reported with the first chunk.
opening.then(tellBegun, tellBegun);
let last: Promise<unknown> = Promise.resolve();

async function open({ order, loaded }: ThreadData): Promise<ChunkWork> {
  const { service } = await createLocalService({ loaded });
  return openOrder(order, service);
}

/** Processes a chunk, after all chunks received before it. */
export default function answerChunk(message: ChunkMessage): Promise<unknown> {
  const answer = last.then(() => answerOne(message));
  last = answer;
  return answer;
}

async function answerOne(chunk: ChunkMessage): Promise<unknown> {
  try {
    const { message, transfer } = packResult(
      await processChunk(unpackChunk(chunk), await opening),
      chunk.scratch,
    );
    return move({
      [transferableSymbol]: transfer,
      [valueSymbol]: { result: message } satisfies ThreadAnswer,
    });
  } catch (error) {
    return { failure: serializeError(error) } satisfies ThreadAnswer;
  }
}
