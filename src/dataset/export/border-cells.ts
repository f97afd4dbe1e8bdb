import { BASE_CELL_COUNT, baseCell, childCell, joinCell, type CellHalves } from '../../base/geo/h3-tree.ts';
import { cellsAround } from '../../base/geo/h3.ts';
import { findWardAtCenter, findWardOfWhole } from '../../engine/gazetteer/units/cover.ts';
import { CHILD_COUNT, NO_WARD, type CoverTree } from '../../engine/gazetteer/units/cover-codec.ts';

/**
 * Returns the cells of a resolution at the border of each ward: those beside a cell of another ward, or of none. The ward of a cell is that of its centre.
 *
 * Shape: a list for each ward, in the order of the tree.
 * Cost: a cell whose neighbours are all of its ward is not divided, so that only the surroundings of borders are visited.
 */
export function findBorderCells(tree: CoverTree, wardCount: number, finest: number): string[][] {
  const found = Array.from({ length: wardCount }, (): string[] => []);

  function visit(halves: CellHalves, resolution: number): void {
    const cell = joinCell(halves);
    const whole = findWardOfWhole(tree, cell);
    if (whole === NO_WARD) return;
    if (resolution === finest) {
      const ward = whole ?? findWardAtCenter(tree, cell);
      if (ward !== NO_WARD && cellsAround(cell).some((near) => findWardAtCenter(tree, near) !== ward))
        found[ward]?.push(cell);
      return;
    }
    const isInside =
      whole !== undefined && cellsAround(cell).every((near) => findWardOfWhole(tree, near) === whole);
    if (isInside) return;
    for (let digit = 0; digit < CHILD_COUNT; digit++)
      visit(childCell(halves, resolution + 1, digit), resolution + 1);
  }

  for (let number = 0; number < BASE_CELL_COUNT; number++)
    if (tree.roots[number] !== -2 - NO_WARD) visit(baseCell(number), 0);
  return found;
}
