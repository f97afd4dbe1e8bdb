import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../src/contract/catalogue.ts';
import { answerOf, fractionOf } from './loopback-answers.ts';
import { createCap, type CapOptions } from './loopback-cap.ts';

/**
 * Says how the loopback service behaves; everything is plain data, so that it can be had in another process.
 *
 * Shape: shares are parts of all requests, rolled anew for each, from `seed` alone: failing with 503, never answering, resetting the
 * connection in the middle of the answer, sending garbage.
 */
export interface LoopbackOptions {
  delayMs?: number;
  key?: string;
  cap?: CapOptions;
  failShare?: number;
  hangShare?: number;
  resetShare?: number;
  garbageShare?: number;
  seed?: number;
  /** Keeps a line per request; false for long benches. Default true. */
  log?: boolean;
}

/** Hooks of a loopback service in the same process. */
export interface LoopbackHooks {
  /** Answers in place of the default. */
  answer?: (operation: OperationName, query: URLSearchParams) => unknown;
  /** Takes over a request altogether, before key and cap are looked at; true when it did. `nth` counts all requests from 1. */
  intercept?: (request: IncomingMessage, response: ServerResponse, nth: number) => boolean;
}

/** Notes one request. Units: milliseconds since the Unix epoch, with fractions. */
export interface LoggedRequest {
  atMs: number;
  /** Operation and query, without the key. */
  question: string;
  status: number;
}

/** A loopback service that runs. */
export interface Loopback {
  baseUrl: string;
  log(): Promise<LoggedRequest[]>;
  /** Number of all requests, also without a log. */
  requests(): Promise<number>;
  /** Highest number of requests that were open at once. */
  mostOpen(): Promise<number>;
  close(): Promise<void>;
}

const pathToName = new Map(
  OPERATION_NAMES.map((name) => [`${OPERATIONS[name].method} /v1${OPERATIONS[name].path}`, name]),
);

/** Starts a loopback service in this process, on a port of its own. */
export async function startLoopbackService(options: LoopbackOptions & LoopbackHooks = {}): Promise<Loopback> {
  const { delayMs = 0, key, seed = 1, log: keepsLog = true } = options;
  const cap = options.cap && createCap(options.cap);
  const log: LoggedRequest[] = [];
  let count = 0;
  let open = 0;
  let mostOpen = 0;

  const server = createServer((request, response) => {
    const nth = (count += 1);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => (open -= 1));
    const [path = '', search = ''] = (request.url ?? '').split('?', 2);
    const query = new URLSearchParams(search);
    const givenKey = query.get('apikey');
    query.delete('apikey');
    const name = pathToName.get(`${request.method} ${path}`);
    const entry = {
      atMs: performance.timeOrigin + performance.now(),
      question: `${name ?? path}?${query.toString()}`,
      status: 0,
    };
    if (keepsLog) log.push(entry);
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      entry.status = status;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    };
    if (options.intercept?.(request, response, nth)) return;
    const refusal = cap?.(entry.atMs);
    const act = () => {
      if (key !== undefined && givenKey !== key)
        return reply(401, { status: 'ERROR', message: 'Invalid API key' });
      if (refusal) return reply(429, { status: 'ERROR', message: 'Too many requests' }, refusal);
      if (!name) return reply(404, { status: 'ERROR', message: 'No such path' });
      let roll = fractionOf(seed, nth, entry.question);
      const falls = (share = 0) => (roll -= share) < 0;
      if (falls(options.failShare)) return reply(503, { status: 'ERROR', message: 'Unavailable' });
      if (falls(options.hangShare)) return undefined;
      if (falls(options.garbageShare)) return reply(200, '<html>');
      const body = JSON.stringify((options.answer ?? answerOf)(name, query));
      if (falls(options.resetShare)) {
        response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
        response.write(body.slice(0, body.length / 2), () => request.socket.resetAndDestroy());
        return undefined;
      }
      return reply(200, body);
    };
    if (delayMs > 0) setTimeout(act, delayMs);
    else act();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    log: async () => log,
    requests: async () => count,
    mostOpen: async () => mostOpen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What the service in a process of its own sends to the process that started it. */
export interface LoopbackReports {
  ready: string;
  log: LoggedRequest[];
  requests: number;
  mostOpen: number;
}

// Started by loopback-process.ts.
if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const service = await startLoopbackService(JSON.parse(process.argv[2] ?? '{}') as LoopbackOptions);
  const report = (message: Partial<LoopbackReports>) => process.send?.(message);
  process.on('message', (ask) => {
    if (ask === 'log') void service.log().then((log) => report({ log }));
    if (ask === 'requests') void service.requests().then((requests) => report({ requests }));
    if (ask === 'mostOpen') void service.mostOpen().then((mostOpen) => report({ mostOpen }));
  });
  process.on('disconnect', () => process.exit(0));
  report({ ready: service.baseUrl });
}
