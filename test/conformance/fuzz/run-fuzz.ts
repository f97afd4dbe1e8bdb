import fc from 'fast-check';
import { Pool } from 'undici';
import { OPERATIONS, type OperationName } from '../../../src/contract/catalogue.ts';
import { requestsTo, type FuzzRequest } from './requests.ts';
import { createResponseChecker } from './response-checker.ts';

/** The server that is tested, and how many requests it gets. */
export interface FuzzOptions {
  origin: string;
  key: string;
  operations: readonly OperationName[];
  requests: number;
  seed: number;
  /** Receives the number of requests so far, now and then. */
  onProgress?: (requests: number) => void;
}

/** The outcome. Shape: `failures` are the first few, each with what a person needs to send it again. */
export interface FuzzReport {
  requests: number;
  byStatus: Record<number, number>;
  failures: string[];
}

const BATCH = 500;
const CONNECTIONS = 16;
const MAX_FAILURES = 10;
const ROOTS = { base: '/v1', imagery: '/imagery/v1' } as const;

/**
 * Sends generated requests and checks every response against the server's own OpenAPI document.
 *
 * Shape: a batch comes from the seed plus its number, so that a failure can be repeated without those before it.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, key, operations, requests, seed, onProgress } = options;
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${key}` };
  const get = async (path: string) => (await pool.request({ path, method: 'GET', headers })).body.json();
  const check = createResponseChecker((await get('/openapi.json')) as object);
  const arbitrary = requestsTo(operations);
  const report: FuzzReport = { requests: 0, byStatus: {}, failures: [] };

  const send = async ({ operation: name, query }: FuzzRequest, batch: number): Promise<void> => {
    const { method, path: below, root } = OPERATIONS[name];
    const path = ROOTS[root] + below;
    const fail = (why: string) =>
      report.failures.push(`seed ${seed + batch}: ${method} ${path}?${query}: ${why}`);
    try {
      const response = await pool.request({ path: `${path}?${query}`, method, headers });
      const body = await response.body.text();
      const { statusCode: status } = response;
      report.byStatus[status] = (report.byStatus[status] ?? 0) + 1;
      const fault = check({ path, method, status, body });
      if (fault !== undefined) fail(`${fault} in ${body.slice(0, 500)}`);
    } catch (error) {
      fail(`no response: ${(error as Error).message}`);
    }
    report.requests += 1;
  };

  try {
    for (let batch = 0; report.requests < requests && report.failures.length < MAX_FAILURES; batch += 1) {
      const numRuns = Math.min(BATCH, requests - report.requests);
      const waiting = fc.sample(arbitrary, { numRuns, seed: seed + batch }).values();
      const worker = async () => {
        for (const request of waiting) await send(request, batch);
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
      onProgress?.(report.requests);
    }
  } finally {
    await pool.close();
  }
  return report;
}
