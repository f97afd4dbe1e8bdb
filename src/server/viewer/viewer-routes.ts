import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from '../cross-origin.ts';
import { CONTENT_SECURITY_POLICY } from '../page-headers.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin } from '../server-context.ts';
import { readViewerFile, VIEWER_FILES, type ViewerFile, type ViewerFileName } from './viewer-files.ts';

/**
 * Adds the browser viewer: `/viewer/geomill-viewer.js` and its style sheet, and the page `/viewer/demo.html`.
 *
 * Shape: with `ETag`, to be compared at each load, since the names stay the same between versions. Pages of other origins may load them.
 */
export const addViewerRoutes: ServerPlugin = (app) => {
  const files = new Map<ViewerFileName, Promise<ViewerFile>>();
  const load = async (name: ViewerFileName) => {
    const file = files.get(name) ?? readViewerFile(name);
    files.set(name, file);
    return file.catch(() => {
      // A later build may bring it.
      files.delete(name);
      throw new Refusal(404, 'The viewer was not built: run make build, and load the page again.');
    });
  };
  app.get('/viewer', async (_request, reply) => reply.redirect('/viewer/demo.html'));
  app.get('/viewer/', async (_request, reply) => reply.redirect('/viewer/demo.html'));
  for (const name of VIEWER_FILES) {
    app.get(`/viewer/${name}`, async (request, reply) => send(await load(name), request, reply));
  }
};

function send(file: ViewerFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, etag, plain, gzipped } = file;
  const isPage = type.startsWith('text/html');
  void reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    etag,
    'x-content-type-options': 'nosniff',
    ...(isPage
      ? { 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' }
      : { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }),
  });
  varyBy(reply, 'accept-encoding');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
