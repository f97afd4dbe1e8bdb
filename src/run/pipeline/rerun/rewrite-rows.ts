import { join } from 'node:path';
import { isDerivedFormat, type RowFormat } from '../../../formats/output-format.ts';
import { outputFormat, recordReader } from '../../../formats/outputs.ts';
import type { OutputColumn, OutputRow } from '../../../formats/record.ts';
import { isPosition } from '../../../base/geo/position.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { optionsOfPosition, positionSource } from '../../stages/position-source.ts';
import type { Manifest } from '../journal/manifest.ts';
import type { DerivedOutput } from '../outputs/outputs.ts';
import { openStoredRows } from './stored-rows.ts';

/** The row formats that rows are read back from, those that keep most first: positions and types, types, text. */
const SOURCES = ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'csv', 'excel'] as const;

const ROWS_AT_ONCE = 1000;

/**
 * Returns an output that writes the rows of a finished run in a row format that the run did not write, or makes a derived format of them.
 *
 * Shape: undefined if no output of the run can be read back. Rows from CSV get the types that the stages declare and the position of the last
 * stage that gives one, else that of the input; cells of the input stay text.
 */
export function rewrittenOutput(
  fs: DurableFs,
  folder: string,
  manifest: Manifest & { columns: readonly OutputColumn[] },
  name: string,
): DerivedOutput | undefined {
  const source = SOURCES.find((format) => manifest.files[format] !== undefined);
  const format = outputFormat(name);
  const target = isDerivedFormat(format) ? outputFormat(format.from) : format;
  if (source === undefined || isDerivedFormat(target)) return undefined;
  const open = () => rewrite(fs, folder, manifest, source, target);
  const own = { name, fileName: `${manifest.input.name}${format.extension}`, from: source };
  if (isDerivedFormat(format)) return { ...own, make: (from) => format.make({ ...from, open }) };
  const { tail } = target.open(manifest.columns);
  return { ...own, make: open, tailBytes: Buffer.byteLength(tail) };
}

async function* rewrite(
  fs: DurableFs,
  folder: string,
  manifest: Manifest & { columns: readonly OutputColumn[] },
  source: (typeof SOURCES)[number],
  target: RowFormat,
): AsyncGenerator<Uint8Array> {
  const { columns, counts } = manifest;
  const names = columns.map(({ name }) => name);
  const reader = recordReader(source);
  const stored = outputFormat(source);
  const file = manifest.files[source];
  if (reader === undefined || file === undefined || isDerivedFormat(stored)) return;
  const isText = reader.syntax === 'csv';
  const positionOf = reader.position === undefined ? positionReader(manifest) : undefined;
  const rowOf = (record: string): OutputRow => {
    const read = reader.read(record, names);
    const values = isText ? read.map((value, at) => typed(value, columns[at])) : read;
    return { values, position: reader.position?.(record) ?? positionOf?.(values) ?? null };
  };
  const rows = openStoredRows(fs, {
    path: join(folder, file.name),
    endBytes: file.bytes - file.tailBytes,
    frame: stored.open(columns),
    isQuoted: isText,
  });
  const writer = target.open(columns);
  let before = writer.head;
  try {
    for (let left = counts.results; left > 0; left -= ROWS_AT_ONCE) {
      const records = await rows.take(Math.min(left, ROWS_AT_ONCE));
      yield Buffer.from(before + writer.encode(records.map(rowOf)));
      before = writer.separator;
    }
  } finally {
    await rows.close();
  }
  yield Buffer.from(`${counts.results === 0 ? before : ''}${writer.tail}`);
}

/** Returns the text of a cell as a value of its column. */
function typed(value: unknown, column: OutputColumn | undefined): unknown {
  if (typeof value !== 'string') return value;
  switch (column?.type) {
    case 'number':
    case 'integer':
      return Number.isFinite(Number(value)) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

type PositionOf = (values: readonly unknown[]) => OutputRow['position'];

/** Stages whose columns `lat` and `lon` are those of something beside the row. */
const BESIDE = ['imagery', 'nearby', 'reverse'];

/** Builds a function that returns the position of a row from its cells: that of the last stage that gives one, else that of the input. */
function positionReader({ columns = [], identity }: Manifest): PositionOf {
  const names = columns.map(({ name }) => name);
  const stages = JSON.parse(identity.stages) as [string, string, Readonly<Record<string, unknown>>][];
  const [first] = stages;
  for (const [prefix, kind] of stages.toReversed()) {
    const [lat, lon] = [names.lastIndexOf(`${prefix}_lat`), names.lastIndexOf(`${prefix}_lon`)] as const;
    if (lat < 0 || lon < 0 || BESIDE.includes(kind)) continue;
    return (values) => {
      const position = { lat: values[lat], lon: values[lon] };
      return typeof position.lat === 'number' && typeof position.lon === 'number'
        ? { lat: position.lat, lon: position.lon }
        : null;
    };
  }
  const input = names.slice(0, first ? Math.max(0, names.lastIndexOf(`${first[0]}_status`)) : names.length);
  const own = stages.find(([, , { lat, latlng, projection }]) => lat ?? latlng ?? projection)?.[2];
  const source = positionSource(optionsOfPosition(own), { columns: input, hasPosition: false });
  if ('faults' in source) return () => null;
  return (values) => {
    const found = source.read({ cells: values.slice(0, input.length), position: null });
    if (found === 'empty' || 'fault' in found || !isPosition(found)) return null;
    return { lat: found.lat, lon: found.lon };
  };
}
