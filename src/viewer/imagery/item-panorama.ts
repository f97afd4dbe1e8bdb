import type { ImageryItem } from '../../contract/records/imagery.ts';
import type { Panorama } from '../public-types.ts';

/** Numbers of tiles that the sphere of the viewer can be cut into. */
const TILES_MAX = { cols: 64, rows: 32 };

interface TileMatrix {
  matrixWidth: number;
  matrixHeight: number;
}

/**
 * Returns the picture of an item: its thumbnail first, then its tiles.
 *
 * Shape: without usable tiles the whole picture is one tile; a picture of less than 360 degrees covers its part of the sphere.
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
  const template = item.asset_templates?.tiles?.href;
  const matrix = matrixOf(item);
  if (template === undefined || matrix === undefined) {
    const whole = large === undefined ? null : urlOf(large);
    return { ...common, cols: 1, rows: 1, tileUrl: () => whole };
  }
  return {
    ...common,
    cols: matrix.matrixWidth,
    rows: matrix.matrixHeight,
    tileUrl: (col, row) =>
      urlOf(template.replaceAll('{TileCol}', String(col)).replaceAll('{TileRow}', String(row))),
  };
}

/** Returns the finest tile matrix that the viewer can show; undefined for none. */
function matrixOf({ properties }: ImageryItem): TileMatrix | undefined {
  for (const member of Object.values(properties['tiles:tile_matrix_sets'] ?? {})) {
    const { tileMatrix } = (member ?? {}) as { tileMatrix?: TileMatrix[] };
    if (!Array.isArray(tileMatrix)) continue;
    const usable = tileMatrix.filter(
      ({ matrixWidth, matrixHeight }) =>
        isPowerOfTwo(matrixWidth) &&
        isPowerOfTwo(matrixHeight) &&
        matrixWidth <= TILES_MAX.cols &&
        matrixHeight <= TILES_MAX.rows,
    );
    return usable.sort((a, b) => b.matrixWidth - a.matrixWidth)[0];
  }
  return undefined;
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

function isPowerOfTwo(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && Number.isInteger(Math.log2(value));
}
