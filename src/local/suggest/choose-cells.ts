import type { Ruler } from './proximity.ts';
import type { SuggestArrays } from './suggest-arrays.ts';
import type { UnitContext } from './unit-context.ts';
import type { Wanted } from './wanted.ts';

/** Lists the cells that can hold what is wanted. */
export interface CellChooser {
  /** Chooses cells, nearest first where there is a focus, which the ruler must be aimed at; returns their number. */
  choose(wanted: Wanted): number;
  cell(index: number): number;
  /** Distance of a chosen cell, or less; 0 without a focus. Units: metres. */
  meters(index: number): number;
}

/** Creates the chooser of cells; it allocates nothing that grows with their number. */
export function createCellChooser(
  { cellPiece, cellBox }: SuggestArrays,
  context: UnitContext,
  ruler: Ruler,
): CellChooser {
  const cellCount = cellPiece.length - 1;
  const chosen = new Uint32Array(cellCount);
  const metersTo = new Float64Array(cellCount);
  const byDistance = (a: number, b: number): number =>
    (metersTo[a] as number) - (metersTo[b] as number) || a - b;

  return {
    choose: ({ mentions, focus, radiusMeters }) => {
      const pieces = mentions.length === 0 ? undefined : context.piecesOf(mentions);
      let count = 0;
      for (let cell = 0; cell < cellCount; cell += 1) {
        if (pieces !== undefined && !touches(pieces, cellPiece, cell)) continue;
        const meters = focus === undefined ? 0 : ruler.metersToBox(cellBox, cell);
        if (meters > radiusMeters) continue;
        metersTo[cell] = meters;
        chosen[count] = cell;
        count += 1;
      }
      if (focus !== undefined) chosen.subarray(0, count).sort(byDistance);
      return count;
    },
    cell: (index) => chosen[index] as number,
    meters: (index) => metersTo[chosen[index] as number] as number,
  };
}

function touches(pieces: Int32Array, cellPiece: Uint32Array, cell: number): boolean {
  const [first, end] = [cellPiece[cell] as number, cellPiece[cell + 1] as number];
  for (let i = 0; i < pieces.length; i += 2) {
    if ((pieces[i] as number) < end && (pieces[i + 1] as number) > first) return true;
  }
  return false;
}
