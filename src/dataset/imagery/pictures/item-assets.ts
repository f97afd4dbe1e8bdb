import { PICTURES_FOLDER } from '../../../engine/gazetteer/store/manifest.ts';
import {
  MEDIA_TYPES,
  overviewGridsOf,
  TILE_PIXELS,
  type PictureFiles,
  type TileGrid,
} from './picture-files.ts';

/** The members of an item that its pictures decide. Source: interface document, section 2.7. */
interface ItemMembers {
  id: string;
  properties: object;
}

/**
 * Returns an item with the assets, templates and sizes of its derived pictures; everything else of it is kept, `exif` too.
 *
 * Shape: addresses are relative to the dataset: `pictures/<id>/hd.jpg`.
 */
export function withPictures<I extends ItemMembers>(item: I, files: PictureFiles): I {
  const { ending, tiles, width, height, originalName, originalBytes } = files;
  const folder = `${PICTURES_FOLDER}/${item.id}`;
  const asset = (name: string, title: string, description: string, role: string) => ({
    href: `${folder}/${name}.${ending}`,
    type: MEDIA_TYPES[ending],
    roles: [role],
    title,
    description,
  });
  // Tiles of an earlier picture of the item are removed.
  const rest: Partial<Record<string, unknown>> = Object.assign({}, item);
  delete rest['asset_templates'];
  const properties: Partial<Record<string, unknown>> = { ...item.properties };
  delete properties['tiles:tile_matrix_sets'];
  return {
    ...rest,
    properties: {
      ...properties,
      width,
      height,
      'original_file:name': properties['original_file:name'] ?? originalName,
      'original_file:size': originalBytes,
      'imagery:image': `${folder}/hd.${ending}`,
      'imagery:thumbnail': `${folder}/thumb.${ending}`,
      ...(tiles && { 'tiles:tile_matrix_sets': tileMatrixSets(item, tiles) }),
    },
    assets: {
      hd: asset('hd', 'HD picture', 'Highest resolution available of this picture', 'data'),
      sd: asset('sd', 'SD picture', 'Picture in standard definition (fixed width of 2048px)', 'visual'),
      thumb: asset('thumb', 'Thumbnail', 'Picture in low definition (fixed width of 500px)', 'thumbnail'),
    },
    ...(tiles && {
      asset_templates: {
        tiles: asset('tiles/{TileCol}_{TileRow}', 'HD tiled picture', 'Highest resolution, as tiles', 'data'),
        ...(overviewGridsOf(tiles).length > 0 && {
          overviews: asset(
            'overviews/{TileMatrix}/{TileCol}_{TileRow}',
            'Coarser tiled pictures',
            'Lower resolutions, as tiles, without the highest',
            'overview',
          ),
        }),
      },
    }),
  } as unknown as I;
}

function tileMatrixSets({ id, properties }: ItemMembers, tiles: TileGrid) {
  return {
    'view:azimuth': (properties as { 'view:azimuth'?: unknown })['view:azimuth'],
    width: tiles.columns * TILE_PIXELS,
    geomill: {
      identifier: `geomill-${id}`,
      title: `Tile matrix of picture ${id}`,
      type: 'TileMatrixSetType',
      tileMatrix: [tiles, ...overviewGridsOf(tiles)].map(({ columns, rows }, index) => ({
        identifier: `${index}`,
        type: 'TileMatrixType',
        matrixWidth: columns,
        matrixHeight: rows,
        tileWidth: TILE_PIXELS,
        tileHeight: TILE_PIXELS,
        scaleDenominator: 2 ** index,
        topLeftCorner: [0, 0],
      })),
    },
  };
}
