import type { UnitTable } from '../unit-search/units.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { lowerBound } from '../store/access.ts';
import type { SuggestArrays } from './suggest-arrays.ts';
import { isLarge, type UnitCentres } from './unit-centres.ts';

/** Fewest features and units of a cell, unless its province has fewer. */
const CELL_SIZE = 1500;

type Cells = Pick<SuggestArrays, 'cellBaseWard' | 'cellUnit' | 'cellBox'>;

/** Divides the base wards into cells, each a range of base wards of one province; places outside of all wards are the last cell. */
export function cutCells(
  tables: PlaceTables | undefined,
  table: UnitTable,
  places: UnitCentres,
  provinceOf: (baseWard: number) => number,
): Cells {
  const baseWardCount = table.wardOf.length;
  const starts: number[] = [];
  const unitStarts: number[] = [];
  let size = 0;
  let unit = 0;
  for (let baseWard = 0; baseWard <= baseWardCount; baseWard += 1) {
    const isNew =
      baseWard === 0 || baseWard === baseWardCount || provinceOf(baseWard) !== provinceOf(baseWard - 1);
    if (isNew || size >= CELL_SIZE) {
      starts.push(baseWard);
      unitStarts.push(unit);
      size = 0;
    }
    // Units are numbered as the base wards meet them.
    for (; (table.units[unit]?.ranges[0] ?? Infinity) <= baseWard; unit += 1) size += 1;
    if (tables !== undefined) size += featuresOf(tables, baseWard);
  }
  const cellBaseWard = Uint32Array.from([...starts, baseWardCount + 1]);
  const cellUnit = Uint32Array.from([...unitStarts, table.units.length]);
  return { cellBaseWard, cellUnit, cellBox: boxesOf(tables, table, places, cellBaseWard, cellUnit) };
}

function featuresOf(tables: PlaceTables, baseWard: number): number {
  const { baseWardStreetStart: streets, baseWardPoiStart: pois } = tables;
  return streets[baseWard + 1] - streets[baseWard] + pois[baseWard + 1] - pois[baseWard];
}

/** Returns the bounds of each cell; for an empty cell south is above north. */
function boxesOf(
  tables: PlaceTables | undefined,
  table: UnitTable,
  places: UnitCentres,
  cellBaseWard: Uint32Array,
  cellUnit: Uint32Array,
): Int32Array {
  const count = cellBaseWard.length - 1;
  const boxes = new Int32Array(count * 4);
  for (let cell = 0; cell < count; cell += 1) boxes.set([2e9, 2.1e9, -2e9, -2.1e9], cell * 4);
  const extend = (cell: number, lat: number, lon: number): void => {
    const at = cell * 4;
    if (lat < boxes[at]) boxes[at] = lat;
    if (lon < boxes[at + 1]) boxes[at + 1] = lon;
    if (lat > boxes[at + 2]) boxes[at + 2] = lat;
    if (lon > boxes[at + 3]) boxes[at + 3] = lon;
  };
  if (tables !== undefined) {
    const { featureBaseWard, featureLat, featureLon } = tables;
    for (let feature = 0; feature < tables.featureCount; feature += 1) {
      const cell = lowerBound(cellBaseWard, featureBaseWard[feature] + 1) - 1;
      extend(cell, featureLat[feature], featureLon[feature]);
    }
  }
  table.units.forEach((unit, number) => {
    if (isLarge(unit)) return;
    const cell = cellOfUnit(cellUnit, number);
    extend(cell, places.unitLat[number], places.unitLon[number]);
  });
  return boxes;
}

/** Returns the cell of a unit: the last one that starts at or before it, because some cells start without a unit of their own. */
function cellOfUnit(cellUnit: Uint32Array, unit: number): number {
  return lowerBound(cellUnit, unit + 1) - 1;
}
