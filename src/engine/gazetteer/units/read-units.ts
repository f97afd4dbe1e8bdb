import { parse } from 'csv-parse/sync';
import { failure } from '../../../base/errors/geomill-error.ts';
import { isPosition, type Position } from '../../../base/geo/position.ts';
import { once } from '../once.ts';
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

/** A former ward whose row is parsed when something of it is asked for, since a question needs few of the 15,000; a spread of it is empty. */
class StoredFormerWard implements FormerWard {
  private parsed: FormerWard | undefined;
  private readonly row: string | string[];
  private readonly parse: (row: string | string[]) => FormerWard;

  constructor(row: string | string[], parse: StoredFormerWard['parse']) {
    this.row = row;
    this.parse = parse;
  }
  private get own(): FormerWard {
    return (this.parsed ??= this.parse(this.row));
  }
  get code(): string {
    return this.own.code;
  }
  get fullName(): string {
    return this.own.fullName;
  }
  get district(): string {
    return this.own.district;
  }
  get province(): string {
    return this.own.province;
  }
  get wards(): number[] {
    return this.own.wards;
  }
  get extents(): readonly EdgeExtent[] | undefined {
    return this.own.extents;
  }
}

/** Opens the former wards. Errors: DATASET_BAD if the table has other columns; when a row is read that has other cells or unknown wards. */
export function readFormerWards(file: Buffer, wards: readonly Ward[]): FormerWard[] {
  const wardOf = once(() => indexByCode(wards));
  // Version 2 of the dataset has no column of extents.
  const columns = ADMIN_COLUMNS.formerWards;
  const header = file.subarray(0, file.indexOf('\n')).toString();
  const present = header === columns.slice(0, -1).join() ? columns.slice(0, -1) : columns;
  // Names are kept once, and found equal without a comparison of their letters.
  const names = new Map<string, string>();
  const kept = (name: string): string => names.get(name) ?? (names.set(name, name), name);
  const parseRow = (written: string | string[]): FormerWard => {
    const row = typeof written === 'string' ? written.split(',') : written;
    checkCells(row, ADMIN_FILES.formerWards, present);
    const [code, fullName, district, province, codes, extents = ''] = row;
    const successors: number[] = [];
    for (const ward of codes.split(CODE_SEPARATOR))
      successors.push(find(wardOf(), ward, ADMIN_FILES.formerWards, code));
    const units = { code, fullName, district: kept(district), province: kept(province), wards: successors };
    return extents === '' ? units : { ...units, extents: extents.split(CODE_SEPARATOR) as EdgeExtent[] };
  };
  const [first = '', ...rows] = file.includes('"') ? parse(file) : file.toString().split('\n');
  checkHeader(typeof first === 'string' ? first.split(',') : first, ADMIN_FILES.formerWards, present);
  if (rows.at(-1) === '') rows.pop();
  return rows.map((row) => new StoredFormerWard(row, parseRow));
}

/** Reads the rows of a table one by one, so that the cells of one are garbage before the next: held together they cost more than all else of an opening. */
function* readTable(bytes: Buffer, name: string, columns: readonly string[]): Generator<string[]> {
  const rows = bytes.includes('"') ? parse(bytes).values() : splitTable(bytes.toString());
  checkHeader(rows.next().value ?? [], name, columns);
  for (const row of rows) {
    checkCells(row, name, columns);
    yield row;
  }
}

function checkHeader(header: readonly string[], file: string, columns: readonly string[]): void {
  if (header.join() !== columns.join())
    throw failure('DATASET_BAD', 'dataset.otherColumns', { file, found: header, expected: columns });
}

function checkCells(row: readonly string[], file: string, { length }: readonly string[]): void {
  if (row.length !== length) throw failure('DATASET_BAD', 'dataset.otherCellCount', { file, count: length });
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
