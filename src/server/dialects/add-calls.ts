import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../../contract/catalogue.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { GeoService } from '../../contract/service.ts';
import { failureOf } from '../failure.ts';
import { answerInTime } from '../operation-routes.ts';
import { type OpenApiOperation, type OpenApiTag, describeFailures } from '../openapi-document.ts';
import type { ServerContext } from '../server-context.ts';
import { dialectPlaces, type DialectPlace } from './dialect-place.ts';
import { fill } from './fill.ts';
import {
  describeParameters,
  readQuery,
  refuseUnknown,
  type DialectParameters,
  type RawQuery,
  type ValuesOf,
} from './parameters.ts';

/** What the table of a dialect in `src/data/` says of a call. */
interface CallTable {
  /** Name in `/openapi.json`. */
  id: string;
  summary: string;
  path: string;
  /** Other paths that clients of the dialect write. */
  aliases?: readonly string[];
  /** For `/openapi.json`: the call itself refuses a query without them, in the words of the dialect. */
  required?: readonly string[];
  /** Name of the schema of a response with status 200. */
  response: string;
  /** A response that is text, and no JSON. */
  text?: string;
  /** Whether parameters that are not in the table are refused. */
  isStrict?: boolean;
}

/** The table of a dialect in `src/data/`. Shape: schemas and templates may name other schemas, and facts, as `fill` reads them. */
interface DialectTable {
  /** What it speaks, for `/openapi.json`. */
  about: string;
  calls: Readonly<Record<string, CallTable>>;
  schemas: Readonly<Record<string, object>> & { error: object };
  /** `error` is the body of a failed request, filled with `code`, `message`, and `status` of `statuses`. */
  templates: { error: object };
  statuses?: Readonly<Record<string, string>>;
}

/** How a call is answered: with the values of its own parameters. */
export interface DialectCall<P extends DialectParameters = DialectParameters> {
  parameters: P;
  /** The operation that a key must allow, which may depend on the query; any valid key will do when left out. */
  operation?: OperationName | ((query: RawQuery) => OperationName);
  /** The parameter with the token of the session that the request is billed with, where the dialect has sessions. */
  sessionParameter?: string;
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

/** A dialect: its group in `/openapi.json`, its table, and how its calls are answered. */
export interface Dialect {
  tag: OpenApiTag;
  table: DialectTable;
  calls: Readonly<Record<string, DialectCall>>;
}

/** Adds the routes of a dialect and describes them. Errors: in the form of the dialect. */
export function addCalls(app: FastifyInstance, context: ServerContext, { tag, table, calls }: Dialect): void {
  app.setErrorHandler((error, request, reply) => {
    const { status: code, message, headers, isBug } = failureOf(error);
    if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
    const status = table.statuses?.[code] ?? 'UNKNOWN_ERROR';
    return reply.code(code).headers(headers).send(fill(table.templates.error, { code, message, status }));
  });
  for (const [name, call] of Object.entries(calls)) {
    const { path, aliases = [], isStrict = false, ...described } = table.calls[name]!;
    for (const url of [path, ...aliases]) {
      app.get(url, { onRequest: authorization(call, context) }, async (request, reply) => {
        const query = request.query as RawQuery;
        if (isStrict) refuseUnknown(query, call.parameters);
        const values = readQuery(call.parameters, query);
        const response = await call.answer(values, {
          context,
          places: placesOf(context.service, values.admin_v2),
          ask: async (operation, parameters) =>
            JSON.parse(await answerInTime(context, [request, reply], operation, parameters)) as unknown,
        });
        const operation = operationOf(call, query);
        if (operation) context.bill(request, operation, tokenOf(query[call.sessionParameter ?? '']));
        return typeof response === 'string'
          ? reply.type('text/plain; charset=utf-8').send(response)
          : reply.type('application/json; charset=utf-8').send(JSON.stringify(response));
      });
    }
    context.openapi[path] = { get: describeCall(call, { ...described, aliases }, { tag, table }) };
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

function describeCall(
  { parameters }: DialectCall,
  {
    id,
    summary,
    aliases,
    required,
    response,
    text,
  }: Omit<CallTable, 'path'> & { aliases: readonly string[] },
  { tag, table: { about, schemas } }: Pick<Dialect, 'tag' | 'table'>,
): OpenApiOperation {
  const also = aliases.length === 0 ? '' : ` Also at ${aliases.join(', ')}.`;
  const answer = (description: string, name: string, plain?: string) => ({
    description,
    content: {
      ...(plain !== undefined && { 'text/plain': { schema: { const: plain } } }),
      'application/json': { schema: fill(schemas[name], schemas) as object },
    },
  });
  return {
    tags: [tag],
    operationId: id,
    summary,
    description: `${about}${also}`,
    parameters: describeParameters(parameters, required),
    responses: {
      200: answer('the response', response, text),
      ...describeFailures(answer('the request failed', 'error')),
    },
  };
}
