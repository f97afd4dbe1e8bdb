import { geocodeForward } from '../contract/operations/geocode-forward.ts';
import { SYSTEM_CLOCK } from '../base/files/clock.ts';
import { readEndpoint } from './endpoint.ts';
import { quotaDay } from './quota.ts';
import { openSharedParts } from './shared-parts.ts';
import { createTransport } from './transport.ts';

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

/**
 * Sends one request to a service, which is counted like any other, and never answered from the cache.
 *
 * Errors: USAGE for an address that cannot be used; IO, OUTPUT_REFUSED for a cache folder that cannot. The failure of the request is a result.
 */
export async function probeService(options: ProbeOptions): Promise<Probe> {
  const { baseUrl, apiKey, allowPrivate = false, cacheDir = false, deadlineMs = DEADLINE_MS } = options;
  const endpoint = readEndpoint(baseUrl, allowPrivate);
  await countRequest(cacheDir, endpoint.name);
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
    if (result.kind === 'failed') return { detail: result.detail, elapsedMs };
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

async function countRequest(cacheDir: string | false, service: string): Promise<void> {
  const ignore = () => undefined;
  const parts = openSharedParts({
    cacheDir,
    service,
    clock: SYSTEM_CLOCK,
    onEvent: ignore,
    onFailure: ignore,
  });
  parts.ledger.add(quotaDay(Date.now()), 1);
  await parts.ledger.close();
  await parts.close();
}
