import { failure } from '../../../base/errors/geomill-error.ts';
import { once } from '../once.ts';
import { ADDED_COLUMNS, LAW_COLUMNS, LAW_FILES } from '../store/admin-files.ts';
import type { LawBytes, UnitLevel } from './unit-history.ts';

/** A row of the table of dated units, without its decrees. */
export interface UnitRow {
  level: UnitLevel;
  code: string;
  fullName: string;
  parent: string;
  from: string;
  to: string;
  postalCode: string;
}

/** The table of dated units as bytes, of which only the rows of a question are parsed. */
export interface UnitRows {
  /** The first and the last day on which any unit changed; empty if none did. */
  firstDay: string;
  newestDay: string;
  /** Returns the rows of a unit in the order of the days. */
  ofCode(level: UnitLevel, code: string): UnitRow[];
  /** Returns the rows of all units of a level. */
  ofLevel(level: UnitLevel): UnitRow[];
}

const NEW_LINE = 10;

/**
 * Opens the table of dated units, whose rows ascend by level and code.
 *
 * Errors: DATASET_BAD if the table has other columns.
 * Cost: a binary search a unit.
 */
export function openUnitRows({ datedUnits, decrees }: Pick<LawBytes, 'datedUnits' | 'decrees'>): UnitRows {
  const bytes = bytesOf(datedUnits);
  const columns = LAW_COLUMNS.datedUnits;
  const headers = [columns, columns.slice(0, -ADDED_COLUMNS.datedUnits)].map((each) => `${each.join()}\n`);
  const header = headers.find((each) => bytes.toString('latin1', 0, each.length) === each);
  if (header === undefined)
    throw failure('DATASET_BAD', 'dataset.columnsMissing', { file: LAW_FILES.datedUnits, columns });

  /** Returns the offset of the first row that is not before a key. */
  const lowerBound = (key: string): number => {
    const wanted = Buffer.from(key);
    let from = header.length;
    let to = bytes.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const start = Math.max(bytes.lastIndexOf(NEW_LINE, middle - 1) + 1, from);
      const end = bytes.indexOf(NEW_LINE, start);
      if (bytes.compare(wanted, 0, wanted.length, start, Math.min(start + wanted.length, bytes.length)) < 0)
        from = end < 0 ? bytes.length : end + 1;
      else to = start;
    }
    return from;
  };

  /** Returns the rows that begin with a key. */
  const rowsWith = (key: string): UnitRow[] => {
    const rows: UnitRow[] = [];
    for (let start = lowerBound(key); start < bytes.length;) {
      const end = bytes.indexOf(NEW_LINE, start);
      const line = bytes.toString('utf8', start, end < 0 ? bytes.length : end);
      if (!line.startsWith(key)) break;
      rows.push(readRow(line));
      start = end < 0 ? bytes.length : end + 1;
    }
    return rows;
  };

  const days = once(() => outerDaysOf(bytes, bytesOf(decrees)));
  return {
    get firstDay() {
      return days().first;
    },
    get newestDay() {
      return days().newest;
    },
    ofCode: (level, code) => rowsWith(`${level},${code},`),
    // Decoded at once, since there are thousands; a comma is before a hyphen, and this before the letters and figures of another key.
    ofLevel: (level) => {
      const text = bytes.toString('utf8', lowerBound(`${level},`), lowerBound(`${level}-`));
      const lines = text.split('\n');
      if (lines.at(-1) === '') lines.pop();
      return lines.map(readRow);
    },
  };
}

/** Returns the first and the last day on which units change: each is the day of a decree, which are few; only the outer ones are looked for, since the table is large. */
function outerDaysOf(units: Buffer, decrees: Buffer): { first: string; newest: string } {
  const lines = decrees.toString('latin1').split('\n');
  // The second cell of a row of `decrees.csv`.
  const days = lines.map((line) => line.split(',', 2)[1] ?? '');
  const ascending = days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).sort();
  const isUsed = (day: string): boolean => units.includes(`,${day},`);
  return { first: ascending.find(isUsed) ?? '', newest: ascending.findLast(isUsed) ?? '' };
}

/** Returns bytes as a buffer, which another thread receives without its methods. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function readRow(line: string): UnitRow {
  const [level, code = '', fullName = '', parent = '', from = '', to = '', , , postalCode = ''] =
    line.split(',');
  return { level: level as UnitLevel, code, fullName, parent, from, to, postalCode };
}
