import { excelText } from './excel-write.ts';
import type { OutputRow } from './record.ts';

/**
 * How the records of a finished row output are read again.
 *
 * Shape: `isQuoted` where a record may contain line breaks between quotes; `read` returns the values of a record by the names of all columns in their
 * order, null for an empty one. The values of CSV are texts.
 */
export interface StoredRecords {
  readonly isQuoted: boolean;
  read(record: string, columns: readonly string[]): unknown[];
  /** Returns the position of a record; absent in formats without geometry. */
  position?(record: string): OutputRow['position'];
}

const ndjson: StoredRecords = {
  isQuoted: false,
  read: (record, columns) => valuesOf(JSON.parse(record) as Members, columns),
};

const features: StoredRecords = {
  isQuoted: false,
  read: (record, columns) => valuesOf(readFeature(record).properties, columns),
  position(record) {
    const { geometry } = readFeature(record);
    if (geometry === null) return null;
    const [lon, lat] = geometry.coordinates;
    return { lat, lon };
  },
};

/** A row as GeoJSON has it. */
interface StoredFeature {
  properties: Members;
  geometry: { coordinates: [lon: number, lat: number] } | null;
}

function readFeature(record: string): StoredFeature {
  // RFC 8142 puts a record separator in front of each feature.
  return JSON.parse(record.replace(/^\u001e/, '')) as StoredFeature;
}

/** The row formats whose records can be read again, the ones that keep all values first. */
const FORMATS: Readonly<Record<string, StoredRecords>> = {
  csv: { isQuoted: true, read: (record) => readCsv(record).map(textOrNull) },
  ndjson,
  geojsonl: features,
  geojson: features,
  geojsons: features,
  excel: {
    isQuoted: true,
    read: (record) => readCsv(record).map((cell) => textOrNull(excelText(cell))),
  },
};

/** The names of the row formats whose records can be read again, the preferred ones first. */
export const STORED_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Returns how the records of a row format are read again; undefined for a format that cannot be read. */
export function storedRecords(format: string): StoredRecords | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

type Members = Readonly<Record<string, unknown>>;

const textOrNull = (cell: string) => (cell === '' ? null : cell);

function valuesOf(members: Members, columns: readonly string[]): unknown[] {
  return columns.map((name) => (Object.hasOwn(members, name) ? members[name] : null));
}

/** Returns the cells of one record of the CSV that Geomill writes: commas, quotes doubled inside of quotes. */
function readCsv(record: string): string[] {
  const line = record.endsWith('\n') ? record.slice(0, -1) : record;
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    let end: number;
    if (line[at] === '"') {
      end = at + 1;
      while (end < line.length && (line[end] !== '"' || line[end + 1] === '"'))
        end += line[end] === '"' ? 2 : 1;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      end = line.indexOf(',', at);
      if (end < 0) end = line.length;
      cells.push(line.slice(at, end));
    }
    at = end;
  }
  return cells;
}
