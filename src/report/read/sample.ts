import type { ReportPosition } from '../data/report-facts.ts';

/** Rows that are not ok are shown up to this share of all that are shown, before others. */
const SHARE_NOT_OK = 0.25;
const CELLS_PER_DEGREE = 20;

/** Counts rows by cell in a first pass, and chooses some of each cell in a second one. */
export interface Sample {
  count(isOk: boolean, position: ReportPosition | undefined): void;
  /** Starts the second pass, which must bring the same rows in the same order. Returns how many rows will be chosen, at most `most`. */
  begin(most: number): number;
  choose(isOk: boolean, position: ReportPosition | undefined): boolean;
}

interface Cell {
  rows: number;
  wanted: number;
}

/** Returns a generator of numbers from 0 to 1 with a fixed seed (mulberry32). */
export function createRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Samples rows by cells of 0.05 degrees, so that no area loses all of its points.
 *
 * Shape: each cell gets its share of `most`, at least one row; rows without a position are one more cell. Rows that are not ok have cells of their
 * own, with all their rows where there are few.
 * Guarantee: the same rows give the same sample.
 * Source: Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
 */
export function createSample(): Sample {
  const cells = [new Map<number, Cell>(), new Map<number, Cell>()];
  const cellOf = (isOk: boolean, position: ReportPosition | undefined): Cell => {
    const group = cells[isOk ? 0 : 1] as Map<number, Cell>;
    const key = position
      ? Math.floor((position.lat + 90) * CELLS_PER_DEGREE) * 8192 +
        Math.floor((position.lon + 180) * CELLS_PER_DEGREE)
      : -1;
    let cell = group.get(key);
    if (!cell) group.set(key, (cell = { rows: 0, wanted: 0 }));
    return cell;
  };
  const random = createRandom();
  return {
    count(isOk, position) {
      cellOf(isOk, position).rows += 1;
    },
    begin(most) {
      const [ok, notOk] = cells as [Map<number, Cell>, Map<number, Cell>];
      const left = most - share(notOk, Math.max(most * SHARE_NOT_OK, most - rowsOf(ok)));
      share(ok, left);
      return [...ok.values(), ...notOk.values()].reduce((sum, { wanted }) => sum + wanted, 0);
    },
    choose(isOk, position) {
      const cell = cellOf(isOk, position);
      const isChosen = random() * cell.rows < cell.wanted;
      cell.rows -= 1;
      if (isChosen) cell.wanted -= 1;
      return isChosen;
    },
  };
}

const rowsOf = (cells: ReadonlyMap<number, Cell>) =>
  [...cells.values()].reduce((sum, { rows }) => sum + rows, 0);

/** Gives each cell its part of `most` rows; returns how many were given. */
function share(cells: ReadonlyMap<number, Cell>, most: number): number {
  const all = rowsOf(cells);
  // One row for each cell first, the rest in proportion.
  const factor = all <= most ? 1 : Math.max(0, most - cells.size) / all;
  let given = 0;
  for (const cell of cells.values()) {
    cell.wanted = factor === 1 ? cell.rows : Math.min(cell.rows, 1 + Math.floor(cell.rows * factor));
    given += cell.wanted;
  }
  return given;
}
