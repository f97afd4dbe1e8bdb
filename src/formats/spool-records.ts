import type { ColumnCollector } from './columns.ts';
import { flattenFeature } from './geojson-flatten.ts';
import type { SpoolWrite } from './input-source.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import { CR, LF } from './lines.ts';
import { parseJsonObject } from './ndjson-read.ts';

const NEWLINE = Buffer.from('\n');

/** Writes records that are separated by a byte as NDJSON, each JSON text on its own line. */
export async function spoolRecords(
  blocks: AsyncIterable<Buffer>,
  separator: number,
  isFeatures: boolean,
  collector: ColumnCollector,
  write: SpoolWrite,
): Promise<void> {
  let parts: Buffer[] = [];
  let length = 0;
  let out: Buffer[] = [];
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
    // Too long for a row: it is written unchanged from here on, and the framer rejects it.
    if (length > 2 * ROW_BYTES_MAX) {
      out.push(...parts.map(onOneLine));
      parts = [];
    }
  };
  const finish = (isLast: boolean) => {
    const isTooLong = length > 2 * ROW_BYTES_MAX;
    const record = Buffer.concat(parts);
    if (isTooLong) out.push(onOneLine(record), NEWLINE);
    else if (!isBlank(record)) out.push(spoolRecord(record, isFeatures, collector), NEWLINE);
    // Blank lines are kept, so that line numbers stay correct.
    else if (separator === LF && !isLast) out.push(NEWLINE);
    parts = [];
    length = 0;
  };
  for await (const block of blocks) {
    let at = 0;
    for (let next = block.indexOf(separator); next !== -1; next = block.indexOf(separator, at)) {
      add(block.subarray(at, next));
      finish(false);
      at = next + 1;
    }
    // A copy: the block may be reused before the record continues.
    add(Buffer.from(block.subarray(at)));
    if (out.length > 0) await write(Buffer.concat(out));
    out = [];
  }
  finish(true);
  if (out.length > 0) await write(Buffer.concat(out));
}

function spoolRecord(record: Buffer, isFeatures: boolean, collector: ColumnCollector): Buffer {
  const text = record.toString('utf8');
  const isReadable = !('code' in parseJsonObject(text)) && Buffer.from(text).equals(record);
  if (!isReadable) return onOneLine(record);
  const flat = isFeatures ? flattenFeature(text.trim()) : text;
  collector.add(flat);
  return onOneLine(Buffer.from(flat));
}

/** Newlines between the tokens of a JSON text become spaces; inside of strings JSON has none. */
function onOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(LF) && !bytes.includes(CR)) return bytes;
  return Buffer.from(bytes.map((byte) => (byte === LF || byte === CR ? 32 : byte)));
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 32);
}
