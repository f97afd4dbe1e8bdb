import { createCsvFramer } from './csv-frame.ts';
import type { Framer } from './framing.ts';
import { createLineFramer } from './ndjson-frame.ts';
import type { InputLayout } from './record.ts';

/** Returns the framer for an input that is plain UTF-8 text (see `needsSpool`). */
export function createFramer(layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns'>): Framer {
  return layout.format === 'csv'
    ? createCsvFramer(layout.delimiter, layout.columns.length)
    : createLineFramer();
}
