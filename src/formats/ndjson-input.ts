import { collectColumns } from './columns.ts';
import type { InputFormat } from './input-format.ts';
import { LF } from './lines.ts';
import { createLineFramer } from './ndjson-frame.ts';
import { readNdjsonRows } from './ndjson-read.ts';
import { spoolRecords } from './spool-records.ts';

/** JSON objects, one on each line. */
export const ndjsonInput: InputFormat = {
  name: 'ndjson',
  extensions: ['.ndjson', '.jsonl', '.jsonlines'],
  description: 'One JSON object a line',
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
