import type { OpenApiPaths } from './openapi-paths.ts';

const response = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

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
    ...(needsKey ? { security: [{ apikey: [] }, { bearer: [] }] } : {}),
    paths,
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'query', name: 'apikey' },
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
