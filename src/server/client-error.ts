import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS } from '../contract/status.ts';
import { LIMITS } from './limits.ts';

/** An error of Node's HTTP parser. */
type ParserError = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers bytes that are no HTTP request and closes the connection.
 *
 * Guarantee: neither the response nor a log has a part of what was sent, which may contain a key.
 */
export function answerClientError(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error);
  const message = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ status: STATUS.error, message });
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  // A client that does not close its side would keep the connection.
  socket.destroySoon();
}

function statusOf({ code, rawPacket }: ParserError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  const lineEnd = Buffer.isBuffer(rawPacket) ? rawPacket.indexOf('\r\n') : 0;
  return lineEnd < 0 || lineEnd > LIMITS.urlBytes ? 414 : 431;
}
