import { deserialize } from 'node:v8';
import { workerData } from 'node:worker_threads';
import type { GeoService } from '../contract/service.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { packResult, unpackChunk, type ChunkMessage } from '../run/pipeline/chunk-message.ts';
import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { ChunkWork } from '../run/pipeline/chunk-work.ts';
import { processChunk } from '../run/pipeline/process-chunk.ts';
import type { Aliases } from '../run/pipeline/rerun/aliases.ts';
import type { SlowRow } from '../run/pipeline/read-around.ts';
import { judgeTask, type SampleTask } from '../run/pipeline/sample/judge-sample.ts';
import { openOrder } from '../run/pipeline/work-order.ts';
import { serveTasks } from './task-worker.ts';

/** The data that a thread starts with. */
export interface ThreadData {
  /** Arrays are shared by all threads; the rest is copied. */
  loaded: LoadedDataset;
  /** Answers in place of the service. */
  aliases?: { byText: ReadonlyMap<string, object> } | undefined;
}

/** A chunk and the order that it belongs to. Shape: the order is packed by v8 since it is read once only; equal ones have equal ids. */
export interface ChunkTask extends ChunkMessage {
  order: { id: string; bytes: Uint8Array };
  slow: readonly SlowRow[];
}

/**
 * Orders kept open, those used last: more runs than this at once open theirs again.
 *
 * Cost: the functions of an order that is opened again start uncompiled, and what was compiled for those before it is thrown away.
 */
const KEPT_ORDERS = 16;

/** What a thread computes: a chunk, or the judgement of a sample. */
export type ThreadTask = ChunkTask | { sample: SampleTask };

void serveTasks<ThreadTask>(async () => {
  const { loaded, aliases } = workerData as ThreadData;
  const local = await createLocalService({ loaded });
  const service = aliases
    ? (await import('./with-aliases.ts')).aliasedService(local.service, aliases as Aliases)
    : local.service;
  const works = new Map<string, ChunkWork>();
  return async (task, tell) => {
    if ('sample' in task) return judgeTask(task.sample);
    const { order, slow, ...chunk } = task;
    const work = await workOf(works, order, service);
    work.onStep = tell;
    const result = await processChunk(unpackChunk(chunk), work, slow);
    return packResult(result, chunk.scratch);
  };
});

async function workOf(
  works: Map<string, ChunkWork>,
  { id, bytes }: ChunkTask['order'],
  service: GeoService,
): Promise<ChunkWork> {
  const work = works.get(id) ?? {
    ...(await openOrder(deserialize(bytes) as WorkOrder, service)),
    nowMs: () => performance.now(),
  };
  works.delete(id);
  const [oldest] = works.keys();
  if (oldest !== undefined && works.size >= KEPT_ORDERS) works.delete(oldest);
  works.set(id, work);
  return work;
}
