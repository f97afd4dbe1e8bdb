import type { IncomingHttpHeaders } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import { message, type Message } from '../base/messages/message.ts';
import { isLoopback, publicLookup, type Endpoint } from './endpoint.ts';
import { BUSY_HEADER } from './options.ts';

/** A request without the key. */
export interface TransportRequest {
  method: 'GET' | 'POST';
  /** Path of the operation, below the base address. */
  path: string;
  query: string;
  /** Longest time of this request where it is not that of the transport. */
  deadlineMs?: number;
  /** Called when the head of a response of JSON has come, with a status of success. */
  onHead?: () => void;
}

/**
 * The result of one request; a request never throws.
 *
 * Shape: a `reply` is a complete HTTP response of any status. Otherwise `detail` is the code of the failure (`ECONNREFUSED`) or a message of ours, never a
 * message of the HTTP library, which may contain the URL; `replied` is true if a response had begun.
 */
export type TransportResult =
  | { kind: 'reply'; status: number; headers: ReplyHeaders; body: Buffer }
  | {
      kind: 'failed';
      reason: 'timeout' | 'network' | 'too_large';
      detail: Message | string;
      replied: boolean;
    };

/** The headers of a response that are used. */
export interface ReplyHeaders {
  retryAfter?: string;
  date?: string;
  location?: string;
  contentEncoding?: string;
  contentType?: string;
  etag?: string;
  /** Whether a 429 holds for requests of its kind only. */
  isBusy?: true;
}

/** An HTTP connection to one service. */
export interface Transport {
  /** Sends a request; `onSent` is called when it is written to a connection. */
  send(request: TransportRequest, onSent: () => void): Promise<TransportResult>;
  /** Drops every connection, and with it whatever is in flight. */
  destroy(): Promise<void>;
}

/** The settings of a transport. Units: milliseconds, bytes. */
export interface TransportOptions {
  endpoint: Endpoint;
  apiKey?: string;
  connections: number;
  deadlineMs: number;
  allowPrivate?: boolean;
  maxBodyBytes?: number;
  /** The types that are asked for; JSON when left out. */
  accept?: string;
}

/** The maximum size of a response; bytes. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * Builds a transport, the only part that knows the key and uses HTTP.
 *
 * Guarantee: redirects are not followed; nothing is decompressed; one deadline covers connecting, headers and body, so that a
 * service that dribbles bytes gains nothing; the body limit counts while bytes arrive.
 */
export function createTransport(options: TransportOptions): Transport {
  const { endpoint, deadlineMs, maxBodyBytes = MAX_BODY_BYTES, accept = 'application/json' } = options;
  const guarded = !options.allowPrivate && !isLoopback(new URL(endpoint.origin).hostname);
  const pool = new Pool(endpoint.origin, {
    connections: options.connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: deadlineMs, lookup: guarded ? publicLookup() : undefined },
  });
  // A lost connection is reported by the requests that were on it.
  pool.on('connectionError', () => undefined);
  const keyPair = options.apiKey ? `apikey=${encodeURIComponent(options.apiKey)}` : '';
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'geomill' };

  return {
    send: ({ method, path, query, deadlineMs: ownMs = deadlineMs, onHead }, onSent) =>
      new Promise((resolve) => {
        const search = query && keyPair ? `${query}&${keyPair}` : query || keyPair;
        const receiver = new Receiver(resolve, onSent, ownMs, maxBodyBytes, onHead);
        try {
          const target = `${endpoint.pathPrefix}${path}${search ? `?${search}` : ''}`;
          pool.dispatch({ path: target, method, headers }, receiver);
        } catch (error) {
          receiver.onResponseError(undefined, error as Error);
        }
      }),
    destroy: () => pool.destroy(),
  };
}

/** The receiver of one response. A class: closures would cost each request more than its headers. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: TransportResult) => void;
  readonly #onSent: () => void;
  readonly #maxBodyBytes: number;
  readonly #onHead: (() => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: ReplyHeaders = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  constructor(
    resolve: (result: TransportResult) => void,
    onSent: () => void,
    deadlineMs: number,
    maxBodyBytes: number,
    onHead: (() => void) | undefined,
  ) {
    this.#resolve = resolve;
    this.#onSent = onSent;
    this.#maxBodyBytes = maxBodyBytes;
    this.#onHead = onHead;
    this.#timer = setTimeout(
      () => this.#giveUp('timeout', message('service.notComplete', { ms: deadlineMs })),
      deadlineMs,
    );
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started;
    // The deadline may have passed while the connection was still being made.
    if (this.#settled) started.abort(new Error('settled'));
    else this.#onSent();
  }

  onResponseStart(_: unknown, statusCode: number, received: IncomingHttpHeaders): void {
    this.#status = statusCode;
    this.#headers = {
      retryAfter: headerOf(received['retry-after']),
      date: headerOf(received.date),
      location: headerOf(received.location),
      contentEncoding: headerOf(received['content-encoding']),
      contentType: headerOf(received['content-type']),
      etag: headerOf(received.etag),
      isBusy: received[BUSY_HEADER] !== undefined ? true : undefined,
    };
    if (Number(headerOf(received['content-length'])) > this.#maxBodyBytes) this.#refuseSize();
    else if (statusCode < 300 && this.#headers.contentType?.includes('json')) this.#onHead?.();
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBodyBytes) this.#refuseSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bytes);
    this.#settle({ kind: 'reply', status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: unknown, error: Error): void {
    const reason = isTimeout(error) ? 'timeout' : 'network';
    this.#settle({
      kind: 'failed',
      reason,
      detail: codeOf(error) ?? message('service.connectionFailed'),
      replied: this.#status > 0,
    });
  }

  #refuseSize(): void {
    this.#giveUp('too_large', message('service.moreBytes', { most: this.#maxBodyBytes }));
  }

  #giveUp(reason: 'timeout' | 'too_large', detail: Message): void {
    this.#settle({ kind: 'failed', reason, detail, replied: this.#status > 0 });
    this.#controller?.abort(new Error(detail.code));
  }

  #settle(result: TransportResult): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#resolve(result);
  }
}

const headerOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
const isTimeout = (error: Error) => /TIMEOUT|TIMEDOUT/.test(codeOf(error) ?? '');

// Only a code is passed on: the rest of an error of the HTTP library may contain the URL, or bytes of the response.
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code;
  if (errors?.length) return codeOf(errors[0]);
  return cause ? codeOf(cause) : undefined;
}
