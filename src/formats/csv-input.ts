import { createCsvFramer } from './csv-frame.ts';
import { readCsvRows } from './csv-read.ts';
import type { InputFormat } from './input-format.ts';
import { inspectCsv } from './inspect-csv.ts';

/** CSV with a header. Source: RFC 4180. */
export const csvInput: InputFormat = {
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab', '.txt', '.psv'],
  hasHeader: true,
  detect(head) {
    if (head.json() !== undefined) return undefined;
    // Damaged JSON must not be read as a table with one strange column.
    const isOther = head.expected !== undefined && head.expected !== 'csv';
    if (isOther && (head.stated !== undefined || /^\s*[{["]/.test(head.text))) return undefined;
    return inspectCsv(head);
  },
  records: {
    createFramer: ({ delimiter, columns }) => createCsvFramer(delimiter, columns.length),
    createReader:
      ({ delimiter, columns }) =>
      (chunk) =>
        readCsvRows(chunk, delimiter, columns.length),
  },
};
