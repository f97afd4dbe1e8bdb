import { parentPort, workerData } from 'node:worker_threads';
import { deserialize } from 'node:v8';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { GeoService } from '../contract/service.ts';
import { serializeError, type SerializedError } from '../base/errors/serialize-error.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import {
  packResult,
  unpackChunk,
  type ChunkMessage,
  type ResultMessage,
} from '../run/pipeline/chunk-message.ts';
import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import { processChunk } from '../run/pipeline/process-chunk.ts';
import type { ChunkWork } from '../run/pipeline/chunk-work.ts';
import { openOrder } from '../run/pipeline/work-order.ts';
import { THREAD_BEGUN } from './thread-entry.ts';

/** The data that a thread starts with. */
export interface ThreadData {
  /** Arrays are shared by all threads; the rest is copied. */
  loaded: LoadedDataset;
}

/** A chunk and the order that it belongs to. Shape: the order is packed by v8 since it is read once only; equal ones have equal ids. */
export interface ThreadMessage extends ChunkMessage {
  order: { id: string; bytes: Uint8Array };
}

/** The response of a thread to a chunk. */
export type ThreadAnswer = { result: ResultMessage } | { failure: SerializedError };

/**
 * Orders kept open, those used last: more runs than this at once open theirs again.
 *
 * Cost: the functions of an order that is opened again start uncompiled, and what was compiled for those before it is thrown away.
 */
const KEPT_ORDERS = 16;

// Started at once: the main thread sends no chunks before this thread has opened its service.
const opening = open(workerData as ThreadData);
const works = new Map<string, ChunkWork>();
const tellBegun = () => parentPort?.postMessage(THREAD_BEGUN);
// A failure to open is reported with the first chunk.
opening.then(tellBegun, tellBegun);
let last: Promise<unknown> = Promise.resolve();

async function open({ loaded }: ThreadData): Promise<GeoService> {
  return (await createLocalService({ loaded })).service;
}

async function workOf({ id, bytes }: ThreadMessage['order']): Promise<ChunkWork> {
  const known = works.get(id);
  const work = known ?? {
    ...openOrder(deserialize(bytes) as WorkOrder, await opening),
    nowMs: () => performance.now(),
  };
  works.delete(id);
  const [oldest] = works.keys();
  if (oldest !== undefined && works.size >= KEPT_ORDERS) works.delete(oldest);
  works.set(id, work);
  return work;
}

/** Processes a chunk, after all chunks received before it. */
export default function answerChunk(message: ThreadMessage): Promise<unknown> {
  const answer = last.then(() => answerOne(message));
  last = answer;
  return answer;
}

async function answerOne({ order, ...chunk }: ThreadMessage): Promise<unknown> {
  try {
    const { message, transfer } = packResult(
      await processChunk(unpackChunk(chunk), await workOf(order)),
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
