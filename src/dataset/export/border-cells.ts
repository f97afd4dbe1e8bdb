import { BASE_CELL_COUNT, baseCell, childCell, joinCell, type CellHalves } from '../../base/geo/h3-tree.ts';
import { cellsAround } from '../../base/geo/h3.ts';
import { findWardAtCenter, findWardOfWhole } from '../../engine/gazetteer/units/cover.ts';
import { CHILD_COUNT, NO_WARD, type CoverTree } from '../../engine/gazetteer/units/cover-codec.ts';

/** Cells at the borders of areas. Shape: a list for each ward and for each province, in the order of the tree. */
export interface BorderCells {
  wards: string[][];
  provinces: string[][];
}

/**
 * Returns the cells of a resolution at the border of each ward and province: those beside a cell of another one, or of none. The ward of a cell is that of its centre.
 *
 * Shape: `provinceOfWard` has the province of each ward.
 * Cost: a cell whose neighbours are all of its ward is not divided, so that only the surroundings of borders are visited.
 */
export function findBorderCells(
  tree: CoverTree,
  provinceOfWard: readonly number[],
  finest: number,
): BorderCells {
  const provinceCount = Math.max(-1, ...provinceOfWard) + 1;
  const found: BorderCells = {
    wards: provinceOfWard.map(() => []),
    provinces: Array.from({ length: provinceCount }, () => []),
  };

  function add(cell: string, ward: number): void {
    if (ward === NO_WARD) return;
    const near = cellsAround(cell).map((other) => findWardAtCenter(tree, other));
    if (near.every((other) => other === ward)) return;
    found.wards[ward]?.push(cell);
    const province = provinceOfWard[ward] ?? NO_WARD;
    if (near.some((other) => provinceOfWard[other] !== province)) found.provinces[province]?.push(cell);
  }

  function visit(halves: CellHalves, resolution: number): void {
    const cell = joinCell(halves);
    const whole = findWardOfWhole(tree, cell);
    if (whole === NO_WARD) return;
    if (resolution === finest) return add(cell, whole ?? findWardAtCenter(tree, cell));
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
