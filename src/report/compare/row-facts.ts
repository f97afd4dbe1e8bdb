import type { Position } from '../../base/geo/position.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { STATUSES } from '../data/report-facts.ts';
import type { ResultRow } from '../read/result-rows.ts';
import {
  matchPlace,
  bindPosition,
  cellAt,
  createColumnList,
  inputColumns,
  stagesOf,
} from '../read/row-columns.ts';

/**
 * What two runs are compared by.
 *
 * Shape: `row` counts from 1, 0 where it is unknown; `key` is empty if rows are joined by their numbers. `status` is the first one that is not ok, `level` that of
 * the last stage that has one; the members of a unit are its code, its new name and its former name, empty where the run has none.
 */
export interface RowFacts {
  row: number;
  key: string;
  status: string;
  reason: string;
  level: string;
  label: string;
  ward: UnitFacts;
  province: UnitFacts;
  position: Position | undefined;
}

/** An administrative unit of a row: code, name since July 2025, name before. */
export type UnitFacts = readonly [code: string, name: string, formerName: string];

/** Reads the facts of the rows of one file. Shape: `chosen` are the indexes of the columns that are read. */
export interface FactsReader {
  chosen: readonly number[];
  /** Whether the results have the column of the key. */
  hasKey: boolean;
  /** Returns the facts of a row, without its number. */
  read: (row: ResultRow) => RowFacts;
}

const WARD = ['ward_code_new', 'ward_new', 'ward_old'] as const;
const PROVINCE = ['province_code_new', 'province_new', 'province_old'] as const;

/** Binds the facts to the columns of a file. */
export function bindFacts(manifest: Manifest, header: readonly string[], key?: string): FactsReader {
  const columns = createColumnList(header);
  const stages = stagesOf(manifest);
  const keyPlace = key === undefined ? undefined : columns.place(key);
  const statusPlaces = stages.map(({ prefix }) => ({
    status: columns.place(`${prefix}_status`),
    reason: columns.place(`${prefix}_reason`),
  }));
  /** Returns the places of columns of the last stage that has one of them. */
  const placesOf = (names: readonly string[]): (number | undefined)[] => {
    const ofStages = stages.map(({ prefix }) => names.map((name) => columns.place(`${prefix}_${name}`)));
    return ofStages.findLast((places) => places.some((place) => place !== undefined)) ?? [];
  };
  const [level] = placesOf(['level']);
  const ward = placesOf(WARD);
  const province = placesOf(PROVINCE);
  const label = matchPlace(stages, columns);
  const positionOf = bindPosition(stages, columns, inputColumns(manifest, header));
  return {
    chosen: columns.chosen,
    hasKey: keyPlace !== undefined,
    read: (row) => ({
      row: 0,
      key: cellAt(row, keyPlace),
      ...statusOf(row, statusPlaces),
      level: cellAt(row, level),
      label: cellAt(row, label),
      ward: unitOf(row, ward),
      province: unitOf(row, province),
      position: positionOf?.(row),
    }),
  };
}

function unitOf(row: ResultRow, [code, name, formerName]: readonly (number | undefined)[]): UnitFacts {
  return [cellAt(row, code), cellAt(row, name), cellAt(row, formerName)];
}

function statusOf(
  row: ResultRow,
  places: readonly { status: number | undefined; reason: number | undefined }[],
): Pick<RowFacts, 'status' | 'reason'> {
  for (const { status, reason } of places) {
    const text = cellAt(row, status);
    if (text !== STATUSES[0] && text !== '') return { status: text, reason: cellAt(row, reason) };
  }
  return { status: STATUSES[0], reason: '' };
}
