import type { TSchema } from 'typebox';
import { BEYOND, OF_ALL_OPERATIONS, type BeyondMark } from '../contract/beyond.ts';
import { readValue } from '../contract/parameters.ts';
import { EXAMPLES, needsEarlier } from './pages/examples.ts';

const response = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** The groups of operations, for readers and generators of clients. */
const TAGS = {
  places: 'Places and addresses of Vietnam, and positions.',
  units: 'Wards, districts and provinces of today and of earlier days.',
  routes: 'Directions, and the order of stops.',
  forcodes: 'Codes of small hexagons.',
  imagery: 'Street pictures, as a STAC API.',
  batch: 'Whole files: rows in, the same rows with the columns of a stage out.',
  review: 'What a run has left doubtful: the texts to decide, decisions, and the results with them.',
  google: "Google's Geocoding, Places and Directions API, in their older form.",
  nominatim: 'The API of Nominatim.',
  pelias: 'The API of Pelias.',
  photon: 'The API of Photon.',
  server: 'The server and its keys.',
} as const;

/** The name of a group of operations. */
export type OpenApiTag = keyof typeof TAGS;

/** An operation of OpenAPI 3.1, as plain data. */
export interface OpenApiOperation {
  tags: readonly OpenApiTag[];
  operationId: string;
  summary: string;
  description: string;
  parameters?: readonly object[];
  requestBody?: { required?: boolean; content: Record<string, object> };
  [BEYOND]?: readonly BeyondMark[];
  responses: object;
}

/** The paths of an OpenAPI document: `/v1/place` to `{ get: {...} }`. */
export type OpenApiPaths = Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;

const SECURITY_SCHEMES = {
  apikey: { type: 'apiKey', in: 'query', name: 'apikey' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
};

/** Adds the request of the documentation to an operation. Shape: one that needs an earlier answer has none. */
function withExamples(operation: OpenApiOperation): OpenApiOperation {
  const example = EXAMPLES[operation.operationId];
  if (example === undefined || needsEarlier(example)) return operation;
  const { path = {}, query = {}, body } = example;
  const parameters = operation.parameters?.map((parameter) => {
    const { name, schema } = parameter as { name: string; schema: TSchema };
    const text = path[name] ?? query[name];
    return text === undefined ? parameter : { ...parameter, example: readValue(schema, text) };
  });
  const { requestBody } = operation;
  const media = body && requestBody?.content[body.type];
  return {
    ...operation,
    ...(parameters && { parameters }),
    ...(media && {
      requestBody: {
        ...requestBody,
        content: { ...requestBody.content, [body.type]: { ...media, example: bodyOf(body) } },
      },
    }),
  };
}

const bodyOf = ({ type, text }: { type: string; text: string }): unknown =>
  type === 'application/json' ? JSON.parse(text) : text;

/** Builds the OpenAPI 3.1 document of a server from the paths of its plugins. */
export function createOpenApiDocument(
  paths: OpenApiPaths,
  { version, needsKey }: { version: string; needsKey: boolean },
): Record<string, unknown> {
  const described = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, withExamples(each)])),
    ]),
  );
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Geomill',
      version,
      summary: 'Places, geocoding, routes, forcodes and street imagery of Vietnam.',
      description:
        'Finds and converts addresses of Vietnam from a dataset of this server, or of the service behind it. Units are degrees (WGS84), metres and seconds.',
      contact: { name: 'Geomill' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // Stated as empty, too: generators take a document without it for one that is silent about keys.
    security: needsKey ? [{ apikey: [] }, { header: [] }, { bearer: [] }] : [],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as OpenApiTag))
      .map(([name, description]) => ({ name, description })),
    [BEYOND]: OF_ALL_OPERATIONS,
    paths: described,
    components: {
      ...(needsKey && { securitySchemes: SECURITY_SCHEMES }),
      schemas: {
        Error: {
          type: 'object',
          required: ['status', 'message'],
          properties: { status: { const: 'ERROR' }, message: { type: 'string' } },
          additionalProperties: false,
        },
        ImageryError: {
          type: 'object',
          required: ['message', 'status_code'],
          properties: { message: { type: 'string' }, status_code: { type: 'integer' } },
          additionalProperties: false,
        },
      },
      responses: {
        Error: response('the request failed', 'Error'),
        ImageryError: response('the request failed', 'ImageryError'),
      },
    },
  };
}

/** The statuses with which every request may fail that reaches an operation. Requests with another method or path fail before. */
const OF_ALL = [400, 401, 403, 408, 414, 429, 500, 501, 502, 503, 504];

/** The statuses of requests whose body the server does not take. */
export const BODY_FAILURES: readonly number[] = [413, 415];

/** Describes the failures of an operation for OpenAPI: those of every request, and its own. Shape: all have the same response. */
export function describeFailures(response: object, own: readonly number[] = []): Record<string, object> {
  return Object.fromEntries([...OF_ALL, ...own].map((status) => [String(status), response]));
}
