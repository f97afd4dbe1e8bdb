import { message } from '../../base/messages/message.ts';
import { gunzip, isGzip } from '../../formats/gunzip.ts';
import { HEAD_BYTES } from '../../formats/limits.ts';
import { asBuffer } from '../../formats/lines.ts';
import { peekBlocks } from '../../formats/peek-blocks.ts';
import { type OnBytes, readBlocks } from './source-blocks.ts';
import { createObjectRows, readTableRows, type RowSink, type ValueSink } from './table-rows.ts';
import { badSource, inFile } from './source-report.ts';
import { createElementParser } from '../../formats/json-elements.ts';
import { wholeCharacters } from '../../formats/utf8.ts';

/** The type of a collection is near its beginning. */
const TYPE_WITHIN = 4096;

/**
 * Reads a file of rows in any format that a job reads: CSV, one JSON object per line, a JSON array, GeoJSON, a workbook, Parquet; gzip or not.
 *
 * Errors: INPUT_MISSING; INPUT_BAD with the line, byte or element at which the file is broken; IO.
 * Cost: memory for a block and the longest row.
 */
export async function readSourceRows(file: string, sink: RowSink, onBytes?: OnBytes): Promise<void> {
  await readSource(file, onBytes, async (form, head, all) => {
    if (form === 'table') return readTableRows(file, head, all, sink);
    const values = { take: createObjectRows(sink), bad: sink.bad.bind(sink) };
    return READ_VALUES[form](file, all(), values);
  });
}

/**
 * Reads a file of JSON values: one per line, a JSON array, or the `features` of an object; gzip or not.
 *
 * Errors: INPUT_MISSING; INPUT_BAD with the line, byte or element at which the file is broken, or if it is not JSON; IO.
 */
export async function readSourceValues(file: string, sink: ValueSink, onBytes?: OnBytes): Promise<void> {
  await readSource(file, onBytes, async (form, _head, all) => {
    if (form === 'table') throw badSource(file, message('dataset.sourceNotJson'));
    return READ_VALUES[form](file, all(), sink);
  });
}

const READ_VALUES = { lines: readJsonLines, elements: readJsonElements };

type Form = 'table' | keyof typeof READ_VALUES;

async function readSource(
  file: string,
  onBytes: OnBytes | undefined,
  read: (form: Form, head: Buffer, all: () => AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  const blocks = readBlocks(file, onBytes);
  try {
    const { head, all } = await peekSource(blocks);
    await read(formOf(head), head, all);
  } catch (error) {
    throw inFile(file, error);
  } finally {
    await blocks.return(undefined);
  }
}

/** Reads the beginning of a file, inflated and without byte order mark, from which its format is detected. */
async function peekSource(
  blocks: AsyncGenerator<Buffer>,
): Promise<{ head: Buffer; all: () => AsyncGenerator<Buffer> }> {
  const raw = await peekBlocks(blocks, HEAD_BYTES);
  const plain = isGzip(raw.head) ? await peekBlocks(gunzip(raw.all()), HEAD_BYTES) : raw;
  const head = withoutMark(plain.head);
  async function* all(): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const block of plain.all()) {
      yield isFirst ? head : asBuffer(block);
      isFirst = false;
    }
  }
  return { head, all };
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function formOf(head: Buffer): Form {
  const text = head.toString('latin1').trimStart();
  if (text.startsWith('[')) return 'elements';
  if (!text.startsWith('{')) return 'table';
  const end = text.indexOf('\n');
  if (end < 0) return text.slice(0, TYPE_WITHIN).includes('"FeatureCollection"') ? 'elements' : 'lines';
  try {
    const first = JSON.parse(text.slice(0, end)) as { type?: unknown };
    return first.type === 'FeatureCollection' ? 'elements' : 'lines';
  } catch {
    // A broken first line is one bad row; a bracket alone starts a document over several lines.
    return /^\{\s*(?:"[^"]*"\s*:\s*(?:[{[]\s*)?)?$/.test(text.slice(0, end)) ||
      text.slice(0, TYPE_WITHIN).includes('"FeatureCollection"')
      ? 'elements'
      : 'lines';
  }
}

/** Reads the elements of a JSON array, or of the `features` of a GeoJSON collection; see readSourceRows. */
async function readJsonElements(file: string, blocks: AsyncIterable<Buffer>, sink: ValueSink): Promise<void> {
  let number = 0;
  let parts: string[] = [];
  const parser = createElementParser({
    part: (text) => parts.push(text),
    end(isValid) {
      if (number === 0) refuseOtherCoordinates(file, parser.member('crs'));
      number += 1;
      if (isValid) sink.take(number, JSON.parse(parts.join('')));
      else sink.bad(number, 'dataset.notUtf8');
      parts = [];
    },
  });
  try {
    for await (const block of wholeCharacters(blocks)) parser.push(block);
    parser.end();
  } catch (error) {
    throw inFile(file, error);
  }
  refuseOtherCoordinates(file, parser.member('crs'));
}

/** Refuses coordinates other than WGS84: the predecessor of GeoJSON allowed them, and they would be wrong by kilometres. */
function refuseOtherCoordinates(file: string, crs = 'null'): void {
  if (crs === 'null' || /CRS:?:?84|EPSG:{1,2}4326/i.test(crs)) return;
  throw badSource(file, message('dataset.otherCoordinates', { system: crs.slice(0, 200) }));
}

const LINE_BYTES_MAX = 64 << 20;
const NEWLINE = 0x0a;

/** Reads one JSON object per line; see readSourceRows. An invalid line is one bad row. */
async function readJsonLines(file: string, blocks: AsyncIterable<Buffer>, sink: ValueSink): Promise<void> {
  let number = 0;
  let byteOffset = 0;
  let begun: Buffer[] = [];
  let begunLength = 0;
  const line = (bytes: Buffer): void => {
    const text = bytes.toString('utf8');
    if (text.trim() === '') return;
    number += 1;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      sink.bad(number, 'dataset.rowNotJson');
      return;
    }
    sink.take(number, value);
  };
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const part = block.subarray(start, end);
      line(begunLength === 0 ? part : Buffer.concat([...begun, part]));
      begun = [];
      begunLength = 0;
      start = end + 1;
    }
    const rest = block.subarray(start);
    if (rest.length > 0) begun.push(rest);
    begunLength += rest.length;
    if (begunLength > LINE_BYTES_MAX) {
      const values = { row: number, byte: byteOffset + start, most: LINE_BYTES_MAX >> 20 };
      throw badSource(file, message('dataset.lineTooLong', values));
    }
    byteOffset += block.length;
  }
  line(Buffer.concat(begun));
}
