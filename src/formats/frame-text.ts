import { isUtf8 } from 'node:buffer';
import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { asBuffer } from './lines.ts';
import type { Chunk, Frame } from './record.ts';

const NUL = 0;

const INVALID_UTF8: RowIssue = {
  code: 'invalid_utf8',
  message: message('input.rowNotUtf8'),
};

const NUL_BYTE: RowIssue = {
  code: 'nul_byte',
  message: message('input.rowWithNul'),
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
