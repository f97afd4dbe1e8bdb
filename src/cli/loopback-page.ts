import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** A page that is sent to one browser of this machine. */
export interface LoopbackPage {
  /** Its address, which opens it once: whoever opens it first has the page. */
  url: string;
  /** Ends after the responses that are being sent. */
  close(): Promise<void>;
}

/** A page and what it may ask for: actions by name, with a JSON object each. */
export interface LoopbackOptions {
  html: string;
  actions: Readonly<Record<string, (body: Record<string, unknown>) => Promise<object>>>;
}

const HOST = '127.0.0.1';
const MOST_BYTES = 64 * 1024;
const CLOSE_MS = 500;

/** What each response has: no other page shows it, keeps it, or learns its address. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A response that refuses a request, or sends text. */
interface Reply {
  status: number;
  type?: string;
  text?: string;
  headers?: Record<string, string>;
}

/**
 * Serves a page to one browser, at a free port of the loopback address.
 *
 * Shape: the address has a token that works once and becomes a cookie. A request of another page, of another name for this machine (DNS rebinding), or without the
 * cookie is refused; a body has 64 kB at most. Errors of an action are its response, as text.
 */
export async function serveLoopbackPage({ html, actions }: LoopbackOptions): Promise<LoopbackPage> {
  let token: string | undefined = randomBytes(24).toString('base64url');
  const session = randomBytes(24).toString('base64url');
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    void reply(request)
      .catch((): Reply => ({ status: 500 }))
      .then((found) => send(response, found));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = `${HOST}:${port}`;
  // Browsers send cookies of one port to another one of the same address.
  const cookie = `geomill_review_${port}`;
  const isOurs = ({ headers }: IncomingMessage) =>
    (headers.cookie ?? '').split('; ').some((one) => isSame(one, `${cookie}=${session}`));

  async function reply(request: IncomingMessage): Promise<Reply> {
    const { method, url = '', headers } = request;
    if (headers.host !== host) return { status: 403, text: 'another host name' };
    const { pathname, searchParams } = new URL(url, `http://${host}`);
    const given = searchParams.get('token');
    if (method === 'GET' && pathname === '/' && given !== null) {
      const isFirst = token !== undefined && isSame(given, token);
      if (isFirst) token = undefined;
      if (!isFirst && !isOurs(request)) return { status: 403, text: 'this address was opened already' };
      const kept = `${cookie}=${session}; HttpOnly; SameSite=Strict; Path=/`;
      return { status: 303, headers: { location: '/', ...(isFirst && { 'set-cookie': kept }) } };
    }
    if (!isOurs(request)) return { status: 403, text: 'open the address that the command has printed' };
    if (method === 'GET' && pathname === '/') return { status: 200, type: 'text/html', text: html };
    const action = Object.hasOwn(actions, pathname.slice(1)) && actions[pathname.slice(1)];
    if (!action) return { status: 404 };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (headers.origin !== `http://${host}`) return { status: 403, text: 'another origin' };
    if (headers['content-type'] !== 'application/json') return { status: 415 };
    const body = await readBody(request);
    if (body === undefined) return { status: 413 };
    const parsed = parseObject(body);
    if (!parsed) return { status: 400 };
    try {
      return { status: 200, type: 'application/json', text: JSON.stringify(await action(parsed)) };
    } catch (error) {
      if (!(error instanceof GeomillError)) throw error;
      return { status: 409, text: error.message };
    }
  }
  return {
    url: `http://${host}/?token=${token}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, delay(CLOSE_MS)]);
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, { status, type = 'text/plain', text = '', headers }: Reply): void {
  // What was not read of a body that is too long is not waited for.
  const end = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, {
    ...{ ...HEADERS, ...end, 'content-type': `${type}; charset=utf-8` },
    ...headers,
  });
  response.end(text);
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the body of a request; undefined for one that is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return undefined;
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of request as AsyncIterable<Buffer>) {
    bytes += block.length;
    if (bytes > MOST_BYTES) return undefined;
    blocks.push(block);
  }
  return Buffer.concat(blocks).toString();
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
