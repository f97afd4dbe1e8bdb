import { setTimeout as sleep } from 'node:timers/promises';
import { appendLine } from '../../base/files/append-line.ts';
import { errnoOf, GeomillError } from '../../base/errors/geomill-error.ts';

const TIMEOUT_MS = 5000;
/** Times before each attempt. Units: ms. */
const WAITS_MS = [0, 300, 1000];
const DEFAULT_ENDPOINT = 'api/v1/lineage';

/** Where the events of a run go: a file, to which a line is appended for each, or an address. */
export interface LineageTarget {
  file?: string;
  url?: string;
  apiKey?: string;
}

/** The variables of OpenLineage's clients that are read. */
export type LineageVariables = Readonly<Record<string, string | undefined>>;

/**
 * Returns where the events of a run go; undefined where none are wanted.
 *
 * Shape: `stated` is a path or an address, else that of OPENLINEAGE_URL; the events are posted to OPENLINEAGE_ENDPOINT below it (`api/v1/lineage`).
 * Errors: USAGE for an address that is none.
 * Source: OpenLineage, configuration of the Python client.
 */
export function lineageTarget(stated: string | undefined, env: LineageVariables): LineageTarget | undefined {
  if (/^true$/i.test(env.OPENLINEAGE_DISABLED ?? '')) return undefined;
  const place = stated ?? env.OPENLINEAGE_URL?.trim();
  if (place === undefined || place === '') return undefined;
  if (stated !== undefined && !/^[a-z][a-z\d+.-]*:\/\//i.test(stated)) return { file: stated };
  if (!/^https?:\/\//i.test(place) || !URL.canParse(place))
    throw new GeomillError(
      'USAGE',
      `${stated === undefined ? 'OPENLINEAGE_URL' : '--lineage'} is a path or an address that begins with https:// or http://`,
    );
  const url = new URL(place);
  if (!url.pathname.endsWith('/lineage')) {
    const endpoint = (env.OPENLINEAGE_ENDPOINT ?? DEFAULT_ENDPOINT).replace(/^\/+/, '');
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${endpoint}`;
  }
  const apiKey = env.OPENLINEAGE_API_KEY?.trim();
  return { url: url.href, ...(apiKey ? { apiKey } : {}) };
}

/**
 * Sends an event.
 *
 * Guarantee: never fails; a sentence where the event did not arrive, without address and key.
 * Cost: three attempts of 5 s at most.
 */
export async function sendEvent(
  { file, url, apiKey }: LineageTarget,
  event: object,
): Promise<string | undefined> {
  const text = JSON.stringify(event);
  try {
    if (file !== undefined) await appendLine(file, text);
    else if (url !== undefined) await post(url, apiKey, text);
    return undefined;
  } catch (error) {
    const reason =
      file === undefined
        ? (error as Error).message
        : `${file} cannot be written (${errnoOf(error) ?? String(error)})`;
    return `an event of OpenLineage was lost: ${reason}`;
  }
}

async function post(url: string, apiKey: string | undefined, body: string): Promise<void> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (apiKey !== undefined) headers.Authorization = `Bearer ${apiKey}`;
  let reason = '';
  for (const waitMs of WAITS_MS) {
    await sleep(waitMs, undefined, { ref: true });
    try {
      // The key is for this address only.
      const options = { method: 'POST', headers, body, redirect: 'manual' } as const;
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.body?.cancel();
      if (response.ok) return;
      reason = `status ${response.status}`;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      const { name, cause } = error as Error;
      const isLate = name === 'TimeoutError';
      reason = isLate
        ? `no response in ${TIMEOUT_MS / 1000} s`
        : ((cause as { code?: string } | undefined)?.code ?? name);
    }
  }
  throw new Error(`its receiver was not reached (${reason})`);
}
