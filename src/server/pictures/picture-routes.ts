import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PICTURES_FOLDER } from '../../engine/gazetteer/store/manifest.ts';
import { sendPictureBehind } from '../imagery-behind.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin } from '../server-context.ts';
import type { OpenApiPaths } from '../openapi-document.ts';

/** The names that a picture, a tile, a level of coarser tiles and a folder of a picture can have; nothing else is read. */
const PICTURE = /^(?:thumb|sd|hd)\.(?:jpg|webp)$/;
const TILE = /^\d{1,3}_\d{1,3}\.(?:jpg|webp)$/;
const MATRIX = /^\d$/;
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

interface Named {
  Params: { id: string; file: string };
}

/** Path of the pictures; addresses in items are relative to `/imagery/v1/`. */
const PICTURES_PREFIX = '/imagery/v1/pictures';

const binary = { schema: { type: 'string', format: 'binary' } };
const file = {
  content: { 'image/jpeg': binary, 'image/webp': binary },
};
const parameter = (name: string, pattern: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', pattern },
});
const ID = parameter('id', '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$', 'id of the item');
const TILE_PARAMETER = parameter(
  'file',
  '^\\d{1,3}_\\d{1,3}\\.(?:jpg|webp)$',
  'column and row, from the top left',
);
const failure = { $ref: '#/components/responses/ImageryError' };

const describe = (operationId: string, summary: string, parameters: object[]): OpenApiPaths[string] => ({
  get: {
    tags: ['imagery'],
    operationId,
    summary,
    description: 'With ETag and Range. A picture never changes under its id.',
    parameters,
    responses: {
      200: { description: 'the picture', ...file },
      206: { description: 'the part of the picture that the header Range asks for', ...file },
      304: { description: 'the client has the picture' },
      ...Object.fromEntries(
        ['400', '401', '404', '412', '416', '429', '500'].map((status) => [status, failure]),
      ),
    },
  },
});

/** The pictures in `/openapi.json`. */
const PICTURE_PATHS: OpenApiPaths = {
  [`${PICTURES_PREFIX}/{id}/{file}`]: describe(
    'picture',
    'Returns a picture: thumb, 500 px wide; sd, 2048 px; hd, as large as there is.',
    [ID, parameter('file', '^(?:thumb|sd|hd)\\.(?:jpg|webp)$', 'size and format, as the item has it')],
  ),
  [`${PICTURES_PREFIX}/{id}/tiles/{file}`]: describe('pictureTile', 'Returns a tile of a 360 picture.', [
    ID,
    TILE_PARAMETER,
  ]),
  [`${PICTURES_PREFIX}/{id}/overviews/{matrix}/{file}`]: describe(
    'pictureOverviewTile',
    'Returns a tile of a coarser version of a 360 picture.',
    [ID, parameter('matrix', '^\\d$', 'identifier of the tile matrix, as the item has it'), TILE_PARAMETER],
  ),
};

/**
 * Adds the pictures of the dataset, or of the service behind a gateway: `/imagery/v1/pictures/<id>/hd.jpg` and `/imagery/v1/pictures/<id>/tiles/<column>_<row>.jpg`,
 * coarser ones at `.../overviews/<level>/<column>_<row>.jpg`.
 *
 * Shape: with `ETag`, `Range`, and immutable caching, since a picture never changes under its id. A key is checked, but requests are not counted:
 * a view of one picture loads dozens of tiles.
 */
export const addPictureRoutes: ServerPlugin = (app, context) => {
  const { datasetDir, imageryFiles, identify, needsKey, openapi } = context;
  if (datasetDir === undefined && imageryFiles === undefined) return;
  const root = join(datasetDir ?? '', PICTURES_FOLDER);
  const cacheControl = `${needsKey ? 'private' : 'public'}, max-age=31536000, immutable`;

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
    if (imageryFiles) return sendPictureBehind(imageryFiles, request, reply, cacheControl);
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
        'cache-control': cacheControl,
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
