import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SYSTEM_CLOCK, type Clock } from '../base/files/clock.ts';
import { answerTimeout } from './error-response.ts';
import { LIMITS } from './limits.ts';
import { createOpenBodies, type IncomingBody } from './open-bodies.ts';
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
