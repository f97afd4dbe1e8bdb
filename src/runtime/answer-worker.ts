import { parentPort, workerData } from 'node:worker_threads';
import type { OperationName } from '../contract/catalogue.ts';
import { serializeError, type SerializedError } from '../errors/serialize-error.ts';
import type { LoadedDataset } from '../gazetteer/load-dataset.ts';
import { createLocalService } from '../local/local-service.ts';
import { warmUp } from './warm-up.ts';

/** A request to a thread. Shape: `id` is repeated in the response. */
export interface ThreadRequest {
  id: number;
  name: OperationName;
  parameters: Record<string, unknown>;
}

/** The response of a thread: JSON text or a failure. The first one, with id 0, reports that the thread is ready, or why it is not. */
export type ThreadResponse = { id: number; text: string } | { id: number; failure: SerializedError };

type AnyPort = Record<OperationName, (parameters: Record<string, unknown>) => Promise<unknown>>;

const READY_ID = 0;

async function main(): Promise<void> {
  const send = (response: ThreadResponse) => parentPort?.postMessage(response);
  const { loaded } = workerData as { loaded: LoadedDataset };
  let port: AnyPort;
  try {
    const { service } = await createLocalService({ loaded });
    await warmUp(service);
    port = service as unknown as AnyPort;
  } catch (error) {
    send({ id: READY_ID, failure: serializeError(error) });
    return;
  }
  parentPort?.on('message', ({ id, name, parameters }: ThreadRequest) => {
    port[name](parameters).then(
      (response) => send({ id, text: JSON.stringify(response) }),
      (error: unknown) => send({ id, failure: serializeError(error) }),
    );
  });
  send({ id: READY_ID, text: '' });
}

void main();
