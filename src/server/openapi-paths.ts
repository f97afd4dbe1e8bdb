/** An operation of OpenAPI 3.1, as plain data. */
export type OpenApiOperation = Record<string, unknown>;

/** The paths of an OpenAPI document: `/v1/place` to `{ get: {...} }`. */
export type OpenApiPaths = Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;
