import { parentPort, workerData } from 'node:worker_threads';
import { serializeError, type SerializedError } from '../base/errors/serialize-error.ts';

/** A message to a thread has several tasks. Shape: `id` is repeated in the reply. */
export type TaskMessage<T> = T & { id: number };

/** The reply to a task; several come in one message. The first one, with id 0, reports that the thread is ready, or why it is not. */
export type TaskReply = { id: number; reply: unknown } | { id: number; failure: SerializedError };

/** The data that every thread starts with. Shape: `inWork` is shared: the id of the task in work, 0 for none, and its step. */
export interface TaskThreadData {
  inWork: Int32Array<SharedArrayBuffer>;
}

/** The id of the first reply. */
export const READY_ID = 0;

/** Places in `inWork`. */
export const IN_WORK = { task: 0, step: 1 } as const;

/** Replies that are ready wait for the others of their message so long. Units: milliseconds. */
const HELD_MS = 1;

/** Computes the reply to a task. Shape: `report` reports the step that the task is at. */
export type ComputeTask<T> = (task: T, report: (step: number) => void) => Promise<unknown>;

/** Answers the tasks of this thread, one after the other; `open` is called first, and its failure ends the thread. */
export async function serveTasks<T>(open: () => Promise<ComputeTask<T>>): Promise<void> {
  const { inWork } = workerData as TaskThreadData;
  const report = (step: number) => void Atomics.store(inWork, IN_WORK.step, step);
  // Nothing is transferred: the first buffer that is detached makes V8 throw away all code of the thread that it has compiled for arrays of numbers.
  const send = (replies: TaskReply[]) => parentPort?.postMessage(replies);
  let compute: ComputeTask<T>;
  try {
    compute = await open();
  } catch (error) {
    send([{ id: READY_ID, failure: serializeError(error) }]);
    return;
  }

  async function computeAll(tasks: readonly TaskMessage<T>[]): Promise<void> {
    let ready: TaskReply[] = [];
    let heldSinceMs = performance.now();
    for (const task of tasks) {
      const { id } = task;
      report(0);
      Atomics.store(inWork, IN_WORK.task, id);
      try {
        ready.push({ id, reply: await compute(task, report) });
      } catch (error) {
        ready.push({ id, failure: serializeError(error) });
      }
      Atomics.store(inWork, IN_WORK.task, READY_ID);
      // A slow task must not hold back those before it.
      if (performance.now() - heldSinceMs < HELD_MS) continue;
      send(ready);
      ready = [];
      heldSinceMs = performance.now();
    }
    if (ready.length > 0) send(ready);
  }

  let last = Promise.resolve();
  // One after the other: a task that waits must not share its budget with the next one.
  parentPort?.on('message', (tasks: readonly TaskMessage<T>[]) => {
    last = last.then(() => computeAll(tasks));
  });
  send([{ id: READY_ID, reply: undefined }]);
}
