import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../../contract/catalogue.ts';
import { failureOf } from '../failure.ts';
import { answerInTime } from '../operation-routes.ts';
import { type OpenApiOperation, type OpenApiTag, describeFailures } from '../openapi-document.ts';
import type { ServerContext } from '../server-context.ts';
import { describeParameters, type DialectParameters, type RawQuery } from './parameters.ts';

/** A response of a call: a JSON value, or text where the call has one that is no JSON. */
export type DialectResponse = { json: unknown } | { text: string };

/** A call of a dialect: the table from which its routes and their part of `/openapi.json` are made. */
export interface DialectCall {
  /** Name in `/openapi.json`. */
  id: string;
  summary: string;
  path: string;
  /** Other paths that clients of the dialect write. */
  aliases: readonly string[];
  /** The operation that a key must allow, which may depend on the query; any valid key will do when left out. */
  operation?: OperationName | ((query: RawQuery) => OperationName);
  /** The parameter with the token of the session that the request is billed with, where the dialect has sessions. */
  sessionParameter?: string;
  parameters: DialectParameters;
  /** The JSON Schema of each type of a response with status 200. */
  responses: Readonly<Record<string, object>>;
  answer: (
    query: RawQuery,
    context: ServerContext,
    ask: AskOperation,
  ) => Promise<DialectResponse> | DialectResponse;
}

/** Answers by one operation as its own path does: a route in the lane of routes, within its time, and not after the client is gone. */
export type AskOperation = (name: OperationName, parameters: Record<string, unknown>) => Promise<unknown>;

/** A dialect: its documentation, its calls, and the form of its errors. */
export interface Dialect {
  /** Its group in `/openapi.json`. */
  tag: OpenApiTag;
  source: string;
  calls: readonly DialectCall[];
  errorSchema: object;
  /** Returns the body of a failed request. */
  errorBody: (status: number, message: string) => unknown;
}

/** Adds the routes of a dialect and describes them. Errors: in the form of the dialect. */
export function addCalls(app: FastifyInstance, context: ServerContext, dialect: Dialect): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, message, headers, isBug } = failureOf(error);
    if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
    return reply.code(status).headers(headers).send(dialect.errorBody(status, message));
  });
  for (const call of dialect.calls) {
    for (const url of [call.path, ...call.aliases]) {
      app.get(url, { onRequest: authorization(call, context) }, async (request, reply) => {
        const query = request.query as RawQuery;
        const ask: AskOperation = async (name, parameters) =>
          JSON.parse(await answerInTime(context, [request, reply], name, parameters)) as unknown;
        const response = await call.answer(query, context, ask);
        const operation = operationOf(call, query);
        if (operation) context.bill(request, operation, tokenOf(query[call.sessionParameter ?? '']));
        return 'text' in response
          ? reply.type('text/plain; charset=utf-8').send(response.text)
          : reply.type('application/json; charset=utf-8').send(JSON.stringify(response.json));
      });
    }
    context.openapi[call.path] = { get: describeCall(call, dialect) };
  }
}

function operationOf({ operation }: DialectCall, query: RawQuery): OperationName | undefined {
  return typeof operation === 'function' ? operation(query) : operation;
}

function authorization(call: DialectCall, { authorize }: ServerContext): onRequestHookHandler {
  if (typeof call.operation !== 'function') return authorize(call.operation);
  return function (request, reply, done) {
    authorize(operationOf(call, request.query as RawQuery)).call(this, request, reply, done);
  };
}

const tokenOf = (value: RawQuery[string]) => (typeof value === 'string' && value !== '' ? value : undefined);

function describeCall(call: DialectCall, { tag, source, errorSchema }: Dialect): OpenApiOperation {
  const { id, summary, aliases, parameters, responses } = call;
  const also = aliases.length === 0 ? '' : ` Also at ${aliases.join(', ')}.`;
  const failure = {
    description: 'the request failed',
    content: { 'application/json': { schema: errorSchema } },
  };
  return {
    tags: [tag],
    operationId: id,
    summary,
    description: `${source}${also}`,
    parameters: describeParameters(parameters),
    responses: {
      200: {
        description: 'the response',
        content: Object.fromEntries(Object.entries(responses).map(([type, schema]) => [type, { schema }])),
      },
      ...describeFailures(failure),
    },
  };
}

/** The schema of a FeatureCollection of points. */
export const POINT_COLLECTION = {
  type: 'object',
  required: ['type', 'features'],
  properties: {
    type: { const: 'FeatureCollection' },
    features: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'properties', 'geometry'],
        properties: {
          type: { const: 'Feature' },
          properties: { type: 'object' },
          geometry: {
            type: 'object',
            required: ['type', 'coordinates'],
            properties: {
              type: { const: 'Point' },
              coordinates: {
                type: 'array',
                items: { type: 'number' },
                minItems: 2,
                maxItems: 2,
                description: 'longitude, latitude',
              },
            },
          },
        },
      },
    },
  },
};
