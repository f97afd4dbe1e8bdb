import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';

/** Number of positions that are kept; a power of two. */
const KEPT = 512;
/** Units of the tables in a degree. */
const PER_DEGREE = 1e7;

/**
 * Returns a function that returns the ward of a position as another one does, and keeps the last answers.
 *
 * Shape: the positions are those of the tables, so that the same place is the same position.
 * Cost: a few nanoseconds for a position that was just asked; a result is compared with each unit of its question, and its ward is written.
 */
export function keepWards(wardAt: AdminDataset['wardAt']): AdminDataset['wardAt'] {
  const lats = new Float64Array(KEPT).fill(NaN);
  const lons = new Float64Array(KEPT).fill(NaN);
  const wards = new Int32Array(KEPT);
  return (position: Position) => {
    const { lat, lon } = position;
    const slot = ((lat * PER_DEGREE) ^ (lon * PER_DEGREE)) & (KEPT - 1);
    if (lats[slot] !== lat || lons[slot] !== lon) {
      wards[slot] = wardAt(position);
      lats[slot] = lat;
      lons[slot] = lon;
    }
    return wards[slot];
  };
}
