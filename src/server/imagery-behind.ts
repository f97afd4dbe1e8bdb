import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeStac } from '../engine/imagery/stac/links.ts';
import type { ImageryFiles } from '../remote/imagery-files.ts';
import { Refusal } from './refusal.ts';

/** The root of the imagery service, as in `pathOf`. */
const ROOT = '/imagery/v1';

type Reached = Pick<FastifyRequest, 'protocol' | 'host'>;

/**
 * Returns a response of the imagery service behind a gateway with the addresses of the gateway.
 *
 * Shape: addresses in links, assets and templates become absolute; those below the service behind lead to the gateway, which serves them, those of other
 * hosts stay.
 */
export function withOwnHrefs<T extends object>(value: T, { root }: ImageryFiles, reached: Reached): T {
  const own = `${reached.protocol}://${reached.host}`;
  // The service may know itself by http where it is reached by https.
  const behind = withoutProtocol(root);
  const document = `${new URL(root).host}/openapi.json`;
  return writeStac(value, root, (href) => {
    const bare = withoutProtocol(href);
    if (bare === document) return `${own}/openapi.json`;
    if (`${bare}/` === behind) return rootOf(reached);
    return bare.startsWith(behind) ? rootOf(reached) + bare.slice(behind.length) : href;
  });
}

/** Returns the address of the imagery service, as a client reaches it. */
export function rootOf({ protocol, host }: Reached): string {
  return `${protocol}://${host}${ROOT}/`;
}

const withoutProtocol = (address: string) => address.replace(/^https?:\/\//, '');

/** Answers a request for a page of the catalogue from the service behind. Errors: those of the service, with their status. */
export async function sendPageBehind(
  files: ImageryFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string,
): Promise<FastifyReply> {
  const { status, headers, body } = await files.get(pathBelowRoot(request), query);
  if (status !== 200) throw failureBehind(status);
  const content = JSON.parse(body.toString()) as object;
  return reply
    .type(headers.contentType ?? 'application/json; charset=utf-8')
    .send(JSON.stringify(withOwnHrefs(content, files, request)));
}

/** Answers a request for a picture or a tile from the service behind. Errors: those of the service, with their status. */
export async function sendPictureBehind(
  files: ImageryFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: string,
): Promise<FastifyReply> {
  const { status, headers, body } = await files.get(pathBelowRoot(request), '');
  if (status !== 200 || headers.contentType?.startsWith('image/') !== true) throw failureBehind(status);
  return reply
    .headers({
      ...(headers.etag !== undefined && { etag: headers.etag }),
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
    })
    .type(headers.contentType)
    .send(body);
}

function pathBelowRoot({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  // A server that decodes before it resolves a path would leave its root with the key of this server.
  if (/%(?:2e|2f|5c)|\/\.{1,2}(?:\/|$)/i.test(path))
    throw new Refusal(404, 'There is no such page or picture.');
  return path.slice(ROOT.length).replace(/\/$/, '');
}

/** A key that the service behind refuses is that of this server. */
function failureBehind(status: number): Refusal {
  if (status === 404) return new Refusal(404, 'There is no such page or picture.');
  if (status === 400 || status === 429) return new Refusal(status, `the imagery service answered ${status}`);
  return new Refusal(502, `the imagery service behind this server answered ${status}`);
}
