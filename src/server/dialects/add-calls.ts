import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../../contract/catalogue.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { GeoService } from '../../contract/service.ts';
import { failureOf } from '../failure.ts';
import { answerInTime } from '../operation-routes.ts';
import { type OpenApiOperation, type OpenApiTag, describeFailures } from '../openapi-document.ts';
import type { ServerContext } from '../server-context.ts';
import { dialectPlaces, type DialectPlace } from './dialect-place.ts';
import {
  describeParameters,
  readQuery,
  refuseUnknown,
  type DialectParameters,
  type RawQuery,
  type ValuesOf,
} from './parameters.ts';

/** A call of a dialect: the row from which its routes and their part of `/openapi.json` are made. */
export interface DialectCall<P extends DialectParameters = DialectParameters> {
  /** Name in `/openapi.json`. */
  id: string;
  summary: string;
  path: string;
  /** Other paths that clients of the dialect write. */
  aliases?: readonly string[];
  /** The operation that a key must allow, which may depend on the query; any valid key will do when left out. */
  operation?: OperationName | ((query: RawQuery) => OperationName);
  /** The parameter with the token of the session that the request is billed with, where the dialect has sessions. */
  sessionParameter?: string;
  parameters: P;
  /** Whether parameters that are not in the table are refused. */
  isStrict?: boolean;
  /** The JSON Schema of each type of a response with status 200. */
  responses: Readonly<Record<string, object>>;
  /** Returns the response: a JSON value, or a text that is no JSON. Errors: INVALID_REQUEST for parameters that cannot be used; those of the service. */
  answer: (values: ValuesOf<P>, scope: CallScope) => unknown;
}

/** Declares a call, whose answer has the values of its own parameters. */
export function dialectCall<P extends DialectParameters>(call: DialectCall<P>): DialectCall {
  return call as unknown as DialectCall;
}

type PlaceOperation = 'geocodeForward' | 'geocodeReverse' | 'autocomplete' | 'nearby' | 'place';

/** What a call answers with. */
export interface CallScope {
  context: ServerContext;
  /** Returns the places of an operation, labelled by the units that the query asks for. */
  places: <N extends PlaceOperation>(
    name: N,
    parameters: Parameters<GeoService[N]>[0],
  ) => Promise<DialectPlace[]>;
  /** Answers by one operation as its own path does: a route in the lane of routes, within its time, and not after the client is gone. */
  ask: (name: OperationName, parameters: Record<string, unknown>) => Promise<unknown>;
}

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
    for (const url of [call.path, ...(call.aliases ?? [])]) {
      app.get(url, { onRequest: authorization(call, context) }, async (request, reply) => {
        const query = request.query as RawQuery;
        if (call.isStrict) refuseUnknown(query, call.parameters);
        const values = readQuery(call.parameters, query);
        const response = await call.answer(values, {
          context,
          places: placesOf(context.service, values.admin_v2),
          ask: async (name, parameters) =>
            JSON.parse(await answerInTime(context, [request, reply], name, parameters)) as unknown,
        });
        const operation = operationOf(call, query);
        if (operation) context.bill(request, operation, tokenOf(query[call.sessionParameter ?? '']));
        return typeof response === 'string'
          ? reply.type('text/plain; charset=utf-8').send(response)
          : reply.type('application/json; charset=utf-8').send(JSON.stringify(response));
      });
    }
    context.openapi[call.path] = { get: describeCall(call, dialect) };
  }
}

/** Returns what finds the places of operations, with units of one generation. */
function placesOf(service: GeoService, admin_v2: unknown): CallScope['places'] {
  return async (name, parameters) => {
    const method = service[name] as (parameters: object) => Promise<{ features: readonly OsmFeature[] }>;
    return dialectPlaces((await method({ ...(parameters as object), admin_v2 })).features);
  };
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
  const { id, summary, aliases = [], parameters, responses } = call;
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
