import { join } from 'node:path';
import { chosenOutput } from '../../../formats/chosen-columns.ts';
import type { OutputColumn, OutputRow } from '../../../formats/record.ts';
import { isDerivedFormat, type RowFormat } from '../../../formats/output-format.ts';
import { outputFormat, recordReader } from '../../../formats/outputs.ts';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { completeDerived, visibleOutput } from '../outputs/derive.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { compareFile } from '../journal/marks.ts';
import { statedColumns } from '../journal/identity.ts';
import { lockFolder } from '../../../base/files/lock.ts';
import { message } from '../../../base/messages/message.ts';
import { readManifest, type Manifest } from '../journal/manifest.ts';
import type { DerivedOutput } from '../outputs/outputs.ts';
import { isHidden, journalPath, manifestPath, runPaths } from '../journal/run-paths.ts';
import { isPosition } from '../../../base/geo/position.ts';
import { optionsOfPosition, positionSource } from '../../stages/position-source.ts';
import { openStoredRows, recordsOf } from './stored-rows.ts';

/** The arguments of {@link exportRun}: the folder of a finished run, and the names of output formats. */
export interface ExportOptions {
  folder: string;
  formats: readonly string[];
  /** Receives sentences for the user. */
  onNote: (note: string) => void;
  fs?: DurableFs;
}

/**
 * Makes derived outputs of a finished run, and adds them to its manifest.
 *
 * Shape: the names of the files, by format; a file that is there already and has the bytes of the manifest is kept.
 * Errors: RESULTS_CHANGED when the run is not finished or a file that is read was changed; JOB_WRONG for a format that cannot be made; LOCKED, IO.
 * Guarantee: may be interrupted anywhere and repeated; the files of the run are only read.
 */
export async function exportRun({
  folder,
  formats,
  onNote,
  fs = createDurableFs(),
}: ExportOptions): Promise<Record<string, string>> {
  // Before the lock: it would be made in a folder that is none.
  if (!(await fs.exists(manifestPath(folder)))) await readFinished(fs, folder);
  const lock = await lockFolder(folder);
  try {
    const manifest = await readFinished(fs, folder);
    const outputs = formats.flatMap((name) => outputOf(fs, folder, manifest, name) ?? []);
    await checkSources(fs, folder, manifest, outputs);
    const made = { rows: [], derived: outputs };
    const completed = await completeDerived(
      fs,
      runPaths(folder, made),
      made,
      { columns: manifest.columns },
      manifest,
      onNote,
    );
    return Object.fromEntries(formats.map((name) => [name, completed.files[name]?.name ?? '']));
  } finally {
    await lock.release();
  }
}

async function readFinished(fs: DurableFs, folder: string): Promise<Manifest> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (manifest && !(await fs.exists(journalPath(folder)))) return manifest;
  throw new GeomillError(
    'RESULTS_CHANGED',
    manifest || (await fs.exists(journalPath(folder)))
      ? message('update.notFinished', { folder })
      : message('run.noRun', { folder }),
  );
}

/** Returns the output of a format for a run; undefined where the run has it already. Errors: JOB_WRONG if it cannot be made of the files of the run. */
function outputOf(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
  name: string,
): DerivedOutput | undefined {
  const { files, input } = manifest;
  const stated = statedColumns(manifest.identity);
  const format = stated ? chosenOutput(outputFormat(name), stated) : outputFormat(name);
  if (isDerivedFormat(format) && files[format.from] !== undefined)
    return { ...format, name, fileName: `${input.name}${format.extension}` };
  // Rows that the run wrote itself.
  const own = files[name]?.from === undefined ? files[name] : undefined;
  if (own) return isHidden(own) ? visibleOutput(name, `${input.name}${format.extension}`, own) : undefined;
  const rewritten = rewrittenOutput(fs, folder, manifest, name);
  if (rewritten) return rewritten;
  throw failure('JOB_WRONG', 'update.cannotBeMade', { name, folder });
}

async function checkSources(
  fs: DurableFs,
  folder: string,
  { files }: Manifest,
  outputs: readonly DerivedOutput[],
): Promise<void> {
  for (const source of new Set(outputs.map(({ from }) => from))) {
    const name = files[source]?.name ?? '';
    const found = await compareFile(fs, join(folder, name), files[source]);
    if (found === 'same') continue;
    throw failure('RESULTS_CHANGED', 'update.changedSinceRun', {
      change: message('run.change', { file: name, how: found }),
    });
  }
}

/** The row formats that rows are read back from, those that keep most first: positions and types, types, text. */
const SOURCES = ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'csv', 'excel'] as const;

/**
 * Returns an output that writes the rows of a finished run in a row format that the run did not write, or makes a derived format of them.
 *
 * Shape: undefined if no output of the run can be read back. Rows from CSV get the types that the stages declare and the position of the last
 * stage that gives one, else that of the input; cells of the input stay text.
 */
function rewrittenOutput(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
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
  manifest: Manifest,
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
  for await (const records of recordsOf(rows, counts.results)) {
    yield Buffer.from(before + writer.encode(records.map(rowOf)));
    before = writer.separator;
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
function positionReader({ columns, identity }: Manifest): PositionOf {
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
