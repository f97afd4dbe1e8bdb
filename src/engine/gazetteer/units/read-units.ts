import { parse } from 'csv-parse/sync';
import { failure } from '../../../base/errors/geomill-error.ts';
import { isPosition, type Position } from '../../../base/geo/position.ts';
import { ADMIN_COLUMNS, ADMIN_FILES, CODE_SEPARATOR } from '../store/admin-files.ts';
import type { EdgeExtent } from './unit-history.ts';
import type { FormerWard, Province, Ward } from './units.ts';

/** Parses the provinces. Errors: DATASET_BAD if the table has other columns or invalid figures. */
export function readProvinces(file: Buffer): Province[] {
  return Array.from(readTable(file, ADMIN_FILES.provinces, ADMIN_COLUMNS.provinces), (row) => {
    const [code, name, fullName, type, forcodePrefix] = row;
    const { position, areaKm2, radiusMeters } = readFigures(row, 5, ADMIN_FILES.provinces);
    return { code, name, fullName, type, forcodePrefix, position, areaKm2, radiusMeters };
  });
}

/** Parses the wards in force. Errors: DATASET_BAD if the table has other columns, invalid figures or unknown provinces. */
export function readWards(file: Buffer, provinces: readonly Province[]): Ward[] {
  const provinceOf = indexByCode(provinces);
  // By index, since destructuring of rows takes a third of the time to open a dataset.
  return Array.from(readTable(file, ADMIN_FILES.wards, ADMIN_COLUMNS.wards), (row) => {
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
  // Most rows are of the district of the row before: its names are kept once, and found equal without a comparison of their letters.
  let district = '';
  let province = '';
  return Array.from(readTable(file, ADMIN_FILES.formerWards, present), (row) => {
    const code = row[0];
    if (row[2] !== district) district = row[2];
    if (row[3] !== province) province = row[3];
    const wards: number[] = [];
    for (const ward of row[4].split(CODE_SEPARATOR))
      wards.push(find(wardOf, ward, ADMIN_FILES.formerWards, code));
    const former: FormerWard = { code, fullName: row[1], district, province, wards };
    const extents = row[5] ?? '';
    if (extents !== '') former.extents = extents.split(CODE_SEPARATOR) as EdgeExtent[];
    return former;
  });
}

/** Reads the rows of a table one by one, so that the cells of one are garbage before the next: held together they cost more than all else of an opening. */
function* readTable(bytes: Buffer, name: string, columns: readonly string[]): Generator<string[]> {
  const rows = bytes.includes('"') ? parse(bytes).values() : splitTable(bytes.toString());
  const header = rows.next().value ?? [];
  if (header.join() !== columns.join())
    throw failure('DATASET_BAD', 'dataset.otherColumns', { file: name, found: header, expected: columns });
  for (const row of rows) {
    if (row.length !== columns.length)
      throw failure('DATASET_BAD', 'dataset.otherCellCount', { file: name, count: columns.length });
    yield row;
  }
}

/** Splits a table without quotes. Cost: a twentieth of csv-parse; the tables of Vietnam have 15,000 rows, and every command opens them. */
function* splitTable(text: string): Generator<string[], undefined> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end).split(',');
    start = end + 1;
  }
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
