import { collectColumns } from './columns.ts';
import type { InputFormat } from './input-format.ts';
import { LF, asBuffer, contentEnd, findLineEnd, LINE_MORE, LINE_TOO_LONG } from './lines.ts';
import { readNdjsonRows } from './ndjson-read.ts';
import { spoolRecords } from './spool-records.ts';
import { rowTooLarge, type Framer } from './framing.ts';
import { ROW_BYTES_MAX } from './limits.ts';

const SPACE = 32;

/** Returns a framer that makes each line that is not blank a record. */
export function createLineFramer(): Framer {
  return {
    frame(input, start, atEnd, maxFrames, frames) {
      const bytes = asBuffer(input);
      let position = start;
      let line = 0;
      while (frames.length < maxFrames && position < bytes.length) {
        const newline = findLineEnd(bytes, position, atEnd);
        if (newline === LINE_MORE) break;
        if (newline === LINE_TOO_LONG) return { next: position, lines: line, isTooLong: true };
        const end = contentEnd(bytes, position, newline);
        if (end - position > ROW_BYTES_MAX) {
          frames.push({ start: position, end, line, issue: rowTooLarge(end - position) });
        } else if (!isBlank(bytes, position, end)) {
          frames.push({ start: position, end, line });
        }
        position = Math.min(newline + 1, bytes.length);
        line++;
      }
      return { next: position, lines: line, isTooLong: false };
    },
  };
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! > SPACE) return false;
  return true;
}

/** JSON objects, one on each line. */
export const ndjsonInput: InputFormat = {
  name: 'ndjson',
  extensions: ['.ndjson', '.jsonl', '.jsonlines'],
  hasHeader: false,
  detect(head) {
    const sample = head.json();
    // Features on lines are GeoJSON, unless the job states that their members are the columns.
    const isAccepted = sample?.form === 'lines' && (!sample.isFeatures || head.stated === 'ndjson');
    return isAccepted ? { columns: collectColumns(sample.records) } : undefined;
  },
  records: {
    createFramer: createLineFramer,
    createReader:
      ({ columns }) =>
      (chunk) =>
        readNdjsonRows(chunk, columns),
  },
  rewrite: (blocks, collector, write) => spoolRecords(blocks, LF, false, collector, write),
};
