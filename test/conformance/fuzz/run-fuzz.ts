import fc from 'fast-check';
import { Pool } from 'undici';
import {
  pathsBelow,
  requestsDescribed,
  type DescribedPaths,
  type FuzzRequest,
} from './described-requests.ts';
import { requestsToAll } from './requests.ts';
import { createResponseChecker } from './response-checker.ts';

/** The server that is tested, and how many requests it gets. */
export interface FuzzOptions {
  origin: string;
  key: string;
  requests: number;
  seed: number;
  /** Receives the outcome so far, now and then. */
  onProgress?: (report: FuzzReport) => void;
}

/** The outcome. Shape: `failures` are the first few, each with what a person needs to send it again. */
export interface FuzzReport {
  requests: number;
  byStatus: Record<number, number>;
  /** Paths of dialects and batches that never gave status 200. */
  unanswered: string[];
  failures: string[];
}

const BATCH = 500;
const CONNECTIONS = 16;
const MAX_FAILURES = 10;
/** The paths whose requests are made from the document; those of the contract are made from its own schemas, shape by shape. */
const DESCRIBED = ['/nominatim/', '/photon/', '/v1/batch/'];

/**
 * Sends generated requests and checks every response against the server's own OpenAPI document.
 *
 * Shape: a batch comes from the seed plus its number, so that a failure can be repeated without those before it.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, key, requests, seed, onProgress } = options;
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${key}` };
  const get = async (path: string) => (await pool.request({ path, method: 'GET', headers })).body.json();
  const document = (await get('/openapi.json')) as DescribedPaths;
  const check = createResponseChecker(document);
  const arbitrary = fc.oneof(
    { weight: 3, arbitrary: requestsToAll() },
    { weight: 2, arbitrary: requestsDescribed(document, DESCRIBED) },
  );
  const unanswered = new Set(pathsBelow(document, DESCRIBED));
  const report: FuzzReport = { requests: 0, byStatus: {}, unanswered: [], failures: [] };

  const send = async ({ path, method, query, body: sent }: FuzzRequest, batch: number): Promise<void> => {
    const fail = (why: string) =>
      report.failures.push(`seed ${seed + batch}: ${method} ${path}?${query}: ${why}`);
    try {
      const response = await pool.request({
        path: `${path}?${query}`,
        method,
        headers: sent ? { ...headers, 'content-type': sent.type } : headers,
        ...(sent && { body: sent.text }),
      });
      const body = await response.body.text();
      const { statusCode: status } = response;
      report.byStatus[status] = (report.byStatus[status] ?? 0) + 1;
      if (status === 200) unanswered.delete(path);
      const type = String(response.headers['content-type'] ?? '');
      const fault = check({ path, method, status, type, body });
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
      onProgress?.(report);
    }
  } finally {
    await pool.close();
  }
  return { ...report, unanswered: [...unanswered] };
}
