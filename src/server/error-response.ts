import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS } from '../contract/status.ts';
import { failureOf } from './failure.ts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from './limits.ts';
import { languageOf, type Pages, wantsPage } from './pages/pages.ts';
import { Refusal } from './refusal.ts';
import { html } from './pages/html.ts';
import { type PageContext, pageText } from './pages/page-frame.ts';
import { createPageTexts } from './pages/page-texts.ts';

const IMAGERY_PREFIX = '/imagery/';

/**
 * Answers a failed request with the error payload of the interface: `status_code` for imagery, else `status`. Source: service facts.
 *
 * Shape: with `pages`, a browser gets a page where there is one, or nothing else.
 */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  pages?: Pages,
): void {
  const { status, message, headers, isBug } = failureOf(error);
  if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
  const isPageless = !request.is404 && request.routeOptions.config.isPage !== true;
  if (pages && !isPageless && wantsPage(request)) {
    const path = request.url.split('?', 1)[0] ?? '/';
    const text = failurePage(pages.contextOf(languageOf(request)), { path, status, message });
    pages.sendOnce(text, reply.code(status).headers(headers));
    return;
  }
  const body = request.url.startsWith(IMAGERY_PREFIX)
    ? { message, status_code: status }
    : { status: STATUS.error, message };
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

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
  // Node's parser takes no UTF-8 in an address that is not encoded, and has no setting for it.
  const isUrl = error.code === 'HPE_INVALID_URL';
  endWith(socket, status, isUrl ? NOT_ENCODED : (STATUS_CODES[status] ?? 'Bad Request'));
}

const NOT_ENCODED = 'the address of the request has a character that must be percent-encoded, as UTF-8';

/** Answers a request whose body does not come with 408, and closes the connection. Shape: false if nothing can be written to it. */
export function answerTimeout(socket: Socket, reason: string): boolean {
  if (!socket.writable) return false;
  endWith(socket, 408, reason);
  return true;
}

function endWith(socket: Socket, status: number, message: string): void {
  const body = JSON.stringify({ status: STATUS.error, message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
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

/**
 * Answers requests that match no route: 405 with `Allow` where the path has routes for other methods, else 404.
 *
 * Shape: to be called before routes are added, since it collects their paths.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const methodsByPath = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    let route = methodsByPath.get(url);
    if (!route) methodsByPath.set(url, (route = { pattern: patternOf(url), methods: new Set() }));
    for (const one of Array.isArray(method) ? method : [method]) route.methods.add(one.toUpperCase());
  });
  app.setNotFoundHandler((request) => {
    const [path = ''] = request.url.split('?', 1);
    for (const { pattern, methods } of methodsByPath.values()) {
      if (!pattern.test(path)) continue;
      const allow = [...methods].sort().join(', ');
      throw new Refusal(405, `${request.method} is not allowed here, only ${allow}`, { allow });
    }
    throw new Refusal(404, 'There is no such path on this server. /openapi.json lists all paths.');
  });
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('\\*', '.*')}$`);
}

/** Returns the page of a request that failed, for a person: what happened, and where to go from here. Shape: `path` without its query. */
function failurePage(
  context: PageContext,
  { path, status, message }: { path: string; status: number; message: string },
): string {
  const { language } = context;
  const t = createPageTexts(language);
  const title = status === 404 ? t('page.notFound') : t('page.failed');
  return pageText(context, {
    path,
    title: `${t('page.title')}: ${title}`,
    skipTo: 'failure',
    main: html`<div id="failure" class="failure" tabindex="-1">
      <p class="status-code">${status}</p>
      <h1>${title}</h1>
      ${
        status === 401
          ? html`<form method="get" class="key-form">
              <label for="key">${t('page.keyLead')} ${t('page.key')}</label>
              <div class="row">
                <input id="key" name="apikey" type="password" required autocomplete="off" />
                <button type="submit">${t('page.open')}</button>
              </div>
            </form>`
          : html`<p>${status === 404 ? t('page.notFoundLead') : html`<span lang="en">${message}</span>`}</p>`
      }
      <ul>
        <li><a href="/?lang=${language}">${t('page.startPage')}</a></li>
        <li><a href="/docs?lang=${language}">${t('page.readDocs')}</a></li>
      </ul>
    </div>`,
  });
}
