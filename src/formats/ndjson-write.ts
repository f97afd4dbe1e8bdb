import { createObjectWriter } from './json-text.ts';
import { createPlainWriter, type OutputFormat } from './output-format.ts';

/** One JSON object on each line, all with the same members; equal names get a suffix: `name_2`. */
export const ndjsonOutput: OutputFormat = {
  name: 'ndjson',
  extension: '.ndjson',
  open(columns) {
    const write = createObjectWriter(columns);
    return createPlainWriter((row) => `${write(row.values)}\n`);
  },
};
