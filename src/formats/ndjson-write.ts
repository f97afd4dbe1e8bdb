import { createObjectWriter } from './json-text.ts';
import { createPlainWriter, type RowFormat } from './output-format.ts';

/** Writes one JSON object a line, all with the same members; names that come twice are told apart as `name_2`. */
export const ndjsonOutput: RowFormat = {
  name: 'ndjson',
  extension: '.ndjson',
  open(columns) {
    const write = createObjectWriter(columns);
    return createPlainWriter((row) => `${write(row.values)}\n`);
  },
};
