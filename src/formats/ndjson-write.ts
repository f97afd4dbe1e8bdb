import { createObjectWriter } from './json-text.ts';
import { createPlainWriter, type RowFormat } from './output-format.ts';

/** One JSON object on each line, all with the same members. */
export const ndjsonOutput: RowFormat = {
  name: 'ndjson',
  extension: '.ndjson',
  open(columns) {
    const write = createObjectWriter(columns);
    return createPlainWriter((row) => `${write(row.values)}\n`);
  },
};
