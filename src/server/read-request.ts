import { message } from '../base/messages/message.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { readParameters } from '../contract/parameters.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createQuery, isKeyParameter, KEY_PARAMETERS } from './parse-query.ts';

type RawParameters = Record<string, string | string[]>;

/** The header of a response that names the parameters of other clients which were not used. */
export const IGNORED_HEADER = 'geomill-ignored';

/**
 * Reads the parameters of an operation from the query of a request and, for a POST, from its body.
 *
 * Shape: parameters of other clients are named in a header of the reply, and change nothing; without one they are unknown.
 * Errors: INVALID_REQUEST naming the parameter that is unknown, repeated, given twice or wrong.
 */
export function readRequest(
  operation: Operation,
  request: Pick<FastifyRequest, 'query' | 'body'>,
  reply?: Pick<FastifyReply, 'header'>,
): Record<string, unknown> {
  if (!reply) return readAll(operation, request);
  const ignored: string[] = [];
  const parameters = readAll(operation, request, (name) => ignored.push(name));
  if (ignored.length > 0) reply.header(IGNORED_HEADER, ignored.join(', '));
  return parameters;
}

function readAll(
  operation: Operation,
  request: Pick<FastifyRequest, 'query' | 'body'>,
  onIgnored?: (name: string) => void,
): Record<string, unknown> {
  const query = request.query as RawParameters;
  const hasBody = operation.method === 'POST' && request.body !== undefined && request.body !== null;
  if (!hasBody && KEY_PARAMETERS.every((name) => query[name] === undefined))
    return readParameters(operation, query, onIgnored);
  // Copied one by one: an object from which a member was deleted is several times slower.
  const raw = createQuery();
  for (const name in query) if (!isKeyParameter(name)) raw[name] = query[name] as string | string[];
  if (hasBody) addBody(operation, raw, request.body);
  return readParameters(operation, raw, onIgnored);
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
