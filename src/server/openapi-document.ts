const response = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** An operation of OpenAPI 3.1, as plain data. */
export type OpenApiOperation = Record<string, unknown>;

/** The paths of an OpenAPI document: `/v1/place` to `{ get: {...} }`. */
export type OpenApiPaths = Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;

/** Builds the OpenAPI 3.1 document of a server from the paths of its plugins. */
export function createOpenApiDocument(
  paths: OpenApiPaths,
  { version, needsKey }: { version: string; needsKey: boolean },
): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Geomill',
      version,
      summary: 'Places, geocoding, routes, forcodes and street imagery of Vietnam.',
    },
    servers: [{ url: '/' }],
    ...(needsKey ? { security: [{ apikey: [] }, { header: [] }, { bearer: [] }] } : {}),
    paths,
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'query', name: 'apikey' },
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
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
