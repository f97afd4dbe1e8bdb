import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressed, type Compressed, CONTENT_SECURITY_POLICY, sendCompressed } from '../compressed.ts';
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

const NOT_BUILT = 'The viewer was not built: run make build, and load the page again.';
const NO_OUTLINES =
  'There are the outlines provinces.bin, and those of the wards of each province, by its code: 01.bin.';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.bin': 'application/octet-stream',
};

// From the bundle the folders are beside it; from the source they are those that were built last.
const BUILT = import.meta.url.endsWith('.ts') ? '../../../dist/' : '../';

/** Reads a file that the build wrote. Errors: those of the file system; ENOENT where nothing was built. */
async function readBuiltFile(path: string): Promise<Compressed> {
  return compressed(await readFile(new URL(BUILT + path, import.meta.url)), TYPES[extname(path)]!);
}

/** Returns where the outlines of the provinces, or of the wards of one, are in the build; undefined for another name. */
function outlinesPath(name: string): string | undefined {
  if (name === 'provinces.bin') return 'report/provinces.bin';
  return /^\d\d\.bin$/.test(name) ? `report/wards/${name}` : undefined;
}

/**
 * Adds the browser viewer: `/viewer/geomill-viewer.js` and its style sheet, the page `/viewer/demo.html`, and outlines for plans in `/viewer/outlines/`.
 *
 * Shape: with `ETag`, to be compared at each load, since the names stay the same between versions. Pages of other origins may load them.
 */
export const addViewerRoutes: ServerPlugin = (app) => {
  const files = new Map<string, Promise<Compressed>>();
  const load = async (path: string, missing: string) => {
    const file = files.get(path) ?? readBuiltFile(path);
    files.set(path, file);
    return file.catch(() => {
      // A later build may bring it.
      files.delete(path);
      throw new Refusal(404, missing);
    });
  };
  app.get('/viewer', async (_request, reply) => reply.redirect('/viewer/demo.html'));
  app.get('/viewer/', async (_request, reply) => reply.redirect('/viewer/demo.html'));
  for (const name of VIEWER_FILES) {
    app.get(`/viewer/${name}`, async (request, reply) =>
      send(await load(`viewer/${name}`, NOT_BUILT), request, reply),
    );
  }
  app.get<{ Params: { name: string } }>('/viewer/outlines/:name', async (request, reply) => {
    const { name } = request.params;
    const path = outlinesPath(name);
    if (path === undefined) throw new Refusal(404, NO_OUTLINES);
    return send(await load(path, NO_OUTLINES), request, reply);
  });
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
