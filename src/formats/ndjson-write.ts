import { createObjectWriter, memberValues } from './json-text.ts';
import { createPlainWriter, type RowFormat } from './output-format.ts';

/** One JSON object on each line, all with the same members. */
export const ndjsonOutput: RowFormat = {
  name: 'ndjson',
  extension: '.ndjson',
  mediaType: 'application/x-ndjson',
  table: {},
  reader: {
    syntax: 'json-lines',
    read: (record, columns) => memberValues(JSON.parse(record) as Record<string, unknown>, columns),
  },
  open(columns) {
    const write = createObjectWriter(columns);
    return createPlainWriter((row) => `${write(row.values)}\n`);
  },
};
