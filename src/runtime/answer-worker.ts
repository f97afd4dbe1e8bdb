import { parentPort, workerData } from 'node:worker_threads';
import type { OperationName } from '../contract/catalogue.ts';
import { serializeError, type SerializedError } from '../base/errors/serialize-error.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import { warmUp } from './warm-up.ts';

/** A request to a thread, which gets several in one message. Shape: `id` is repeated in the response. */
export interface ThreadRequest {
  id: number;
  name: OperationName;
  parameters: Record<string, unknown>;
}

/**
 * The response of a thread, which sends several in one message: JSON text or a failure. The first one, with id 0, reports that the thread is ready,
 * or why it is not.
 */
export type ThreadResponse = { id: number; text: string } | { id: number; failure: SerializedError };

type AnyPort = Record<OperationName, (parameters: Record<string, unknown>) => Promise<unknown>>;

const READY_ID = 0;

/** Responses that are ready wait for the others of their message so long. Units: milliseconds. */
const HELD_MS = 1;

async function main(): Promise<void> {
  const send = (responses: ThreadResponse[]) => parentPort?.postMessage(responses);
  const { loaded } = workerData as { loaded: LoadedDataset };
  let port: AnyPort;
  try {
    const { service } = await createLocalService({ loaded });
    await warmUp(service);
    port = service as unknown as AnyPort;
  } catch (error) {
    send([{ id: READY_ID, failure: serializeError(error) }]);
    return;
  }
  async function answerOne({ id, name, parameters }: ThreadRequest): Promise<ThreadResponse> {
    try {
      return { id, text: JSON.stringify(await port[name](parameters)) };
    } catch (error) {
      return { id, failure: serializeError(error) };
    }
  }
  async function answerAll(requests: readonly ThreadRequest[]): Promise<void> {
    let ready: ThreadResponse[] = [];
    let heldSinceMs = performance.now();
    for (const request of requests) {
      ready.push(await answerOne(request));
      // A slow request must not hold back those before it.
      if (performance.now() - heldSinceMs < HELD_MS) continue;
      send(ready);
      ready = [];
      heldSinceMs = performance.now();
    }
    if (ready.length > 0) send(ready);
  }
  parentPort?.on('message', (requests: ThreadRequest[]) => void answerAll(requests));
  send([{ id: READY_ID, text: '' }]);
}

void main();
