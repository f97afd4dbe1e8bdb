import { Worker } from 'node:worker_threads';
import type { OperationName } from '../contract/catalogue.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { deserializeError } from '../base/errors/serialize-error.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import type { ThreadRequest, ThreadResponse } from './answer-worker.ts';
import { threadArguments } from './thread-entry.ts';

const HEAP = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };
const READY_ID = 0;
/** Half of those at a thread, so that it has others while this thread handles the responses. */
const REQUESTS_A_MESSAGE = 4;

/** A thread that computes responses. */
export interface AnswerThread {
  /** Returns the number of requests that it has not answered. */
  open(): number;
  /** Computes a response as JSON text. Errors: those of the operation; INTERNAL when the thread ends. */
  ask(name: OperationName, parameters: Record<string, unknown>): Promise<string>;
  end(): Promise<void>;
}

/** The dataset of a thread, its program, and what is called when it has ended. */
export interface AnswerThreadOptions {
  loaded: LoadedDataset;
  entry: URL;
  onEnd: (thread: AnswerThread, cause: unknown) => void;
}

interface Pending {
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

/**
 * Starts a thread and waits until it is ready.
 *
 * Errors: what opening the dataset throws; INTERNAL when the thread ends before. `onEnd` is called only for a thread that was ready.
 */
export async function startAnswerThread({
  loaded,
  entry,
  onEnd,
}: AnswerThreadOptions): Promise<AnswerThread> {
  const worker = new Worker(entry, {
    workerData: { loaded },
    execArgv: threadArguments(entry),
    resourceLimits: HEAP,
  });
  const pending = new Map<number, Pending>();
  let unsent: ThreadRequest[] = [];
  let lastId = READY_ID;
  let isReady = false;
  const thread: AnswerThread = {
    open: () => pending.size,
    ask: (name, parameters) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        pending.set(id, { resolve, reject });
        // Sent after the other requests that have arrived: a message costs as much as a third of a request.
        if (unsent.length === 0) setImmediate(sendAll);
        unsent.push({ id, name, parameters });
      }),
    end: async () => void (await worker.terminate()),
  };
  function sendAll(): void {
    for (let at = 0; at < unsent.length; at += REQUESTS_A_MESSAGE) {
      worker.postMessage(unsent.slice(at, at + REQUESTS_A_MESSAGE));
    }
    unsent = [];
  }
  const ready = new Promise<string>((resolve, reject) => pending.set(READY_ID, { resolve, reject }));

  worker.on('message', (responses: ThreadResponse[]) => {
    for (const response of responses) {
      const waiting = pending.get(response.id);
      pending.delete(response.id);
      if ('text' in response) waiting?.resolve(response.text);
      else waiting?.reject(deserializeError(response.failure));
    }
  });
  // `exit` follows, with the open requests.
  let cause: unknown;
  worker.on('error', (error) => (cause = error));
  worker.on('exit', (code) => {
    cause ??= new Error(`the thread ended with code ${code}`);
    const error = new GeomillError('INTERNAL', 'a thread of the server ended unexpectedly', { cause });
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
    if (isReady) onEnd(thread, cause);
  });
  await ready;
  isReady = true;
  return thread;
}
