import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SYSTEM_CLOCK, type Clock } from '../base/files/clock.ts';
import { answerTimeout } from './error-response.ts';
import { LIMITS } from './limits.ts';
import { ANONYMOUS } from './access/key-ring.ts';
import { refuseMalformed } from './parse-query.ts';
import { Refusal } from './refusal.ts';

/** The state of a server that stops. */
export interface Draining {
  isDraining: boolean;
}

/**
 * Adds the checks of every request, before its route: length of the address, percent escapes, a body that comes.
 *
 * Shape: see {@link createOpenBodies}; a body is counted for its address, then for its key.
 */
export function addGuards(app: FastifyInstance, draining: Draining, clock: Clock = SYSTEM_CLOCK): void {
  const bodies = createOpenBodies(clock);
  const watched = new WeakMap<IncomingMessage, IncomingBody>();
  const count = ({ raw }: FastifyRequest, owner: string, most: number) => {
    const body = watched.get(raw);
    if (body) bodies.count(body, owner, most);
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (draining.isDraining) void reply.header('connection', 'close');
    if (request.raw.url !== undefined && request.raw.url.length > LIMITS.urlBytes) {
      throw new Refusal(414, `path and query have more than ${LIMITS.urlBytes} bytes`);
    }
    refuseMalformed(request.query, 'query');
    const { headers, raw } = request;
    const hasBody =
      headers['transfer-encoding'] !== undefined ||
      (headers['content-length'] !== undefined && headers['content-length'] !== '0');
    if (hasBody) {
      const body = incoming(request, reply.raw);
      watched.set(raw, body);
      const stop = bodies.watch(body);
      raw.once('end', stop);
      raw.once('close', stop);
      count(request, `address ${request.ip}`, LIMITS.bodiesOfAddress);
    }
    done();
  });
  // The key is known when the route has admitted the request.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { id } = request.account ?? ANONYMOUS;
    if (id !== ANONYMOUS.id) count(request, `key ${id}`, LIMITS.bodiesOfKey);
    done(null, payload);
  });
}

function incoming({ raw, routeOptions }: FastifyRequest, response: ServerResponse): IncomingBody {
  const { socket } = raw;
  return {
    received: () => socket.bytesRead,
    isHeld: () => raw.complete || raw.readableLength > 0,
    isStreaming: routeOptions.config.isStreaming === true,
    end(reason) {
      // Behind a pipelined request the socket is not that of this response yet.
      const isNext = response.socket === socket && !response.headersSent;
      if (!isNext || !answerTimeout(socket, reason)) raw.destroy();
    },
  };
}

/** A connection that has served a request is closed for a new one after this long without another. Units: ms. */
const IDLE_MS = 15_000;

/**
 * Limits the connections of a server so that those without a request make room for new ones: silent connections lock no one out.
 *
 * Shape: above `most` connections the one that has waited longest for its first request is closed, else the one that has been idle longest since its last;
 * a new one is refused while all others have requests, or had one in the last `idleMs`.
 */
export function makeRoom(server: Server, most: number, idleMs = IDLE_MS): void {
  /** Connections that have not made a request, the one that waits longest first. */
  const unused = new Set<Socket>();
  /** Connections between two requests, with the time of the end of the last one; the one that is idle longest first. */
  const idle = new Map<Socket, number>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      unused.delete(socket);
      idle.delete(socket);
    });
    if (open > most) {
      const [longest = idleLongest() ?? socket] = unused;
      // Its end is reported later.
      unused.delete(longest);
      idle.delete(longest);
      longest.destroy();
      if (longest === socket) return;
    }
    unused.add(socket);
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.set(socket, performance.now());
    });
  });

  function idleLongest(): Socket | undefined {
    const [first] = idle;
    return first !== undefined && performance.now() - first[1] >= idleMs ? first[0] : undefined;
  }
}

/** A body that is being received. Units: bytes. */
export interface IncomingBody {
  /** Returns what has come on its connection so far. */
  received: () => number;
  /** Reports whether the server has all of it, or bytes that it did not read yet, so that the client may have to wait. */
  isHeld: () => boolean;
  /** Whether it may take longer than the time of a request, as a batch does. */
  isStreaming: boolean;
  /** Ends its request; the reason is for the client. */
  end: (reason: string) => void;
}

/** The bodies that a server is receiving. */
interface OpenBodies {
  /** Watches a body. Shape: returns the function that ends the watch. */
  watch: (body: IncomingBody) => () => void;
  /** Counts a watched body as one of an address or a key; where there are too many, the slowest one makes room, of new ones the oldest. */
  count: (body: IncomingBody, owner: string, most: number) => void;
}

interface Watched {
  body: IncomingBody;
  owners: string[];
  /** What had come before the body, and up to the last look. */
  before: number;
  received: number;
  waitedMs: number;
  silentMs: number;
  /** The state when the rate was judged last. */
  judged: { received: number; waitedMs: number };
}

/**
 * Ends requests whose body does not come: silent ones, and those that trickle.
 *
 * Shape: only time in which the server waits for bytes counts, not that in which it holds back the body. Bodies are looked at every `LIMITS.bodyCheckMs`.
 */
export function createOpenBodies({ nowMs, after }: Pick<Clock, 'nowMs' | 'after'>): OpenBodies {
  const open = new Map<IncomingBody, Watched>();
  const byOwner = new Map<string, Set<Watched>>();
  let lastMs = 0;
  let cancelLook: (() => void) | undefined;

  function look(): void {
    // While this thread was busy, bytes that came were not read.
    const passedMs = Math.min(nowMs() - lastMs, 2 * LIMITS.bodyCheckMs);
    lastMs = nowMs();
    cancelLook = open.size > 0 ? after(LIMITS.bodyCheckMs, look, false) : undefined;
    for (const watched of open.values()) {
      const fault = advance(watched, passedMs);
      if (fault !== undefined) end(watched, fault);
    }
  }

  function end({ body }: Watched, reason: string): void {
    forget(body);
    body.end(reason);
  }

  function forget(body: IncomingBody): void {
    const watched = open.get(body);
    if (!watched) return;
    open.delete(body);
    for (const owner of watched.owners) {
      const own = byOwner.get(owner);
      own?.delete(watched);
      if (own?.size === 0) byOwner.delete(owner);
    }
    if (open.size > 0) return;
    cancelLook?.();
    cancelLook = undefined;
  }

  return {
    watch(body) {
      const received = body.received();
      const judged = { received, waitedMs: 0 };
      open.set(body, { body, owners: [], before: received, received, waitedMs: 0, silentMs: 0, judged });
      if (!cancelLook) {
        lastMs = nowMs();
        cancelLook = after(LIMITS.bodyCheckMs, look, false);
      }
      return () => forget(body);
    },
    count(body, owner, most) {
      const watched = open.get(body);
      if (!watched) return;
      const own = byOwner.get(owner) ?? new Set();
      if (own.size >= most) {
        const waiting = [...own].filter((each) => !each.body.isHeld());
        if (waiting.length >= most)
          end(slowestOf(waiting), `newer requests take its place: its body came slowest of ${most}`);
      }
      // Forgotten when it was empty.
      byOwner.set(owner, own.add(watched));
      watched.owners.push(owner);
    },
  };
}

/** Adds what came in a time. Shape: the reason to end the request, if there is one. */
function advance(watched: Watched, passedMs: number): string | undefined {
  const { body, judged } = watched;
  const received = body.received();
  const isHeld = body.isHeld();
  watched.silentMs = received > watched.received || isHeld ? 0 : watched.silentMs + passedMs;
  watched.received = received;
  if (isHeld) return undefined;
  watched.waitedMs += passedMs;
  if (watched.silentMs >= LIMITS.bodySilentMs)
    return `no byte of the body came for ${LIMITS.bodySilentMs / 1000} s`;
  if (!body.isStreaming && watched.waitedMs >= LIMITS.requestMs)
    return `the body was not complete after ${LIMITS.requestMs / 1000} s`;
  const judgedMs = watched.waitedMs - judged.waitedMs;
  if (judgedMs < LIMITS.bodyRateMs) return undefined;
  if ((received - judged.received) * 1000 < LIMITS.bodyBytesPerSecond * judgedMs)
    return `the body came too slowly: fewer than ${LIMITS.bodyBytesPerSecond} bytes a second for ${LIMITS.bodyRateMs / 1000} s`;
  watched.judged = { received, waitedMs: watched.waitedMs };
  return undefined;
}

/** Returns the body with the least rate, of new ones the first. */
function slowestOf(waiting: readonly Watched[]): Watched {
  const rateOf = ({ received, before, waitedMs }: Watched) =>
    waitedMs === 0 ? Infinity : (received - before) / waitedMs;
  return waiting.reduce((a, b) => (rateOf(b) < rateOf(a) ? b : a));
}
