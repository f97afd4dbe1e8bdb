import { isUtf8 } from 'node:buffer';
import type { RowIssue } from '../base/errors/row-issue.ts';
import { asBuffer } from './lines.ts';
import type { Chunk, Frame } from './record.ts';

const NUL = 0;

const INVALID_UTF8: RowIssue = {
  code: 'invalid_utf8',
  message:
    'The row contains bytes that are not UTF-8. If the whole file is in another encoding, state it (encoding: windows-1258, utf-16le or utf-16be).',
};

const NUL_BYTE: RowIssue = {
  code: 'nul_byte',
  message:
    'The row contains a NUL byte, which never occurs in text: the file is damaged or in another encoding.',
};

/** Returns a function that lists the reasons why a frame of the chunk is not readable text; an empty list for readable ones. */
export function createFrameCheck(chunk: Pick<Chunk, 'bytes'>): (frame: Frame) => readonly RowIssue[] {
  const bytes = asBuffer(chunk.bytes);
  // The whole chunk is checked at once, which is very fast; single frames are checked only if that fails.
  const isText = isUtf8(bytes) && !bytes.includes(NUL);
  return (frame) => {
    if (frame.issue !== undefined) return [frame.issue];
    if (isText) return [];
    const record = bytes.subarray(frame.start, frame.end);
    const issues = [];
    if (!isUtf8(record)) issues.push(INVALID_UTF8);
    if (record.includes(NUL)) issues.push(NUL_BYTE);
    return issues;
  };
}
