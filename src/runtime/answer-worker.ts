import type { AnyPort } from '../contract/service.ts';
import { workerData } from 'node:worker_threads';
import type { OperationName } from '../contract/catalogue.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { createLocalService } from '../engine/local/local-service.ts';
import { serveTasks } from './task-worker.ts';
import { warmUp } from './warm-up.ts';

/** A request to a thread of a server, which replies with the response as JSON text. */
export interface AnswerTask {
  name: OperationName;
  parameters: Record<string, unknown>;
}

void serveTasks<AnswerTask>(async () => {
  const { loaded } = workerData as { loaded: LoadedDataset };
  const { service } = await createLocalService({ loaded });
  await warmUp(service);
  const port = service as unknown as AnyPort;
  return async ({ name, parameters }) => JSON.stringify(await port[name](parameters));
});
