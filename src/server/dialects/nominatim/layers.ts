import type { DialectPlace } from '../dialect-place.ts';

/**
 * Reports whether a place is in one of the layers; with no layers, every place is.
 *
 * Shape: points of interest are `poi`, all other places `address`. The dataset has nothing in `railway`, `natural` and `manmade` alone.
 */
export function isInLayers({ level }: DialectPlace, layers: readonly string[]): boolean {
  return layers.length === 0 || layers.includes(level === 'poi' ? 'poi' : 'address');
}
