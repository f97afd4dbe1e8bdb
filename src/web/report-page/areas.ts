import { USES } from '../../contract/uses.ts';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import type { AreaValue } from '../kit/map/area-layer.ts';
import { unitAt, type MapUnits } from '../kit/map/units.ts';
import type { KindRows, RowNames } from './row-view.ts';
import type { PageRows } from './page-data.ts';

/** The levels of units that the map shows in place of points. */
export type AreaLevel = 'province' | 'ward';

/**
 * Gives each row an area by its position, where the results of a run have no codes of units.
 *
 * Guarantee: changes nothing where they have some. Cost: some microseconds for each position.
 */
export function locateAreas(rows: PageRows, areas: ReportFacts['areas'], wards: MapUnits): void {
  if (areas.length > 0) return;
  const numbers = new Map<string, number>();
  const byPosition = new Uint16Array(rows.x.length);
  for (let position = 1; position < rows.x.length; position += 1) {
    const ward = unitAt(wards, { x: rows.x[position]!, y: rows.y[position]! });
    if (!ward) continue;
    const number = numbers.get(ward.code) ?? areas.push([ward.code, ward.parent]);
    numbers.set(ward.code, number);
    byPosition[position] = number;
  }
  for (let row = 0; row < rows.count; row += 1) rows.area[row] = byPosition[rows.position[row]!]!;
}

/** Uses of rows that a person has to look at: the account of the engine, as in the lead. */
const TO_CHECK = new Set((['to_decide', 'not_found', 'error'] as const).map((use) => 1 + USES.indexOf(use)));

/** Counts rows by area. */
export function areaValues(
  rows: KindRows,
  view: Uint32Array,
  { areas, coverage = [] }: RowNames,
  level: AreaLevel,
): Map<string, AreaValue> {
  const values = new Map<string, AreaValue>();
  const counts = areas.map(([ward, province]) => {
    const code = level === 'province' ? province : ward;
    const value = values.get(code) ?? { rows: 0, doubt: 0, street: 0, doorstep: 0 };
    values.set(code, value);
    return value;
  });
  for (const row of view) {
    const at = rows.area[row]! - 1;
    const count = counts[at];
    if (!count) continue;
    const has = coverage[at];
    count.rows += 1;
    if (TO_CHECK.has(rows.use[row]!)) count.doubt += 1;
    if (has === 'ward') count.street += 1;
    if (has === 'ward' || has === 'street') count.doorstep += 1;
  }
  for (const [code, { rows: own }] of values) if (own === 0 || code === '') values.delete(code);
  return values;
}
