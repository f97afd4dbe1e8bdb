import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { readParameters } from '../contract/parameters.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { KEY_PARAMETER } from './access/presented-key.ts';

type RawParameters = Record<string, string | string[]>;

/**
 * Reads the parameters of an operation from the query of a request and, for a POST, from its body.
 *
 * Errors: INVALID_REQUEST naming the parameter that is unknown, repeated, given twice or wrong.
 */
export function readRequest(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  const query = request.query as RawParameters;
  // Copied one by one: an object from which a member was deleted is several times slower.
  const raw: RawParameters = {};
  for (const name in query) if (name !== KEY_PARAMETER) setOwn(raw, name, query[name] as string | string[]);
  if (operation.method === 'POST') addBody(operation, raw, request.body);
  return readParameters(operation, raw);
}

/** Sets a member, also one with the name of a member of all objects. */
function setOwn(raw: RawParameters, name: string, value: string | string[]): void {
  if (name === '__proto__') Object.defineProperty(raw, name, { value, enumerable: true, configurable: true });
  else raw[name] = value;
}

function addBody(operation: Operation, raw: RawParameters, body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new GeomillError(
      'INVALID_REQUEST',
      `${operation.name}: the body must be a JSON object of parameters`,
    );
  }
  for (const [name, value] of Object.entries(body)) {
    if (name === KEY_PARAMETER) {
      throw new GeomillError(
        'INVALID_REQUEST',
        `${KEY_PARAMETER} must be in the query or the Authorization header`,
      );
    }
    if (Object.hasOwn(raw, name)) {
      throw new GeomillError('INVALID_REQUEST', `${operation.name}: ${name} is in the query and in the body`);
    }
    raw[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
}
