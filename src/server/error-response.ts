import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS } from '../contract/status.ts';
import { failureOf } from './failure.ts';

const IMAGERY_PREFIX = '/imagery/';

/** Answers a failed request with the error payload of the interface: `status_code` for imagery, else `status`. Source: service facts. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers, isBug } = failureOf(error);
  if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
  const body = request.url.startsWith(IMAGERY_PREFIX)
    ? { message, status_code: status }
    : { status: STATUS.error, message };
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
