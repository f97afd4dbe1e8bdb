import { isUtf8 } from 'node:buffer';
import type { BadRow, Chunk, RecordOrigin } from '../formats/record.ts';

/**
 * Writes the line of `rejects.ndjson` for a record that could not be read.
 *
 * Shape: `row` and `line` count from 1 (the header is a line, not a row), `offset` and `bytes` place the record in the decoded
 * input, wherever it was put since, `reasons` lists every fault, `raw` holds the original text, or `raw_base64` its bytes where they are no UTF-8.
 */
export function encodeReject(chunk: Chunk, bad: BadRow, row: number, origin?: RecordOrigin): string {
  const { start, end, line } = bad.frame;
  const { issues, ...place } = origin ?? {
    row,
    line: chunk.firstLine + line,
    offset: chunk.offset + start,
    issues: bad.issues,
  };
  // A record that was too large to be held comes with its first bytes only.
  const raw = Buffer.from(chunk.bytes.subarray(start, end));
  const content = isUtf8(raw) ? { raw: raw.toString('utf8') } : { raw_base64: raw.toString('base64') };
  return `${JSON.stringify({
    ...place,
    bytes: end - start,
    reasons: issues,
    ...content,
  })}\n`;
}
