import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { varyBy } from './own-hosts.ts';

/** The policy of the server's pages: they load nothing from other servers, and run no script and no style but their own. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the policy of a page that these origins may show in a frame, and the server itself. */
export const framedSecurityPolicy = (origins: readonly string[]): string =>
  CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", ["frame-ancestors 'self'", ...origins].join(' '));

/** The policy of `/docs`: the arrows of Swagger UI are pictures within its style sheet. */
export const DOCS_SECURITY_POLICY = CONTENT_SECURITY_POLICY.replace("img-src 'self'", "img-src 'self' data:");

/** A text or file that is sent often, compressed once. Shape: `gzipped` is undefined where that saves little. */
export interface Compressed {
  type: string;
  etag: string;
  plain: Buffer;
  gzipped: Buffer | undefined;
}

/** Compresses a content. Cost: 30 ms for a megabyte of text. */
export async function compressed(content: string | Buffer, type: string): Promise<Compressed> {
  const plain = Buffer.from(content);
  const gzipped = await promisify(gzip)(plain, { level: 9 });
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzipped: gzipped.length < 0.9 * plain.length ? gzipped : undefined,
  };
}

/** Sends a content, compressed to clients that take it; 304 to one that has it. */
export function sendCompressed(
  { type, etag, plain, gzipped }: Compressed,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers({ 'content-type': type, etag });
  if (gzipped) varyBy(reply, 'accept-encoding');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const takesGzip =
    gzipped &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
