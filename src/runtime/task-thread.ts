import { Worker, type ResourceLimits } from 'node:worker_threads';
import { deserializeError } from '../base/errors/serialize-error.ts';
import { IN_WORK, READY_ID, type TaskReply } from './task-worker.ts';
import { threadArguments } from './thread-entry.ts';

/** Half of those at a thread, so that it has others while this thread handles the replies. */
const TASKS_A_MESSAGE = 4;

/** A task, and who waits for it. Shape: `pack` builds its message each time that it is sent. */
export interface OpenTask {
  pack: () => object;
  /** Time in work after which its thread is ended. */
  budgetMs: number;
  resolve: (reply: unknown) => void;
  reject: (error: Error) => void;
}

/** A task exceeded its budget, and was ended with its thread. Shape: `step` is the last one that it told. */
export class TaskStuck extends Error {
  readonly step: number;
  constructor(step: number) {
    super('a task took too long');
    this.step = step;
  }
}

/** A thread that computes tasks, one after the other. */
export interface TaskThread {
  /** Number of tasks that it has not answered. */
  open(): number;
  /** Time that the task in work has taken; 0 without one. */
  workMs(): number;
  send(task: OpenTask): void;
  /** Counts time for the task in work, and ends the thread when its budget is spent. */
  count(ms: number): void;
  /** Ends the thread where it has this task, which is answered already. */
  drop(task: OpenTask): void;
  end(): Promise<void>;
}

/** The program of a thread, and what is called when it has answered, and when it has ended. */
export interface TaskThreadOptions {
  entry: URL;
  data: object;
  heap: ResourceLimits;
  onReply: () => void;
  /** `lost` are the tasks at it that were not in work; all of them are rejected where the thread ended by itself. */
  onEnd: (thread: TaskThread, cause: unknown, lost: readonly OpenTask[]) => void;
  /** Builds the failure of the tasks at a thread that ended by itself. */
  failureOf: (cause: unknown) => Error;
}

/**
 * Starts a thread and waits until it is ready.
 *
 * Errors: what its opening throws; the failure of `failureOf` when it ends before. `onEnd` is called only for a thread that was ready.
 */
export async function startTaskThread(options: TaskThreadOptions): Promise<TaskThread> {
  const { entry, data, heap, onReply, onEnd, failureOf } = options;
  const inWork = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(entry, {
    workerData: { ...data, inWork },
    execArgv: threadArguments(),
    resourceLimits: heap,
  });
  const open = new Map<number, OpenTask>();
  let unsent: { id: number; task: OpenTask }[] = [];
  let lastId = READY_ID;
  let isReady = false;
  let seen = { id: READY_ID, ms: 0 };
  let stuck: OpenTask | undefined;

  function sendAll(): void {
    for (let at = 0; at < unsent.length; at += TASKS_A_MESSAGE) {
      const tasks = unsent.slice(at, at + TASKS_A_MESSAGE);
      worker.postMessage(tasks.map(({ id, task }) => ({ ...task.pack(), id })));
    }
    unsent = [];
  }

  function endWith(id: number, task: OpenTask): void {
    stuck = task;
    open.delete(id);
    void worker.terminate();
  }

  const thread: TaskThread = {
    open: () => open.size,
    workMs: () => (Atomics.load(inWork, IN_WORK.task) === seen.id ? seen.ms : 0),
    send(task) {
      const id = (lastId += 1);
      open.set(id, task);
      // Sent after the other tasks that have arrived: a message costs as much as a third of a request.
      if (unsent.length === 0) setImmediate(sendAll);
      unsent.push({ id, task });
    },
    count(ms) {
      const id = Atomics.load(inWork, IN_WORK.task);
      if (id === READY_ID || id !== seen.id) {
        seen = { id, ms: 0 };
        return;
      }
      seen.ms += ms;
      const task = open.get(id);
      if (!task || stuck || seen.ms <= task.budgetMs) return;
      const step = Atomics.load(inWork, IN_WORK.step);
      endWith(id, task);
      task.reject(new TaskStuck(step));
    },
    drop(task) {
      for (const [id, each] of open) if (each === task) endWith(id, task);
    },
    end: async () => void (await worker.terminate()),
  };

  await new Promise<void>((resolve, reject) => {
    open.set(READY_ID, {
      pack: () => ({}),
      budgetMs: Infinity,
      resolve: () => resolve(),
      reject,
    });
    worker.on('message', (replies: TaskReply[]) => {
      for (const reply of replies) {
        const task = open.get(reply.id);
        open.delete(reply.id);
        if ('failure' in reply) task?.reject(deserializeError(reply.failure));
        else task?.resolve(reply.reply);
      }
      if (isReady) onReply();
    });
    // `exit` follows, with the open tasks.
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      cause ??= stuck ? new TaskStuck(0) : new Error(`the thread ended with code ${code}`);
      unsent = [];
      const lost = [...open.values()];
      open.clear();
      if (!stuck) for (const task of lost) task.reject(failureOf(cause));
      if (isReady) onEnd(thread, cause, stuck ? lost : []);
    });
  });
  isReady = true;
  return thread;
}
