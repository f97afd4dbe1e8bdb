import { message } from '../../base/messages/message.ts';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { inputBad } from '../input-bad.ts';

/** A column at the top of a Parquet schema, and what it is for. */
export interface TableColumn {
  name: string;
  role: 'value' | 'geometry' | 'covering';
  /** Returns a value as JSON has it. */
  convert: (value: unknown) => unknown;
}

const MS_A_DAY = 86_400_000;
const NS_A_MS = 1_000_000n;

/** Parsers that return dates and times as ISO 8601 text, in the time zone of the file. */
export const PARSERS = {
  timestampFromMilliseconds: (ms: bigint) => isoTime(Number(ms)),
  timestampFromMicroseconds: (us: bigint) => isoTime(Number(us / 1000n)),
  timestampFromNanoseconds: (ns: bigint) => isoTime(Number(ns / NS_A_MS)),
  dateFromDays: (days: number) => isoTime(days * MS_A_DAY).slice(0, 10),
};

function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().replace('.000Z', 'Z').slice(0, -1);
}

/** Returns the columns of a table. Errors: INPUT_BAD if its points are not in WGS84. */
export function tableColumns({ schema, key_value_metadata: pairs = [] }: FileMetaData): TableColumn[] {
  const geo = readGeo(pairs.find(({ key }) => key === 'geo')?.value);
  const primary = geo?.primary_column;
  const covering = primary === undefined ? undefined : geo?.columns?.[primary]?.covering?.bbox?.xmin?.[0];
  if (primary !== undefined) refuseOtherCoordinates(geo?.columns?.[primary]?.crs);
  return topElements(schema).map((element): TableColumn => {
    const { name } = element;
    const role = name === primary ? 'geometry' : name === covering ? 'covering' : 'value';
    return { name, role, convert: converterOf(element) };
  });
}

interface GeoColumns {
  primary_column?: string;
  columns?: Record<string, { crs?: unknown; covering?: { bbox?: { xmin?: string[] } } }>;
}

function readGeo(text: string | undefined): GeoColumns | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as GeoColumns;
  } catch {
    return undefined;
  }
}

/** A column without a coordinate system is in that of GeoJSON; one that is null is not known. */
function refuseOtherCoordinates(crs: unknown): void {
  if (crs === undefined || crs === null) return;
  const { authority, code } = (crs as { id?: { authority?: string; code?: string | number } }).id ?? {};
  if (/^(?:EPSG:4326|OGC:CRS84)$/.test(`${String(authority)}:${String(code)}`)) return;
  const { name } = crs as { name?: string };
  throw inputBad(
    message('parquet.otherCoordinates', { system: name ?? code ?? message('parquet.unnamedSystem') }),
  );
}

/** Returns the children of the root, in their order: a schema lists each element before its children. */
function topElements(schema: readonly SchemaElement[]): SchemaElement[] {
  const top: SchemaElement[] = [];
  const skip = (at: number): number => {
    let next = at + 1;
    for (let nth = 0; nth < (schema[at]?.num_children ?? 0); nth += 1) next = skip(next);
    return next;
  };
  for (let at = 1; at < schema.length; at = skip(at)) top.push(schema[at] as SchemaElement);
  return top;
}

function converterOf({ type, logical_type: logical, converted_type: converted }: SchemaElement) {
  const isUtc =
    logical?.type === 'TIMESTAMP' ? logical.isAdjustedToUTC : converted?.startsWith('TIMESTAMP') === true;
  return (value: unknown): unknown => {
    if (type === 'FLOAT' && typeof value === 'number') return shortestFloat(value);
    if (isUtc && typeof value === 'string') return `${value}Z`;
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  };
}

const FLOAT_DIGITS_MIN = 6;
const FLOAT_DIGITS_MAX = 9;

/** Returns the shortest decimal that is the same number in 32 bits: 10.1, not 10.100000381469727. */
function shortestFloat(value: number): number {
  for (let digits = FLOAT_DIGITS_MIN; digits < FLOAT_DIGITS_MAX; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
