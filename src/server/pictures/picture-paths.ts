import type { OpenApiPaths } from '../openapi-paths.ts';

/** Path of the pictures; addresses in items are relative to `/imagery/v1/`. */
export const PICTURES_PREFIX = '/imagery/v1/pictures';

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
const TILE = parameter('file', '^\\d{1,3}_\\d{1,3}\\.(?:jpg|webp)$', 'column and row, from the top left');
const failure = { $ref: '#/components/responses/ImageryError' };

const describe = (operationId: string, summary: string, parameters: object[]) => ({
  get: {
    operationId,
    summary,
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
export const PICTURE_PATHS: OpenApiPaths = {
  [`${PICTURES_PREFIX}/{id}/{file}`]: describe(
    'picture',
    'Returns a picture: thumb, 500 px wide; sd, 2048 px; hd, as large as there is.',
    [ID, parameter('file', '^(?:thumb|sd|hd)\\.(?:jpg|webp)$', 'size and format, as the item has it')],
  ),
  [`${PICTURES_PREFIX}/{id}/tiles/{file}`]: describe('pictureTile', 'Returns a tile of a 360 picture.', [
    ID,
    TILE,
  ]),
  [`${PICTURES_PREFIX}/{id}/overviews/{matrix}/{file}`]: describe(
    'pictureOverviewTile',
    'Returns a tile of a coarser version of a 360 picture.',
    [ID, parameter('matrix', '^\\d$', 'identifier of the tile matrix, as the item has it'), TILE],
  ),
};
