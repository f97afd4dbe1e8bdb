import { readBlocks, type OnBytes } from './source-blocks.ts';
import { readCsvRows } from './csv-rows.ts';
import { readJsonElements } from './json-elements.ts';
import { readJsonLines } from './json-lines.ts';
import { createObjectRows } from './json-values.ts';
import type { RowSink, ValueSink } from './row-sink.ts';
import { badSource } from './source-report.ts';

const HEAD_BYTES = 1 << 20;
/** The type of a collection is near its beginning. */
const TYPE_WITHIN = 4096;

/**
 * Reads a file of rows: CSV with any usual delimiter, one JSON object per line, a JSON array, or GeoJSON; gzip or not.
 *
 * Errors: INPUT_MISSING; INPUT_BAD with the line, byte or element at which the file is broken; IO.
 * Cost: memory for a block and the longest row.
 */
export async function readSourceRows(file: string, sink: RowSink, onBytes?: OnBytes): Promise<void> {
  await readSource(file, onBytes, async (form, head, all) => {
    if (form === 'csv') return readCsvRows(file, head, all, sink);
    const values = { take: createObjectRows(sink), bad: sink.bad.bind(sink) };
    return READ_VALUES[form](file, all, values);
  });
}

/**
 * Reads a file of JSON values: one per line, a JSON array, or the `features` of an object; gzip or not.
 *
 * Errors: INPUT_MISSING; INPUT_BAD with the line, byte or element at which the file is broken, or if it is not JSON; IO.
 */
export async function readSourceValues(file: string, sink: ValueSink, onBytes?: OnBytes): Promise<void> {
  await readSource(file, onBytes, async (form, _head, all) => {
    if (form === 'csv')
      throw badSource(file, 'it is not JSON. Give GeoJSON, a JSON array, or one JSON object a line.');
    return READ_VALUES[form](file, all, sink);
  });
}

const READ_VALUES = { lines: readJsonLines, elements: readJsonElements };

type Form = 'csv' | keyof typeof READ_VALUES;

async function readSource(
  file: string,
  onBytes: OnBytes | undefined,
  read: (form: Form, head: Buffer, all: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  const blocks = readBlocks(file, onBytes);
  const { head, all } = await peek(blocks);
  try {
    await read(formOf(head), head, all);
  } finally {
    await blocks.return(undefined);
  }
}

/** Reads the beginning of a file, from which its format is detected. */
async function peek(blocks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const first: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await blocks.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = withoutMark(Buffer.concat(first));
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* blocks;
  }
  return { head, all: all() };
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function formOf(head: Buffer): Form {
  const text = head.toString('latin1').trimStart();
  if (text.startsWith('[')) return 'elements';
  if (!text.startsWith('{')) return 'csv';
  const end = text.indexOf('\n');
  if (end < 0) return text.slice(0, TYPE_WITHIN).includes('"FeatureCollection"') ? 'elements' : 'lines';
  try {
    const first = JSON.parse(text.slice(0, end)) as { type?: unknown };
    return first.type === 'FeatureCollection' ? 'elements' : 'lines';
  } catch {
    // A broken first line is one bad row; a bracket alone starts a document over several lines.
    return /^\{\s*("[^"]*"\s*:\s*[{[]?\s*)?$/.test(text.slice(0, end)) ||
      text.slice(0, TYPE_WITHIN).includes('"FeatureCollection"')
      ? 'elements'
      : 'lines';
  }
}
