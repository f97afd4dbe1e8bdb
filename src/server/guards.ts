import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LIMITS } from './limits.ts';
import { refuseMalformed } from './parse-query.ts';
import { Refusal } from './refusal.ts';

/** The state of a server that stops. */
export interface Draining {
  isDraining: boolean;
}

/** Adds the checks of every request, before its route: length of the address, percent escapes, time to receive the body. */
export function addGuards(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (draining.isDraining) void reply.header('connection', 'close');
    if (request.raw.url !== undefined && request.raw.url.length > LIMITS.urlBytes) {
      throw new Refusal(414, `path and query have more than ${LIMITS.urlBytes} bytes`);
    }
    refuseMalformed(request.query, 'query');
    const { headers } = request;
    const hasBody =
      headers['transfer-encoding'] !== undefined ||
      (headers['content-length'] !== undefined && headers['content-length'] !== '0');
    if (hasBody && request.routeOptions.config.isStreaming !== true) cutSlowBody(request.raw);
    done();
  });
}

/** Closes the connection of a request whose body takes too long. */
function cutSlowBody(raw: IncomingMessage): void {
  const timer = setTimeout(() => raw.destroy(), LIMITS.requestMs);
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
}

/**
 * Limits the connections of a server so that those without a request make room for new ones: silent connections lock no one out.
 *
 * Shape: above `most` connections the one that has been without a request longest is closed; a new one is refused only while all others have requests.
 */
export function makeRoom(server: Server, most: number): void {
  /** Connections without a request, the one that waited longest first. */
  const waiting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    if (open > most) {
      const [longest = socket] = waiting;
      // Its end is reported later.
      waiting.delete(longest);
      longest.destroy();
      if (longest === socket) return;
    }
    waiting.add(socket);
  });
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}
