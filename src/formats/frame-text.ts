import { isUtf8 } from 'node:buffer';
import type { RowIssue } from '../errors/row-issue.ts';
import { asBuffer } from './lines.ts';
import type { BadRow, Chunk, Frame, InputRow } from './record.ts';

const NUL = 0;

const INVALID_UTF8: RowIssue = {
  code: 'invalid_utf8',
  message:
    'The row holds bytes that are not UTF-8. When the whole file is in another encoding, state it (encoding: windows-1258, utf-16le or utf-16be).',
};

const NUL_BYTE: RowIssue = {
  code: 'nul_byte',
  message: 'The row holds a NUL byte, which no text has: a damaged file, or one in another encoding.',
};

/** Reads each frame's text with `read`; frames that are bad, not UTF-8 or hold NUL bytes become bad rows. */
export function readFrameTexts(
  chunk: Pick<Chunk, 'bytes' | 'frames'>,
  read: (text: string, frame: Frame) => InputRow | BadRow,
): (InputRow | BadRow)[] {
  const bytes = asBuffer(chunk.bytes);
  // Checked for all rows at once, which is next to nothing, and row by row only where that fails.
  const isText = isUtf8(bytes) && !bytes.includes(NUL);
  return chunk.frames.map((frame) => {
    if (frame.issue !== undefined) return { frame, issues: [frame.issue] };
    if (!isText) {
      const record = bytes.subarray(frame.start, frame.end);
      const issues = [];
      if (!isUtf8(record)) issues.push(INVALID_UTF8);
      if (record.includes(NUL)) issues.push(NUL_BYTE);
      if (issues.length > 0) return { frame, issues };
    }
    return read(bytes.toString('utf8', frame.start, frame.end), frame);
  });
}
