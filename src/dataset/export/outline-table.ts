import type { OutputColumn, OutputRow } from '../../formats/record.ts';
import { coverOf, type LoadedAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { findWardAtCenter } from '../../engine/gazetteer/units/cover.ts';
import { NO_WARD } from '../../engine/gazetteer/units/cover-codec.ts';
import type { DatedUnit, UnitHistory } from '../../engine/gazetteer/units/unit-history.ts';
import type { Province, Ward } from '../../engine/gazetteer/units/units.ts';
import { findBorderCells } from './border-cells.ts';
import { traceOutline } from './trace-outline.ts';
import { unitIdColumn, unitIdOf, type ExportTable } from './unit-tables.ts';

/** Resolution of the cells whose borders are traced: their centres are 130 m apart. */
const RESOLUTION = 10;
/** How far a simplified border may be from the traced one. Less than half the least distance of two borders, so that none cross. */
const TOLERANCE_METERS = 20;

const column = (
  name: string,
  type: OutputColumn['type'],
  description: string,
  unit?: string,
): OutputColumn => ({
  ...{ name, type, description },
  ...(unit === undefined ? {} : { unit }),
});

/**
 * Returns the table of the boundaries of provinces and wards in force, traced from the map of hexagons.
 *
 * Shape: wards have the same points on their common borders, and provinces on theirs, so that there are no gaps and no overlaps.
 * Units: exact to about 100 m. Cost: some 30 s for the whole of Vietnam; `onProgress` receives the share that is done.
 */
export function outlineTable(
  { provinces, wards, map }: LoadedAdmin,
  history: UnitHistory,
  onProgress: (share: number) => void,
): ExportTable {
  const tree = coverOf(map);
  const wardOf = (cell: string): number => findWardAtCenter(tree, cell);
  const provinceOf = (cell: string): number => {
    const ward = wardOf(cell);
    return ward === NO_WARD ? NO_WARD : (wards[ward]?.province ?? NO_WARD);
  };
  const rowOf = (
    unit: Province | Ward,
    dated: DatedUnit | undefined,
    provinceCode: string,
    trace: [cells: readonly string[], area: number, areaOf: (cell: string) => number],
  ): OutputRow => {
    const { code, fullName, position, areaKm2 } = unit;
    const level = dated?.level ?? '';
    const id = dated === undefined ? null : unitIdOf(dated);
    return {
      values: [id, level, code, fullName, provinceCode, position.lat, position.lon, areaKm2],
      position: null,
      polygons: traceOutline(...trace, TOLERANCE_METERS),
    };
  };

  function* rows(): Generator<OutputRow> {
    const cells = findBorderCells(
      tree,
      wards.map(({ province }) => province),
      RESOLUTION,
    );
    for (const [at, province] of provinces.entries()) {
      onProgress(at / (provinces.length + wards.length));
      const dated = history.unitOf('province', province.code, history.newestDay);
      yield rowOf(province, dated, province.code, [cells.provinces[at] ?? [], at, provinceOf]);
    }
    for (const [at, ward] of wards.entries()) {
      onProgress((provinces.length + at) / (provinces.length + wards.length));
      const dated = history.unitOf('ward', ward.code, history.newestDay);
      const provinceCode = provinces[ward.province]?.code ?? '';
      yield rowOf(ward, dated, provinceCode, [cells.wards[at] ?? [], at, wardOf]);
    }
  }

  return {
    name: 'outlines',
    description: 'Boundaries of the provinces and wards in force, exact to about 100 m',
    geometry: 'polygons',
    columns: [
      unitIdColumn('unit_id', 'province or ward'),
      { ...column('level', 'string', 'level of the unit'), values: ['province', 'ward'] },
      column('code', 'string', 'official code'),
      column('full_name', 'string', 'name with type word'),
      column('province_code', 'string', 'code of its province'),
      column('lat', 'number', 'latitude of a point inside the unit near its centroid', 'degrees'),
      column('lon', 'number', 'its longitude', 'degrees'),
      column('area_km2', 'number', 'area of the official boundary', 'km2'),
    ],
    rows,
  };
}
