import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import type { CallContext } from '../contract/service.ts';
import { readRequest } from './read-request.ts';
import type { ServerPlugin } from './server-context.ts';

/** The paths under which the roots of the interface are served. */
export const ROOTS: Readonly<Record<Operation['root'], string>> = { base: '/v1', imagery: '/imagery/v1' };

type AnyPort = Record<
  OperationName,
  (parameters: Record<string, unknown>, context?: CallContext) => Promise<unknown>
>;

/** Returns the path of an operation on this server: `/v1/geocode/forward`. */
export function pathOf(operation: Pick<Operation, 'root' | 'path'>): string {
  return ROOTS[operation.root] + operation.path;
}

/** Adds the routes of all operations of the contract. */
export const addOperationRoutes: ServerPlugin = (app, context) => {
  const port = context.service as unknown as AnyPort;
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    app.route({
      method: operation.method,
      url: pathOf(operation),
      onRequest: context.authorize(name),
      handler: async (request, reply) => {
        const response = await port[name](readRequest(operation, request));
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(response));
      },
    });
  }
};
