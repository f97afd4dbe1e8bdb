import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressed, sendCompressed, type Compressed } from '../compressed.ts';
import { CONTENT_SECURITY_POLICY } from '../page-headers.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin } from '../server-context.ts';

/** The files of the viewer that are served, by name. */
const VIEWER_FILES = [
  'geomill-viewer.js',
  'geomill-viewer.classic.js',
  'geomill-viewer.css',
  'demo.html',
  'demo.css',
  'demo.js',
  'wards.bin',
  'icon.svg',
  'LICENSES.txt',
] as const;

/** The name of a file of the viewer. */
type ViewerFileName = (typeof VIEWER_FILES)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.bin': 'application/octet-stream',
};

// From the bundle the folder is beside it; from the source it is the one that was built last.
const FOLDER = import.meta.url.endsWith('.ts') ? '../../../dist/viewer/' : '../viewer/';

/** Reads a file of the viewer. Errors: those of the file system; ENOENT where the viewer was not built. */
async function readViewerFile(name: ViewerFileName): Promise<Compressed> {
  return compressed(await readFile(new URL(FOLDER + name, import.meta.url)), TYPES[extname(name)]!);
}

/**
 * Adds the browser viewer: `/viewer/geomill-viewer.js` and its style sheet, and the page `/viewer/demo.html`.
 *
 * Shape: with `ETag`, to be compared at each load, since the names stay the same between versions. Pages of other origins may load them.
 */
export const addViewerRoutes: ServerPlugin = (app) => {
  const files = new Map<ViewerFileName, Promise<Compressed>>();
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

function send(file: Compressed, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = file.type.startsWith('text/html');
  void reply.headers({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...(isPage
      ? { 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' }
      : { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }),
  });
  return sendCompressed(file, request, reply);
}
