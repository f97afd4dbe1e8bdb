import type { FastifyRequest } from 'fastify';
import type { GooglePlaceResult } from '../contract/records/google-place.ts';

/**
 * Adds the link of a place to its detail in google shape: the page of this server that shows it.
 *
 * Shape: `/?q=<id>`, at the address by which the server was reached. Other responses are returned unchanged.
 * Source: interface document, section 2.2, `url`.
 */
export function withPlaceLink(
  body: string,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  if (!body.includes('"url":null')) return body;
  const detail = JSON.parse(body) as Partial<GooglePlaceResult>;
  if (!detail.result) return body;
  const url = `${protocol}://${host}/?q=${encodeURIComponent(detail.result.place_id)}`;
  return JSON.stringify({ ...detail, result: { ...detail.result, url } });
}
