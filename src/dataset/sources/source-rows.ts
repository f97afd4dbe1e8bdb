import { readBlocks, type OnBytes } from './source-blocks.ts';
import { readCsvRows } from './csv-rows.ts';
import { readJsonElements } from './json-elements.ts';
import { readJsonLines } from './json-lines.ts';
import type { RowSink } from './row-sink.ts';

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
  const blocks = readBlocks(file, onBytes);
  const { head, all } = await peek(blocks);
  try {
    switch (formOf(head)) {
      case 'csv':
        return await readCsvRows(file, head, all, sink);
      case 'lines':
        return await readJsonLines(file, all, sink);
      case 'elements':
        return await readJsonElements(file, all, sink);
    }
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

function formOf(head: Buffer): 'csv' | 'lines' | 'elements' {
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
