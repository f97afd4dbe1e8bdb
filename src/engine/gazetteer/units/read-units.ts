import { parse } from 'csv-parse/sync';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import { isPosition, type Position } from '../../../base/geo/position.ts';
import { ADMIN_COLUMNS, ADMIN_FILES, CODE_SEPARATOR } from '../store/admin-files.ts';
import type { EdgeExtent } from './unit-history.ts';
import type { FormerWard, Province, Ward } from './units.ts';

/** Parses the provinces. Errors: DATASET_BAD if the table has other columns or invalid figures. */
export function readProvinces(file: Buffer): Province[] {
  return readTable(file, ADMIN_FILES.provinces, ADMIN_COLUMNS.provinces).map((row) => {
    const [code, name, fullName, type, forcodePrefix] = row;
    const { position, areaKm2, radiusMeters } = readFigures(row, 5, ADMIN_FILES.provinces);
    return { code, name, fullName, type, forcodePrefix, position, areaKm2, radiusMeters };
  });
}

/** Parses the wards in force. Errors: DATASET_BAD if the table has other columns, invalid figures or unknown provinces. */
export function readWards(file: Buffer, provinces: readonly Province[]): Ward[] {
  const provinceOf = indexByCode(provinces);
  // By index, since destructuring of rows takes a third of the time to open a dataset.
  return readTable(file, ADMIN_FILES.wards, ADMIN_COLUMNS.wards).map((row) => {
    const code = row[0];
    const province = find(provinceOf, row[4], ADMIN_FILES.wards, code);
    const { position, areaKm2, radiusMeters } = readFigures(row, 5, ADMIN_FILES.wards);
    return { code, name: row[1], fullName: row[2], type: row[3], province, position, areaKm2, radiusMeters };
  });
}

/** Parses the former wards. Errors: DATASET_BAD if the table has other columns or unknown wards. */
export function readFormerWards(file: Buffer, wards: readonly Ward[]): FormerWard[] {
  const wardOf = indexByCode(wards);
  // Version 2 of the dataset has no column of extents.
  const columns = ADMIN_COLUMNS.formerWards;
  const header = file.subarray(0, file.indexOf('\n')).toString();
  const present = header === columns.slice(0, -1).join() ? columns.slice(0, -1) : columns;
  return readTable(file, ADMIN_FILES.formerWards, present).map((row) => {
    const code = row[0];
    const wards: number[] = [];
    for (const ward of row[4].split(CODE_SEPARATOR))
      wards.push(find(wardOf, ward, ADMIN_FILES.formerWards, code));
    const former: FormerWard = { code, fullName: row[1], district: row[2], province: row[3], wards };
    const extents = row[5] ?? '';
    if (extents !== '') former.extents = extents.split(CODE_SEPARATOR) as EdgeExtent[];
    return former;
  });
}

function readTable(bytes: Buffer, name: string, columns: readonly string[]): string[][] {
  const [header = [], ...rows] = bytes.includes('"') ? parse(bytes) : splitTable(bytes.toString());
  const fault =
    header.join() !== columns.join()
      ? message('dataset.otherColumns', { file: name, found: header, expected: columns })
      : rows.some((row) => row.length !== columns.length) &&
        message('dataset.otherCellCount', { file: name, count: columns.length });
  if (fault !== false) throw new GeomillError('DATASET_BAD', fault);
  return rows;
}

/** Splits a table without quotes. Cost: a twentieth of csv-parse; the tables of Vietnam have 15,000 rows, and every command opens them. */
function splitTable(text: string): string[][] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split(','));
}

/** Parses the position and the figures that begin at a cell of a row. */
function readFigures(
  row: readonly string[],
  at: number,
  file: string,
): { position: Position; areaKm2: number; radiusMeters: number } {
  const position = { lat: Number(row[at]), lon: Number(row[at + 1]) };
  const figures = { position, areaKm2: Number(row[at + 2]), radiusMeters: Number(row[at + 3]) };
  if (!isPosition(position) || !(figures.areaKm2 >= 0) || !(figures.radiusMeters >= 0))
    throw failure('DATASET_BAD', 'dataset.badFigures', { file, unit: row[0] ?? '' });
  return figures;
}

function indexByCode(units: readonly { code: string }[]): Map<string, number> {
  return new Map(units.map((unit, index) => [unit.code, index]));
}

function find(indexes: Map<string, number>, code: string, file: string, row: string): number {
  const index = indexes.get(code);
  if (index === undefined) throw failure('DATASET_BAD', 'dataset.unknownUnit', { file, row, code });
  return index;
}
