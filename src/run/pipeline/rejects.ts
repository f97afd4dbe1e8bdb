import { isUtf8 } from 'node:buffer';
import type { BadRow, Chunk, RecordOrigin } from '../../formats/record.ts';

/**
 * Encodes the line of `rejects.ndjson` for a record that could not be read.
 *
 * Shape: `row` and `line` count from 1 (the header is a line, not a row), `offset` and `bytes` locate the record in the decoded
 * input, `reasons` lists every fault, `raw` is the original text, or `raw_base64` its bytes where they are not UTF-8.
 */
export function encodeReject(chunk: Chunk, bad: BadRow, row: number, origin?: RecordOrigin): string {
  const { start, end, line } = bad.frame;
  const { issues, ...place } = origin ?? {
    row,
    line: chunk.firstLine + line,
    offset: chunk.offset + start,
    issues: bad.issues,
  };
  // Only the first bytes of a record that is too large are stored.
  const raw = Buffer.from(chunk.bytes.subarray(start, end));
  const content = isUtf8(raw) ? { raw: raw.toString('utf8') } : { raw_base64: raw.toString('base64') };
  return `${JSON.stringify({
    ...place,
    bytes: end - start,
    reasons: issues,
    ...content,
  })}\n`;
}
