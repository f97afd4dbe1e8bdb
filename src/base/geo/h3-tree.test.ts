import { cellToChildren, getHexagonEdgeLengthAvg, getRes0Cells } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { BASE_CELL_COUNT, baseCell, cellEdgeMeters, childCell, joinCell } from './h3-tree.ts';
import { baseCellOf, cellAt, cellResolution, splitCell } from './h3.ts';

describe('the tree of cells', () => {
  it('has the base cells of H3 as roots', () => {
    const roots = Array.from({ length: BASE_CELL_COUNT }, (_, number) => joinCell(baseCell(number)));
    expect([...roots].sort()).toEqual(getRes0Cells().sort());
  });

  it('leads from a parent to the children that H3 lists, in its order, at every resolution', () => {
    for (const position of [
      { lat: 21.03, lon: 105.85 },
      { lat: 8.6, lon: 104.7 },
      { lat: -33, lon: -70 },
    ]) {
      for (let resolution = 1; resolution <= 15; resolution++) {
        const parent = cellAt(position, resolution - 1);
        const children = Array.from({ length: 7 }, (_, digit) =>
          joinCell(childCell(splitCell(parent), resolution, digit)),
        );
        expect(children).toEqual(cellToChildren(parent, resolution));
        expect(cellResolution(children[6] ?? '')).toBe(resolution);
        expect(baseCellOf(splitCell(children[6] ?? '').high)).toBe(baseCellOf(splitCell(parent).high));
      }
    }
  });

  it('leaves out child 1 of a pentagon', () => {
    const pentagon = baseCell(4);
    const children = [0, 2, 3, 4, 5, 6].map((digit) => joinCell(childCell(pentagon, 1, digit)));
    expect(children).toEqual(cellToChildren(joinCell(pentagon), 1));
  });

  it('has the mean edge of H3 within 3 %', () => {
    for (let resolution = 0; resolution <= 15; resolution++) {
      const mean = getHexagonEdgeLengthAvg(resolution, 'm');
      expect(Math.abs(cellEdgeMeters(resolution) / mean - 1)).toBeLessThan(0.03);
    }
  });
});
