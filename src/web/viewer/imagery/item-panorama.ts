import type { ImageryItem } from '../../../contract/records/imagery.ts';
import type { Panorama } from '../public-types.ts';

/** Numbers of tiles that the sphere of the viewer can be cut into. */
const TILES_MAX = { cols: 64, rows: 32 };

interface TileMatrix {
  identifier?: string;
  matrixWidth: number;
  matrixHeight: number;
  /** Addresses of its tiles. */
  template: string;
}

/**
 * Returns the picture of an item: its thumbnail first, then its tiles.
 *
 * Shape: with levels, if the service has coarser tiles; without usable tiles the whole picture is one tile; a picture of less than 360 degrees covers its part of the sphere.
 */
export function panoramaOf(item: ImageryItem, urlOf: (href: string) => string): Panorama {
  const { assets = {}, properties } = item;
  const hrefOf = (...names: string[]) => names.map((name) => assets[name]?.href).find((href) => href);
  const thumb = hrefOf('thumb') ?? properties['imagery:thumbnail'];
  const large = hrefOf('hd', 'sd') ?? properties['imagery:image'];
  const base = thumb ?? large;
  const width = properties.width ?? 2048;
  const fieldOfView = properties['pers:interior_orientation']?.['field_of_view'];
  if (typeof fieldOfView === 'number' && fieldOfView < 360) {
    const flat = hrefOf('sd', 'hd') ?? base;
    return {
      ...(flat !== undefined && { baseUrl: urlOf(flat) }),
      basePanoData: partOfSphere(width, properties.height ?? (width * 3) / 4, fieldOfView),
      width,
      cols: 1,
      rows: 1,
      tileUrl: () => null,
    };
  }
  const common = { ...(base !== undefined && { baseUrl: urlOf(base) }), width };
  const matrices = matricesOf(item);
  const finest = matrices.at(-1);
  if (finest === undefined) {
    const whole = large === undefined ? null : urlOf(large);
    return { ...common, cols: 1, rows: 1, tileUrl: () => whole };
  }
  const gridOf = ({ matrixWidth, matrixHeight }: TileMatrix) => ({ cols: matrixWidth, rows: matrixHeight });
  return {
    ...common,
    ...gridOf(finest),
    ...(matrices.length > 1 && {
      levels: matrices.map((matrix) => ({
        width: Math.round((width * matrix.matrixWidth) / finest.matrixWidth),
        ...gridOf(matrix),
      })),
    }),
    tileUrl(col, row, level = matrices.length - 1) {
      const { template, identifier = '' } = matrices[level] ?? finest;
      return urlOf(filled(template, { TileMatrix: identifier, TileCol: col, TileRow: row }));
    },
  };
}

/** Returns the tile matrices that the viewer can show, coarsest first. Shape: the finest is in the template `tiles`, coarser ones in `overviews`. */
function matricesOf({ properties, asset_templates: templates = {} }: ImageryItem): TileMatrix[] {
  const sets = Object.values(properties['tiles:tile_matrix_sets'] ?? {}) as (
    { tileMatrix?: Omit<TileMatrix, 'template'>[] } | null | undefined
  )[];
  const all = [...(sets.find((set) => Array.isArray(set?.tileMatrix))?.tileMatrix ?? [])];
  all.sort((a, b) => a.matrixWidth - b.matrixWidth);
  const tiles = templates['tiles']?.href;
  const overviews = templates['overviews']?.href ?? tiles;
  return all.flatMap((matrix) => {
    const template = matrix === all.at(-1) ? tiles : overviews;
    const isNamed = matrix === all.at(-1) || template?.includes('{TileMatrix}');
    return template !== undefined && isNamed && isUsable(matrix) ? [{ ...matrix, template }] : [];
  });
}

function isUsable({ matrixWidth, matrixHeight }: Omit<TileMatrix, 'template'>): boolean {
  const isCount = (value: unknown, most: number) =>
    typeof value === 'number' && value > 0 && value <= most && Number.isInteger(Math.log2(value));
  return isCount(matrixWidth, TILES_MAX.cols) && isCount(matrixHeight, TILES_MAX.rows);
}

function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, encodeURIComponent(value)),
    template,
  );
}

/** Returns where a picture lies in the whole sphere. Units: pixels; the field of view in degrees. */
function partOfSphere(width: number, height: number, fieldOfView: number): object {
  const fullWidth = Math.round((width * 360) / fieldOfView);
  const fullHeight = Math.round(fullWidth / 2);
  const croppedHeight = Math.min(height, fullHeight);
  return {
    isEquirectangular: true,
    fullWidth,
    fullHeight,
    croppedWidth: width,
    croppedHeight,
    croppedX: Math.round((fullWidth - width) / 2),
    croppedY: Math.round((fullHeight - croppedHeight) / 2),
    poseHeading: 0,
    posePitch: 0,
    poseRoll: 0,
  };
}
