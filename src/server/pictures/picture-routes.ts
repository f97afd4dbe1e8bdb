import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PICTURES_FOLDER } from '../../engine/gazetteer/store/manifest.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin } from '../server-context.ts';
import { PICTURE_PATHS, PICTURES_PREFIX } from './picture-paths.ts';

/** The names that a picture, a tile, a level of coarser tiles and a folder of a picture can have; nothing else is read. */
const PICTURE = /^(?:thumb|sd|hd)\.(?:jpg|webp)$/;
const TILE = /^\d{1,3}_\d{1,3}\.(?:jpg|webp)$/;
const MATRIX = /^\d$/;
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

interface Named {
  Params: { id: string; file: string };
}

/**
 * Adds the pictures of the dataset: `/imagery/v1/pictures/<id>/hd.jpg` and `/imagery/v1/pictures/<id>/tiles/<column>_<row>.jpg`,
 * coarser ones at `.../overviews/<level>/<column>_<row>.jpg`.
 *
 * Shape: with `ETag`, `Range`, and immutable caching, since a picture never changes under its id. A key is checked, but requests are not counted:
 * a view of one picture loads dozens of tiles.
 */
export const addPictureRoutes: ServerPlugin = (app, { datasetDir, identify, needsKey, openapi }) => {
  if (datasetDir === undefined) return;
  const root = join(datasetDir, PICTURES_FOLDER);
  const visibility = needsKey ? 'private' : 'public';

  app.get<Named>(`${PICTURES_PREFIX}/:id/:file`, { onRequest: identify() }, async (request, reply) => {
    const { id, file } = request.params;
    if (!FOLDER.test(id) || !PICTURE.test(file)) throw notFound();
    return sendFile(request, reply, [id, file]);
  });
  app.get<Named>(`${PICTURES_PREFIX}/:id/tiles/:file`, { onRequest: identify() }, async (request, reply) => {
    const { id, file } = request.params;
    if (!FOLDER.test(id) || !TILE.test(file)) throw notFound();
    return sendFile(request, reply, [id, 'tiles', file]);
  });
  app.get<Named & { Params: { matrix: string } }>(
    `${PICTURES_PREFIX}/:id/overviews/:matrix/:file`,
    { onRequest: identify() },
    async (request, reply) => {
      const { id, matrix, file } = request.params;
      if (!FOLDER.test(id) || !MATRIX.test(matrix) || !TILE.test(file)) throw notFound();
      return sendFile(request, reply, [id, 'overviews', matrix, file]);
    },
  );
  Object.assign(openapi, PICTURE_PATHS);

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    path: readonly string[],
  ): Promise<FastifyReply> {
    await refuseOutside(root, join(root, ...path));
    const { statusCode, headers, stream } = await send(request.raw, `/${path.join('/')}`, {
      root,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
    });
    if (statusCode === 404) throw notFound();
    if (statusCode >= 400) {
      throw new Refusal(statusCode, REASONS[statusCode] ?? 'the request is malformed', rangeOf(headers));
    }
    return reply
      .code(statusCode)
      .headers({
        ...headers,
        'cache-control': `${visibility}, max-age=31536000, immutable`,
        'x-content-type-options': 'nosniff',
      })
      .send(stream);
  }
};

const REASONS: Readonly<Record<number, string>> = {
  412: 'a condition of the request headers does not hold',
  416: 'the range is outside of the file',
};

/** A link in the folder of pictures must not lead out of it. Errors: 404. */
async function refuseOutside(root: string, file: string): Promise<void> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(file)]).catch(() => {
    throw notFound();
  });
  if (!real.startsWith(realRoot + sep)) throw notFound();
}

function rangeOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const range = headers['Content-Range'];
  return range === undefined ? {} : { 'content-range': range };
}

function notFound(): Refusal {
  return new Refusal(404, 'There is no such picture.');
}
