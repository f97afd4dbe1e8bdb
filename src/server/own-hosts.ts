import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { IGNORED_HEADER } from './read-request.ts';
import { Refusal } from './refusal.ts';

/** Any origin, in place of a list. */
const ANY_ORIGIN = '*';
/** How long a browser may keep the response to a preflight request. Units: seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of pages of other origins call the server: the viewer and maps of other sites.
 *
 * Shape: `origins` as browsers send them (`https://shop.example`), or `*`. Keys are in the address, in `Authorization` or in `X-Api-Key`; cookies are never
 * used, and credentials not allowed.
 * Source: Fetch standard, CORS protocol.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes(ANY_ORIGIN);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    // Caches must not hand the response for one origin to another one.
    if (!isAny) varyBy(reply, 'origin');
    if (origin === undefined || !(isAny || origins.includes(origin))) return done();
    void reply.headers({
      'access-control-allow-origin': isAny ? ANY_ORIGIN : origin,
      'access-control-expose-headers': `retry-after, ${IGNORED_HEADER}`,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'authorization, content-type, x-api-key',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send();
  });
}

/** Adds the name of a header of the request that the response depends on to `Vary`, beside those that are there. Source: RFC 9110, section 12.5.5. */
export function varyBy(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  void reply.header('vary', typeof before === 'string' ? `${before}, ${name}` : name);
}

/** Pages that other sites may link to; requests of the interface are not among them, and searches of pictures are such. */
const PAGES = /^\/(?:docs|viewer\/.*|imagery\/v1(?!\/search)(?:\/.*)?)?$/;

/** The files of the viewer, which pages of other sites load; they have no data. */
const VIEWER_FILES = /^\/viewer\//;

/** Names that lead to this machine and to no other, whatever a name server says. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'host.docker.internal',
  hostname().toLowerCase(),
]);

/** Who may call a server that needs no key. */
interface OwnHostsOptions {
  /** Further names under which clients call the server, without port; `*` for all. */
  hosts: readonly string[];
  /** Origins whose pages may call it: see {@link allowOrigins}. */
  origins: readonly string[];
}

/**
 * Refuses requests of pages of other sites, for a server without keys: whoever visits such a page in a browser on this machine would let it use the
 * server, and spend the quota of the service behind it.
 *
 * Shape: a page whose own name is led to this machine (DNS rebinding) is known by the header `Host`, other pages by `Sec-Fetch-Site`, which browsers send
 * and pages cannot change. Clients that are no browser send an address or a name of this machine, and no such header.
 * Source: W3C Fetch Metadata Request Headers.
 */
export function refuseForeignPages(app: FastifyInstance, { hosts, origins }: OwnHostsOptions): void {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const host = hostNameOf(headers.host ?? '');
    if (!isOwnName(host) && !allowed.has(host) && !allowed.has(ANY_ORIGIN)) {
      throw new Refusal(
        403,
        `this server does not answer for the host name ${JSON.stringify(host.slice(0, 100))}; if it is a name of this server, start it with --allow-host ${/^[\w.-]{1,100}$/.test(host) ? host : 'NAME'}`,
      );
    }
    const isPage = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    const isOpen =
      VIEWER_FILES.test(request.url) ||
      (isPage && request.method === 'GET' && PAGES.test(request.url.split('?', 1)[0] ?? ''));
    if (headers['sec-fetch-site'] === 'cross-site' && !isOpen) {
      if (!isAllowedOrigin(headers, origins)) {
        throw new Refusal(
          403,
          'a page of another site sent this request; to allow it, start the server with --cors and the origin of that page',
        );
      }
    }
    done();
  });
}

/** Reports whether the page of a request is of an allowed origin. Shape: an image is requested without `Origin`, but with `Referer`. */
function isAllowedOrigin({ origin, referer }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origins.includes(ANY_ORIGIN)) return true;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : '');
  return origins.includes(from);
}

/** Returns the host of a `Host` header: without the port, the brackets of IPv6 and a dot at the end, in lower case. */
function hostNameOf(header: string): string {
  const [, ipv6, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header) ?? [
    undefined,
    undefined,
    header,
  ];
  return ipv6 ?? name.replace(/\.$/, '').toLowerCase();
}

/** An address is no name, so that no name server leads it elsewhere; HTTP/1.0 has no host. */
function isOwnName(host: string): boolean {
  return host === '' || isIP(host) !== 0 || OWN_NAMES.has(host) || host.endsWith('.localhost');
}
