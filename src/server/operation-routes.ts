import { message } from '../base/messages/message.ts';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { needsRouter, OPERATION_NAMES, type OperationName, OPERATIONS } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { describeOperation } from './openapi-operation.ts';
import { ANONYMOUS } from './access/key-ring.ts';
import type { Client } from './fair-shares.ts';
import { readRequest } from './read-request.ts';
import type { ServerContext, ServerPlugin } from './server-context.ts';
import type { Cancellation } from './call-operation.ts';
import { LIMITS } from './limits.ts';
import { LOCAL_LINK, type GooglePlaceResult } from '../contract/records/google-place.ts';

/** The paths under which the roots of the interface are served. */
export const ROOTS: Readonly<Record<Operation['root'], string>> = { base: '/v1', imagery: '/imagery/v1' };

/** Returns the path of an operation on this server: `/v1/geocode/forward`. */
export function pathOf(operation: Pick<Operation, 'root' | 'path'>): string {
  return ROOTS[operation.root] + operation.path;
}

/**
 * Runs a call that ends when the client goes away or the time of a request is over.
 *
 * Errors: TIMEOUT when the time is over, ABORTED when the client is gone, and what the call throws.
 * Cost: an AbortSignal is created only if the call reads it: it costs more than all the rest.
 */
export function withDeadline<T>(
  reply: FastifyReply,
  call: (cancellation: Cancellation) => Promise<T>,
  timeMs: number = LIMITS.requestMs,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = new Deadline(reject);
    const timer = setTimeout(
      () => deadline.end(new GeomillError('TIMEOUT', message('server.timeout', { seconds: timeMs / 1000 }))),
      timeMs,
    );
    // Emitted after each response too; the deadline is settled by then, and an error costs more than the check.
    reply.raw.on('close', () => {
      if (deadline.isSettled) return;
      clearTimeout(timer);
      deadline.end(new GeomillError('ABORTED', message('server.connectionClosed')));
    });
    // Not every call ends at once when it is cancelled: the first outcome counts.
    call(deadline).then(
      (value) => {
        clearTimeout(timer);
        deadline.settle();
        resolve(value);
      },
      (error: Error) => {
        clearTimeout(timer);
        deadline.settle();
        reject(error);
      },
    );
  });
}

class Deadline implements Cancellation {
  readonly isBounded = true;
  #reject: ((error: Error) => void) | undefined;
  #isCancelled = false;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;

  constructor(reject: (error: Error) => void) {
    this.#reject = reject;
  }

  get isSettled(): boolean {
    return this.#reject === undefined;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isCancelled) this.#controller.abort();
    return this.#controller.signal;
  }

  onCancel(listener: () => void): void {
    if (this.#isCancelled) listener();
    else this.#listener = listener;
  }

  /** Cancels the call, unless it is settled. */
  end(error: Error): void {
    const reject = this.#reject;
    if (!reject) return;
    this.settle();
    this.#isCancelled = true;
    // Before the listeners, which may end the call in another way.
    reject(error);
    this.#controller?.abort();
    this.#listener?.();
  }

  settle(): void {
    this.#reject = undefined;
  }
}

/**
 * Answers a request by one operation, as JSON text: a route in the lane of routes, each within its time, and not after the client is gone.
 *
 * Errors: those of the operation; TIMEOUT, ABORTED; THROTTLED when too many routes wait.
 */
export function answerInTime(
  context: ServerContext,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  name: OperationName,
  parameters: Record<string, unknown>,
): Promise<string> {
  const isExact = context.datasetDir !== undefined;
  const call = (cancellation: Cancellation) => context.answer(name, parameters, cancellation);
  if (needsRouter([name])) {
    const routeMs = isExact ? LIMITS.routeMs : LIMITS.gatewayRouteMs;
    // Nothing moves on the connection meanwhile; Node sets its time again at the next request.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(routeMs + LIMITS.stalledMs);
    const inLane = (cancellation: Cancellation) =>
      context.routes.run(() => call(cancellation), cancellation, clientOf(request));
    return withDeadline(reply, inLane, routeMs);
  }
  // A local request that is computed in this thread does not wait: no timer could end it.
  if (isExact && !context.isSent(name, parameters)) return context.answer(name, parameters);
  return withDeadline(reply, call);
}

/** Adds the routes of all operations of the contract. */
export const addOperationRoutes: ServerPlugin = (app, context) => {
  const isExact = context.datasetDir !== undefined;
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const path = pathOf(operation);
    const method = operation.method === 'GET' ? 'get' : 'post';
    context.openapi[path] = { [method]: describeOperation(operation, { isExact }) };
    // Pages of pictures are long: imagery/imagery-search.ts has this route.
    if (name === 'searchImagery') continue;
    app.route({
      method: operation.method,
      url: path,
      onRequest: context.authorize(name),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const parameters = readRequest(operation, request, reply);
        const body = await answerInTime(context, [request, reply], name, parameters);
        // Places of a service behind a gateway have links of their own.
        const text = isExact && name === 'place' ? withPlaceLink(body, request) : body;
        context.bill(
          request,
          name,
          typeof parameters.sessiontoken === 'string' ? parameters.sessiontoken : undefined,
        );
        return reply.type('application/json; charset=utf-8').send(text);
      },
    });
  }
};

/** Returns whose request it is. */
export function clientOf({ account = ANONYMOUS, ip }: FastifyRequest): Client {
  return { account: account === ANONYMOUS ? ip : account.id, address: ip };
}

/**
 * Adds the link of a place to its detail in google shape: the page of this server that shows it.
 *
 * Shape: `/?q=<id>`, at the address by which the server was reached. Other responses are returned unchanged.
 * Source: interface document, section 2.2, `url`.
 */
export function withPlaceLink(
  body: string,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  if (!body.includes(`"url":"${LOCAL_LINK}`)) return body;
  const detail = JSON.parse(body) as Partial<GooglePlaceResult>;
  if (!detail.result) return body;
  const url = `${protocol}://${host}/?q=${encodeURIComponent(detail.result.place_id)}`;
  return JSON.stringify({ ...detail, result: { ...detail.result, url } });
}
