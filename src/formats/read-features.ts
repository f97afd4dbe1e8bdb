import { GeomillError } from '../errors/geomill-error.ts';
import type { DerivedSource } from './output-format.ts';
import { keepExactNumbers } from './json-numbers.ts';
import type { OutputColumn, OutputRow } from './record.ts';

interface PointFeature {
  geometry: { coordinates: [lon: number, lat: number] } | null;
  properties: Record<string, unknown>;
}

/**
 * Reads the rows of a finished GeoJSON output again, in lists of some hundred rows.
 *
 * Shape: values in the order of the columns, null where absent; whole numbers beyond 2^53 are text of their digits.
 * Errors: RESULTS_CHANGED if the file has other columns.
 * Cost: memory for two blocks and their rows. The file has one Feature on each line, so no JSON parser for streams is needed.
 */
export async function* readFeatures({ open, columns }: DerivedSource): AsyncGenerator<OutputRow[]> {
  const names = columns.map(({ name }) => name);
  let isChecked = false;
  for await (const lines of readLines(open())) {
    const rows: OutputRow[] = [];
    for (const line of lines) {
      if (!line.startsWith('{"type":"Feature",')) continue;
      const feature = parseFeature(line);
      if (!isChecked) checkNames(feature, names);
      isChecked = true;
      rows.push(rowOf(feature, names));
    }
    if (rows.length > 0) yield rows;
  }
}

function parseFeature(line: string): PointFeature {
  const json = line.endsWith(',') ? line.slice(0, -1) : line;
  return JSON.parse(keepExactNumbers(json)) as PointFeature;
}

/** Refuses a file that was written with other columns: their values would be lost. */
function checkNames({ properties }: PointFeature, names: readonly string[]): void {
  const found = Object.keys(properties);
  const missing = names.filter((name) => !Object.hasOwn(properties, name));
  if (missing.length === 0 && found.length === names.length) return;
  throw new GeomillError(
    'RESULTS_CHANGED',
    `the GeoJSON results have the columns ${found.join(', ')}, and this version of Geomill writes ${names.join(', ')}: run the job again`,
  );
}

function rowOf({ geometry, properties }: PointFeature, names: readonly string[]): OutputRow {
  const values = names.map((name) => properties[name] ?? null);
  if (geometry === null) return { values, position: null };
  const [lon, lat] = geometry.coordinates;
  return { values, position: { lat, lon } };
}

async function* readLines(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const block of blocks) {
    const lines = (held + decoder.decode(block, { stream: true })).split('\n');
    held = lines.pop() ?? '';
    yield lines;
  }
  yield [held + decoder.decode()];
}

/** A type that all values of a column have. */
export type ColumnType = Exclude<OutputColumn['type'], 'any'>;

/**
 * Returns the type of each column: the declared one, or that of all values where a column may have any.
 *
 * Cost: reads the file once if a column may have any type, else nothing.
 */
export async function columnTypes(source: DerivedSource): Promise<ColumnType[]> {
  const { columns } = source;
  const found = columns.map(({ type }) => (type === 'any' ? undefined : type));
  const open = [...found.keys()].filter((at) => found[at] === undefined);
  if (open.length === 0) return found as ColumnType[];
  for await (const rows of readFeatures(source)) {
    for (const { values } of rows) {
      for (const at of open) if (values[at] !== null) found[at] = commonType(found[at], values[at]);
    }
  }
  return found.map((type) => type ?? 'string');
}

function commonType(before: ColumnType | undefined, value: unknown): ColumnType {
  if (before === 'string') return before;
  const type = typeOf(value);
  if (before === undefined || before === type) return type;
  const isNumeric = [before, type].every((each) => each === 'integer' || each === 'number');
  return isNumeric ? 'number' : 'string';
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return 'string';
  return Number.isSafeInteger(value) ? 'integer' : 'number';
}
