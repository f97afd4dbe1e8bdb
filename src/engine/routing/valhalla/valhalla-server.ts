import { Pool } from 'undici';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { aborted, tookTooLong } from './request-queue.ts';
import type { ValhallaAction, ValhallaClient } from './requests.ts';
import { valhallaError } from './valhalla-responses.ts';
import { trimEnd } from '../../../base/text/trim-end.ts';

const PATHS: Readonly<Record<ValhallaAction, string>> = {
  route: '/route',
  locate: '/locate',
  matrix: '/sources_to_targets',
};
const CONNECTIONS = 8;
const DEADLINE_MS = 120_000;
const MAX_BODY_BYTES = 64 * 2 ** 20;
const MAX_ATTEMPTS = 2;

/** Error codes of a connection that the server closed, perhaps before it read the request. */
const CLOSED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Creates a client of a Valhalla server over HTTP. Units: milliseconds.
 *
 * Shape: the address may have a path prefix; redirects are not followed.
 * Errors: USAGE for an invalid address; in addition to those of the client, RESPONSE_TOO_LARGE, THROTTLED, KEY_REFUSED. Messages never contain
 * the address, which may contain a password.
 * Guarantee: a request on a connection that was just closed is sent once more.
 */
export function createValhallaServer(address: string, deadlineMs = DEADLINE_MS): ValhallaClient {
  const url = parseAddress(address);
  const pool = new Pool(url.origin, { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });
  // The requests on a lost connection report the error; an event without a listener would end the process.
  pool.on('connectionError', () => undefined);
  const pathPrefix = trimEnd(url.pathname, '/');
  const headers = headersFor(url);

  async function post(
    path: string,
    body: string,
    signal: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    const response = await pool.request({ method: 'POST', path, headers, body, signal });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES)
        throw failure('RESPONSE_TOO_LARGE', 'routing.responseTooLarge', { most: MAX_BODY_BYTES });
      chunks.push(chunk);
    }
    return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
  }

  return {
    async send(action, request, signal) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { status, text } = await post(`${pathPrefix}${PATHS[action]}`, request, either);
          if (status === 200) return text;
          throw statusError(status, text);
        } catch (error) {
          if (error instanceof GeomillError) throw error;
          if (signal?.aborted) throw aborted();
          if (deadline.aborted) throw tookTooLong(deadlineMs);
          const code = codeOf(error);
          if (!CLOSED.has(code)) throw failure('SERVICE_DOWN', 'routing.notReached', { cause: code });
          if (attempt >= MAX_ATTEMPTS)
            throw failure('SERVICE_ERROR', 'routing.connectionClosed', { cause: code });
        }
      }
    },
    close: () => pool.destroy(),
  };
}

function headersFor({ username, password }: URL): Record<string, string> {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'geomill',
    ...(user !== ':' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '') return url;
  throw failure('USAGE', 'routing.badAddress');
}

/** Converts a response with another status than 200. */
function statusError(status: number, text: string): GeomillError {
  if (status === 401 || status === 403) return failure('KEY_REFUSED', 'routing.accessRefused', { status });
  if (status === 429) return failure('THROTTLED', 'routing.throttled');
  const error = errorText(text);
  if (error !== undefined) return valhallaError(error);
  return failure('SERVICE_ERROR', 'routing.otherStatus', { status });
}

/** Parses the error text of a failed response: `{"error_code":171,"error":"No suitable edges near location",...}`. */
function errorText(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the code of a network error; its message is not used, because it may contain the address. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed';
}
