import { lowerBound } from '../../../base/bisect.ts';
import type { SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import type { UnitContext } from './unit-context.ts';
import type { Criteria, Ruler } from './criteria.ts';

/** A selection of the cells that can contain candidates. */
export interface CellChooser {
  /** Starts a request; the cells of equal criteria are selected once for it. */
  begin(): void;
  /**
   * Selects cells, nearest first if there is a focus, at which the ruler must be aimed; returns their number, or EVERY_CELL if
   * neither a focus nor the units behind the name exclude any.
   */
  choose(criteria: Criteria): number;
  cell(index: number): number;
  /** Lower bound of the distance of a selected cell; 0 without a focus. Units: metres. */
  meters(index: number): number;
}

/** Result of the selection if no cell is excluded. */
export const EVERY_CELL = -1;

/** Creates the cell selection. Cost: a request allocates nothing that grows with the number of cells. */
export function createCellChooser(
  { cellBaseWard, cellBox }: SuggestArrays,
  context: UnitContext,
  ruler: Ruler,
): CellChooser {
  const cellCount = cellBaseWard.length - 1;
  const chosen = new Uint32Array(cellCount);
  const metersTo = new Float64Array(cellCount);
  const marked = new Uint8Array(cellCount + 1);
  const byDistance = (a: number, b: number): number => metersTo[a] - metersTo[b] || a - b;

  /** Marks the cells that contain some base wards, given as alternating starts and ends. */
  const mark = (baseWards: readonly number[]): void => {
    marked.fill(0);
    for (let i = 0; i < baseWards.length; i += 2) {
      let cell = lowerBound(cellBaseWard, baseWards[i] + 1) - 1;
      for (; cellBaseWard[cell] < baseWards[i + 1]; cell += 1) marked[cell] = 1;
    }
  };

  const chooseAnew = ({ mentions, focus, radiusMeters }: Criteria): number => {
    const baseWards = mentions.length === 0 ? undefined : context.baseWardsOf(mentions);
    if (baseWards === undefined && focus === undefined) return EVERY_CELL;
    if (baseWards !== undefined) mark(baseWards);
    let count = 0;
    for (let cell = 0; cell < cellCount; cell += 1) {
      if (baseWards !== undefined && marked[cell] === 0) continue;
      const meters = focus === undefined ? 0 : ruler.metersToBox(cellBox, cell, radiusMeters);
      if (meters > radiusMeters) continue;
      metersTo[cell] = meters;
      chosen[count] = cell;
      count += 1;
    }
    if (focus !== undefined) chosen.subarray(0, count).sort(byDistance);
    return count;
  };

  let last: Criteria | undefined;
  let lastCount = 0;
  return {
    begin: () => (last = undefined),
    choose: (criteria) => {
      const isSame =
        last?.mentions === criteria.mentions &&
        last.focus === criteria.focus &&
        last.radiusMeters === criteria.radiusMeters;
      if (!isSame) lastCount = chooseAnew(criteria);
      last = criteria;
      return lastCount;
    },
    cell: (index) => chosen[index],
    meters: (index) => metersTo[chosen[index]],
  };
}
