import { wordsOf } from '../base/messages/message.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { geocodeForward } from '../contract/operations/geocode-forward.ts';
import { SYSTEM_CLOCK } from '../base/files/clock.ts';
import { FILE_CALLS } from '../base/files/file-calls.ts';
import { readEndpoint } from './endpoint.ts';
import { openCacheParts, ownCache } from './cache-parts.ts';
import { quotaDay } from './quota.ts';
import { createTransport } from './transport.ts';
import { type CacheOwner, prepareCacheFolder, readLedger, RESPONSES } from './disk/cache-files.ts';

/** The settings of a probe. Shape: `cacheDir` counts the daily quota; false counts nothing. */
export interface ProbeOptions {
  baseUrl: string;
  apiKey?: string;
  cacheDir?: string | false;
  allowPrivate?: boolean;
  deadlineMs?: number;
}

/**
 * The result of one request. Units: milliseconds.
 *
 * Shape: `status` is that of HTTP, or `detail` the code of the failure. `clockAheadMs` is how far the clock of this machine is ahead of that of the service,
 * absent if the response has no date; both clocks are read to the second.
 */
export interface Probe {
  status?: number;
  detail?: string;
  elapsedMs: number;
  clockAheadMs?: number;
}

const DEADLINE_MS = 10_000;
const OWNERSHIP_WAIT_MS = 10_000;

/**
 * Sends one request to a service, which is counted like any other, and never answered from the cache.
 *
 * Errors: USAGE for an address that cannot be used; IO, OUTPUT_REFUSED for a cache folder that cannot; LOCKED while another process sends requests with the key. The failure of the request is a result.
 */
export async function probeService(options: ProbeOptions): Promise<Probe> {
  const { baseUrl, apiKey, allowPrivate = false, cacheDir = false, deadlineMs = DEADLINE_MS } = options;
  const endpoint = readEndpoint(baseUrl, allowPrivate);
  await countRequest(cacheDir, { service: endpoint.name, apiKey });
  const transport = createTransport({
    endpoint,
    connections: 1,
    deadlineMs,
    allowPrivate,
    apiKey,
  });
  const begunMs = Date.now();
  try {
    const result = await transport.send(
      { method: 'GET', path: geocodeForward.path, query: new URLSearchParams({ text: 'Hà Nội' }).toString() },
      () => undefined,
    );
    const elapsedMs = Date.now() - begunMs;
    if (result.kind === 'failed') return { detail: wordsOf(result.detail), elapsedMs };
    const date = Date.parse(result.headers.date ?? '');
    // The header has no fraction of a second; on average half of one is missing.
    const clockAheadMs = begunMs + elapsedMs / 2 - (date + 500);
    return {
      status: result.status,
      elapsedMs,
      clockAheadMs: Number.isFinite(clockAheadMs) ? clockAheadMs : undefined,
    };
  } finally {
    await transport.destroy();
  }
}

async function countRequest(cacheDir: string | false, owner: CacheOwner): Promise<void> {
  const ignore = () => undefined;
  const lock =
    cacheDir === false ? undefined : await ownCache(cacheDir, owner, { waitMs: OWNERSHIP_WAIT_MS });
  try {
    const parts = openCacheParts({
      cacheDir,
      owner,
      clock: SYSTEM_CLOCK,
      onEvent: ignore,
      onFailure: ignore,
    });
    parts.ledger.add(quotaDay(Date.now()), 1);
    await parts.ledger.close();
    await parts.close();
  } finally {
    await lock?.release();
  }
}

/** What a cache folder holds. Shape: `quota` is absent if no request of the service was counted there. Units: bytes. */
interface CacheState {
  responseBytes: number;
  quota?: { day: string; requests: number };
}

/**
 * Reads the state of a cache folder, undefined where there is none.
 *
 * Shape: `owner` is whose quota is read.
 * Errors: IO, OUTPUT_REFUSED for a folder or a file that cannot be used.
 * Guarantee: neither folder nor files are made.
 */
export function readCacheState(folder: string, owner?: CacheOwner): CacheState | undefined {
  if (!existsSync(folder)) return undefined;
  prepareCacheFolder(folder, FILE_CALLS);
  const path = join(folder, RESPONSES);
  const responseBytes = existsSync(path) ? FILE_CALLS.statSync(path).size : 0;
  const count = owner && readLedger(folder, owner, FILE_CALLS);
  return { responseBytes, ...(count && { quota: { day: count.day, requests: count.total } }) };
}
