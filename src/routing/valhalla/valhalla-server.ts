import { Pool } from 'undici';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { ValhallaAsker } from './asker.ts';
import type { ValhallaAction } from './requests.ts';
import { valhallaFailure } from './valhalla-errors.ts';

/** Says how a server of Valhalla is asked. Units: milliseconds. */
export interface ValhallaServerOptions {
  connections?: number;
  deadlineMs?: number;
}

const PATHS: Readonly<Record<ValhallaAction, string>> = {
  route: '/route',
  locate: '/locate',
  matrix: '/sources_to_targets',
};
const CONNECTIONS = 8;
const DEADLINE_MS = 120_000;
const MOST_BODY_BYTES = 64 * 2 ** 20;
const MOST_ATTEMPTS = 2;

/**
 * Asks a server of Valhalla over HTTP, in place of one in child processes.
 *
 * Shape: the address may have a path below which the server answers; redirects are not followed.
 * Errors: USAGE for what is no address; beside those of the port, RESPONSE_TOO_LARGE, THROTTLED, KEY_REFUSED. Messages never hold the
 * address, which may hold a password.
 * Guarantee: a question that meets a connection that has just been closed is asked once more.
 */
export function createValhallaServer(
  address: string,
  { connections = CONNECTIONS, deadlineMs = DEADLINE_MS }: ValhallaServerOptions = {},
): ValhallaAsker {
  const url = readAddress(address);
  const pool = new Pool(url.origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  // A lost connection is reported by the questions that were on it.
  pool.on('connectionError', () => undefined);
  const pathPrefix = url.pathname.replace(/\/+$/, '');
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'geomill',
    ...(user !== ':' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };

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
      if (bytes > MOST_BODY_BYTES)
        throw new GeomillError('RESPONSE_TOO_LARGE', `the router answers more than ${MOST_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
    return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
  }

  return {
    async ask(action, request, signal) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { status, text } = await post(`${pathPrefix}${PATHS[action]}`, request, either);
          if (status === 200) return text;
          throw failureOf(status, text);
        } catch (error) {
          if (error instanceof GeomillError) throw error;
          if (signal?.aborted) throw new GeomillError('ABORTED', 'the question was given up');
          if (deadline.aborted)
            throw new GeomillError('TIMEOUT', `the router took longer than ${deadlineMs / 1000} s`);
          const code = codeOf(error);
          if (CLOSED.has(code) && attempt < MOST_ATTEMPTS) continue;
          if (CLOSED.has(code))
            throw new GeomillError('SERVICE_ERROR', `the router closed the connection (${code})`);
          throw new GeomillError('SERVICE_DOWN', `the router cannot be reached (${code})`);
        }
      }
    },
    close: () => pool.destroy(),
  };
}

const CLOSED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '') return url;
  throw new GeomillError(
    'USAGE',
    'the address of the Valhalla server is no http:// or https:// address without a query',
  );
}

/** Tells what an answer other than 200 means. */
function failureOf(status: number, text: string): GeomillError {
  if (status === 401 || status === 403)
    return new GeomillError('KEY_REFUSED', `the router refuses us (${status})`);
  if (status === 429) return new GeomillError('THROTTLED', 'the router wants fewer questions (429)');
  const error = errorText(text);
  if (error !== undefined) return valhallaFailure(error);
  return new GeomillError('SERVICE_ERROR', `the router answers ${status}`);
}

/** Reads Valhalla's own word on a failure: `{"error_code":171,"error":"No suitable edges near location",...}`. */
function errorText(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Only the code of a network error passes: its message may hold the address. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed';
}
