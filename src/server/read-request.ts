import { message } from '../base/messages/message.ts';
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { readParameters } from '../contract/parameters.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createQuery, isKeyParameter, KEY_PARAMETERS } from './parse-query.ts';

type RawParameters = Record<string, string | string[]>;

/**
 * Reads the parameters of an operation from the query of a request and, for a POST, from its body.
 *
 * Errors: INVALID_REQUEST naming the parameter that is unknown, repeated, given twice or wrong.
 */
export function readRequest(
  operation: Operation,
  request: Pick<FastifyRequest, 'query' | 'body'>,
): Record<string, unknown> {
  const query = request.query as RawParameters;
  const hasBody = operation.method === 'POST' && request.body !== undefined && request.body !== null;
  if (!hasBody && KEY_PARAMETERS.every((name) => query[name] === undefined))
    return readParameters(operation, query);
  // Copied one by one: an object from which a member was deleted is several times slower.
  const raw = createQuery();
  for (const name in query) if (!isKeyParameter(name)) raw[name] = query[name] as string | string[];
  if (hasBody) addBody(operation, raw, request.body);
  return readParameters(operation, raw);
}

function addBody(operation: Operation, raw: RawParameters, body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GeomillError('INVALID_REQUEST', message('server.bodyNotObject', { operation: operation.name }));
  }
  for (const [name, value] of Object.entries(body)) {
    if (isKeyParameter(name)) {
      throw new GeomillError('INVALID_REQUEST', message('server.keyInBody', { name }));
    }
    if (Object.hasOwn(raw, name)) {
      throw new GeomillError(
        'INVALID_REQUEST',
        message('server.givenTwice', { operation: operation.name, name }),
      );
    }
    raw[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
}
