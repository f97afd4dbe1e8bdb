import type { TSchema } from 'typebox';
import { STAGE_STATUSES, type StageDefinition } from '../../run/stages/stage.ts';
import { describeParameter } from '../openapi-operation.ts';
import { type OpenApiOperation, BODY_FAILURES, describeFailures } from '../openapi-document.ts';
import { READING_PARAMETERS } from './batch-request.ts';
import { mediaTypeOf } from './media-types.ts';

/**
 * Describes the batch of a stage for OpenAPI.
 *
 * Shape: bodies are text to OpenAPI 3.1; the record of NDJSON is in `x-item-schema`, which OpenAPI 3.2 has as `itemSchema`.
 */
export function describeBatch({ name, summary, options }: StageDefinition): OpenApiOperation {
  const required = options.required ?? [];
  const parameters = Object.entries({ ...READING_PARAMETERS, ...options.properties } as Record<
    string,
    TSchema
  >);
  const row = { type: 'object', description: 'a row: its columns are text or any JSON value' };
  return {
    tags: ['batch'],
    operationId: `batch${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    summary,
    description:
      'The rows of a file in, the same rows with the columns of the stage out, in order, while the body is still sent. A row that fails has the status error.',
    parameters: parameters.map(([parameter, schema]) =>
      describeParameter(parameter, schema, {
        required: required.includes(parameter),
        description: (schema as { description?: string }).description ?? '',
      }),
    ),
    requestBody: { required: true, content: contentOf(row, 'binary') },
    responses: {
      200: { description: 'the rows with the columns of the stage', content: contentOf(resultRow(name)) },
      ...describeFailures({ $ref: '#/components/responses/Error' }, [406, ...BODY_FAILURES]),
    },
  };
}

function resultRow(stage: string): object {
  return {
    type: 'object',
    required: [`${stage}_status`, `${stage}_reason`],
    properties: {
      [`${stage}_status`]: { enum: STAGE_STATUSES },
      [`${stage}_reason`]: { type: ['string', 'null'], description: 'why there is no result' },
    },
  };
}

/** Describes rows. Shape: `binary` has generated clients send a file as it is; of another text some of them make JSON. */
function contentOf(row: object, format?: 'binary'): Record<string, object> {
  const text = { type: 'string', ...(format && { format }) };
  return {
    [mediaTypeOf('csv')]: { schema: { ...text, description: 'CSV with a header, UTF-8' } },
    [mediaTypeOf('ndjson')]: {
      schema: { ...text, description: 'one JSON object a line, UTF-8' },
      'x-item-schema': row,
    },
  };
}
