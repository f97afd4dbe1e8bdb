/** The number of H3 base cells, the roots of the tree of cells. */
export const BASE_CELL_COUNT = 122;

const EDGE_METERS_AT_RESOLUTION_0 = 1_281_256;
const CELL_MODE = 1 << 27;

/** The two halves of the index of a cell, as `splitCell` returns them. */
export interface CellHalves {
  high: number;
  low: number;
}

/** Returns a base cell, resolution 0, as halves. */
export function baseCell(number: number): CellHalves {
  return { high: CELL_MODE | (number << 13) | 0x1fff, low: 0xffffffff };
}

/**
 * Returns the child of a cell with a digit, 0 (the centre) to 6.
 *
 * Shape: `resolution` is that of the child, 1 to 15; a pentagon has no child 1, and the result for it is not a valid cell.
 */
export function childCell(parent: CellHalves, resolution: number, digit: number): CellHalves {
  let high = (parent.high & ~(0xf << 20)) | (resolution << 20);
  let low = parent.low;
  // Resolution r occupies the 3 bits at 3 * (15 - r) of the index; those of resolution 5 are in both halves.
  if (resolution > 5) {
    const shift = 3 * (15 - resolution);
    low = (low & ~(7 << shift)) | (digit << shift);
  } else if (resolution < 5) {
    const shift = 3 * (15 - resolution) - 32;
    high = (high & ~(7 << shift)) | (digit << shift);
  } else {
    high = (high & ~1) | (digit >>> 2);
    low = (low & 0x3fffffff) | ((digit & 3) << 30);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Joins the halves of a cell to the 15 hex digits that `splitCell` takes. */
export function joinCell(cell: CellHalves): string {
  return cell.high.toString(16) + cell.low.toString(16).padStart(8, '0');
}

/**
 * Returns the mean edge length of the hexagons of a resolution, which is also the mean distance from centre to corner.
 *
 * Units: metres. A single cell differs by up to 20 %, depending on its position on the icosahedron.
 */
export function cellEdgeMeters(resolution: number): number {
  return EDGE_METERS_AT_RESOLUTION_0 / Math.sqrt(7) ** resolution;
}
