import { createHash } from 'node:crypto';

/** The names of the keys of a queue in Redis, besides those of BullMQ. */
export interface QueueKeys {
  /** Prefix of the keys of BullMQ too. */
  prefix: string;
  /** Set of the ids of runs. */
  runs: string;
  /** Set of the ids of workers. */
  workers: string;
  run(runId: string): string;
  worker(workerId: string): string;
  /** List of the results of a run that its coordinator has not taken yet. */
  results(runId: string): string;
  /** Bytes of the chunks of a job. */
  payload(jobId: string): string;
}

/** Returns the names of the keys with a prefix. */
export function queueKeys(prefix: string): QueueKeys {
  return {
    prefix,
    runs: `${prefix}:runs`,
    workers: `${prefix}:workers`,
    run: (runId) => `${prefix}:run:${runId}`,
    worker: (workerId) => `${prefix}:worker:${workerId}`,
    results: (runId) => `${prefix}:results:${runId}`,
    payload: (jobId) => `${prefix}:payload:${jobId}`,
  };
}

/** What a worker must have in common with a run, so that it computes the same bytes. */
export interface ComputeIdentity {
  /** Version of Geomill. */
  version: string;
  /** The version of answers. */
  answers: number;
  /** Identity of the service: the dataset and the router, or the address of the gateway. */
  service: string;
}

/** Returns the name of the queue for jobs of one identity: workers with another one never receive them. */
export function queueName({ version, answers, service }: ComputeIdentity): string {
  return `jobs-${shortHash(JSON.stringify([version, answers, service]))}`;
}

/** Returns 16 hexadecimal digits of the SHA-256 of all parts. */
export function shortHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
