import { message } from '../../base/messages/message.ts';
import { setMaxListeners } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { openBytes } from '../../run/pipeline/stream/byte-source.ts';
import { loadStages } from '../../run/stages/registry.ts';
import { STAGE_STATUSES, type StageDefinition } from '../../run/stages/stage.ts';
import type { Query } from '../parse-query.ts';
import { Refusal } from '../refusal.ts';
import type { ServerContext, ServerPlugin } from '../server-context.ts';
import { checkUnpacked } from './batch-budget.ts';
import { readBatchRequest, READING_PARAMETERS } from './batch-request.ts';
import { inputFormatOf, isGzipEncoded, mediaTypeOf, outputFormatOf, TYPE_OF_FORMAT } from './media-types.ts';
import { readLayout, runBatch } from './run-batch.ts';
import type { TSchema } from 'typebox';
import { describeParameter } from '../openapi-operation.ts';
import { BODY_FAILURES, describeFailures, type OpenApiOperation } from '../openapi-document.ts';

const BATCH = '/v1/batch';

/** Adds `POST /v1/batch/<stage>` for every stage that works row by row. */
export const addBatchRoutes: ServerPlugin = async (app, context) => {
  app.removeAllContentTypeParsers();
  // The body is a stream, read by the handler; its type is checked there.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const stage of (await loadStages()).values()) {
    const url = `${BATCH}/${stage.name}`;
    if (!isByRow(stage)) {
      app.post(url, { config: { isStreaming: true } }, () => {
        throw new Refusal(
          404,
          `${stage.name} needs all rows of a file before it can return the first: use geomill run ${stage.name}`,
        );
      });
      continue;
    }
    app.route({
      method: 'POST',
      url,
      config: { isStreaming: true },
      onRequest: context.authorize(stage.operations[0]),
      handler: (request, reply) => answerBatch(stage, request, reply, context),
    });
    context.openapi[url] = { post: describeBatch(stage) };
  }
};

/** Reports whether a stage works row by row: one that writes files of its own works on whole batches of rows. */
function isByRow({ outputs = [] }: StageDefinition): boolean {
  return outputs.length === 0;
}

/**
 * Sends the parts of a body, the first of which was requested already.
 *
 * Guarantee: a part is requested when the one before it was handed to the system, so that its memory can be reused; a stream would request one
 * ahead. The parts are ended in any case.
 * Errors: those of the parts; ABORTED for a closed connection.
 */
export async function sendParts(
  response: ServerResponse,
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncGenerator<Uint8Array>,
): Promise<void> {
  try {
    for (let part = first; part.done !== true; part = await rest.next()) await write(response, part.value);
    response.end();
  } finally {
    await rest.return(undefined);
  }
}

/** Writes bytes. Errors: ABORTED for a closed connection, also where the write is never answered, as of a response that waits for another. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new GeomillError('ABORTED', message('server.batchClosed')));
    response.once('close', onClose);
    response.write(bytes, (error) => {
      response.off('close', onClose);
      if (error) onClose();
      else resolve();
    });
  });
}

async function answerBatch(
  stage: StageDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const { headers } = request;
  const input = inputFormatOf(headers['content-type']);
  const output = outputFormatOf(headers.accept, input);
  const isGzip = isGzipEncoded(headers['content-encoding']);
  const wanted = readBatchRequest(stage, request.query as Query);
  const body = openBytes(request.raw, isGzip, checkUnpacked);
  const layout = await readLayout(body, input, wanted);

  const gone = new AbortController();
  // Every call of the service in progress listens to it.
  setMaxListeners(0, gone.signal);
  reply.raw.once('close', () => gone.abort());
  // The request itself was counted as the first row.
  let isFirst = true;
  const [operation] = stage.operations;
  const parts = runBatch({
    stage,
    options: wanted.options,
    layout,
    body,
    bodyBytes: isGzip ? Infinity : Number(headers['content-length'] ?? Infinity),
    output,
    service: context.service,
    settings: context.batch,
    signal: gone.signal,
    onRows(rows) {
      context.charge(request, isFirst ? rows - 1 : rows);
      isFirst = false;
    },
    onResults(rows) {
      if (operation !== undefined) context.bill(request, operation, undefined, rows);
    },
  });
  // Failures before the first part have a status of their own; later ones cut the response off.
  const first = await parts.next();
  reply.type(TYPE_OF_FORMAT[output]).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  try {
    await sendParts(reply.raw, first, parts);
  } catch (error) {
    reply.raw.destroy();
    // A write can fail before the connection is reported as closed.
    const isGone = gone.signal.aborted || isGeomillError(error, 'ABORTED');
    if (error instanceof Refusal)
      request.log.warn({ event: 'Batch:Refused', stage: stage.name, message: error.message });
    else if (!isGone) request.log.error({ event: 'Batch:Failed', stage: stage.name, err: error });
  }
  return reply;
}

/**
 * Describes the batch of a stage for OpenAPI.
 *
 * Shape: bodies are text to OpenAPI 3.1; the record of NDJSON is in `x-item-schema`, which OpenAPI 3.2 has as `itemSchema`.
 */
function describeBatch({ name, summary, options }: StageDefinition): OpenApiOperation {
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
