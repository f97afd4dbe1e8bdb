import { foldKey } from '../../../base/text/fold.ts';
import { categoriesOf, childrenOf, nameOf } from './access.ts';
import type { PlaceTables } from './place-tables.ts';

/**
 * Returns the points of interest that another one contains, in the order in which they are displayed.
 *
 * Shape: without those that are the place itself once more, as sources have it, the outline of a hospital beside its point.
 */
export function realChildrenOf(tables: PlaceTables, feature: number): number[] {
  const children = childrenOf(tables, feature);
  if (children.length === 0) return [];
  const key = foldKey(nameOf(tables, feature));
  const categories = new Set(categoriesOf(tables, feature));
  return Array.from(children).filter((child) => {
    const isNamesake =
      tables.featureSpelling[child] === tables.featureSpelling[feature] ||
      foldKey(nameOf(tables, child)) === key;
    return !isNamesake || !categoriesOf(tables, child).some((category) => categories.has(category));
  });
}
