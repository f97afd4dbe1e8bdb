import type { FastifyRequest } from 'fastify';
import { KEY_PARAMETER } from '../parse-query.ts';
import { Refusal } from '../refusal.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Returns the key that a request presents, in the query or as a bearer token; undefined for none.
 *
 * Errors: 400 when it presents two different keys.
 */
export function presentedKey(request: FastifyRequest): string | undefined {
  const inQuery = (request.query as Record<string, unknown>)[KEY_PARAMETER];
  if (Array.isArray(inQuery)) throw new Refusal(400, `${KEY_PARAMETER} is repeated`);
  const { authorization } = request.headers;
  const inHeader = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (typeof inQuery !== 'string' || inQuery === '') return inHeader;
  if (inHeader !== undefined && inHeader !== inQuery) {
    throw new Refusal(400, `the request has two different keys, in ${KEY_PARAMETER} and in Authorization`);
  }
  return inQuery;
}
