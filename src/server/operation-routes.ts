import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATION_NAMES, OPERATIONS } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { describeOperation } from './openapi-operation.ts';
import { readRequest } from './read-request.ts';
import { withDeadline } from './deadline.ts';
import type { ServerPlugin } from './server-context.ts';

/** The paths under which the roots of the interface are served. */
export const ROOTS: Readonly<Record<Operation['root'], string>> = { base: '/v1', imagery: '/imagery/v1' };

/** Returns the path of an operation on this server: `/v1/geocode/forward`. */
export function pathOf(operation: Pick<Operation, 'root' | 'path'>): string {
  return ROOTS[operation.root] + operation.path;
}

/** Adds the routes of all operations of the contract. */
export const addOperationRoutes: ServerPlugin = (app, context) => {
  const isExact = context.datasetDir !== undefined;
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const path = pathOf(operation);
    // A local operation that is computed in this thread does not wait: no timer could end it.
    const mayWait = !isExact || operation.needsRouter === true || context.threaded.has(name);
    app.route({
      method: operation.method,
      url: path,
      onRequest: context.authorize(name),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const parameters = readRequest(operation, request);
        const body = mayWait
          ? await withDeadline(reply, (cancellation) => context.answer(name, parameters, cancellation))
          : await context.answer(name, parameters);
        context.bill(request, name, sessionTokenOf(parameters));
        return reply.type('application/json; charset=utf-8').send(body);
      },
    });
    const method = operation.method === 'GET' ? 'get' : 'post';
    context.openapi[path] = { [method]: describeOperation(operation, { isExact }) };
  }
};

function sessionTokenOf({ sessiontoken }: Record<string, unknown>): string | undefined {
  return typeof sessiontoken === 'string' ? sessiontoken : undefined;
}
